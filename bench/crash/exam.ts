/**
 * A crash exam: a run against the stand-in hosts, its process killed at seeded random points and started
 * again until nothing is left to do. Owns processes and points; what must be true is in `examine.ts`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import { inRun, ROLLOUTS_FILE } from "../../core/store/run-layout.ts";
import { createDemoServer, type PlayedFault, seededFaults } from "../../demo-server/index.ts";
import { examine, type Findings } from "./examine.ts";
import { type ChildPlan, type CrashHost, crashWork } from "./plan.ts";

export type CrashExamOptions = {
  readonly host: CrashHost;
  readonly dialect?: "vllm-omni" | "sglang";
  readonly runPath: string;
  readonly rollouts: number;
  readonly kills: number;
  readonly seed: number;
  /** Share of the requests that go wrong, 0 to 1. */
  readonly faultRatio: number;
  /** Time of a job at the server. */
  readonly jobMs: number;
  /** Time that a job may take. */
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly onNote?: (text: string) => void;
};

export type CrashReport = Findings & {
  readonly kills: number;
  readonly processes: number;
  readonly faults: readonly PlayedFault[];
  readonly seconds: number;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
/** Events of a rollout that goes well: kills are spread over them. */
const EVENTS_PER_ROLLOUT = 4;
/** A process dies up to so long after its journal has got to the point. */
const LONGEST_DELAY_MS = 60;
const LOOK_MS = 5;
/** Runs after the last kill: errors that bought nothing are tried again by each. */
const MAX_LAST_RUNS = 25;
/** In no text but where a key is written down. */
const SECRET = "r8_crashExamSecret0123456789abcdefghijk";
const SECRET_NAMES = ["REPLICATE_API_TOKEN", "VIDEOS_API_KEY", "COMFYUI_API_KEY", "OPENAI_API_KEY"];

const outcomeSchema = z.strictObject({ status: z.string(), errors: z.array(z.string()) });

export async function runCrashExam(options: CrashExamOptions): Promise<CrashReport> {
  const { host, runPath, rollouts, seed, faultRatio, concurrency, deadlineMs } = options;
  const startMs = performance.now();
  const server = await createDemoServer({
    jobMs: options.jobMs,
    seed: `${seed}`,
    faults: seededFaults(seed, faultRatio, { stallMs: 400 }),
  }).start(0);
  const plan: ChildPlan = { host, runPath, rollouts, concurrency, deadlineMs };
  const env = {
    ...process.env,
    ...server.env,
    ...Object.fromEntries(SECRET_NAMES.map((name) => [name, SECRET])),
    CRASH_SECRET: SECRET,
    ...(options.dialect === "sglang" ? { VIDEOS_API_URL: `${server.url}/sglang/v1` } : {}),
  };
  const start = () => startChild(plan, env);
  try {
    let kills = 0;
    let processes = 0;
    for (const point of killPoints(options)) {
      const child = start();
      processes += 1;
      if (await reaches(child, inRun(runPath, ROLLOUTS_FILE), point.events)) {
        await delay(point.delayMs);
        if (child.process.exitCode === null) kills += 1;
        child.process.kill("SIGKILL");
      }
      await child.ended;
    }
    for (let left = MAX_LAST_RUNS; left > 0; left -= 1) {
      processes += 1;
      const child = start();
      const out = await child.ended;
      const outcome = outcomeSchema.safeParse(parseLastLine(out));
      if (!outcome.success) throw new Error(`the run did not get to its end:\n${child.stderr()}`);
      const again = outcome.data.errors.filter((code) => !["failed", "unknown"].includes(code));
      options.onNote?.(
        `${outcome.data.status}, errors: ${outcome.data.errors.join(" ") || "none"}`,
      );
      if (again.length === 0) break;
    }
    const findings = await examine(runPath, crashWork(rollouts), server.creates(), [SECRET]);
    const faults = server.faults.played();
    const problems = [...findings.problems, ...unexplained(options, findings, faults, kills)];
    return {
      ...findings,
      problems,
      kills,
      processes,
      faults,
      seconds: (performance.now() - startMs) / 1000,
    };
  } finally {
    await server.close();
  }
}

/** Jobs that end without a clip when the server makes them. */
const JOB_FAULTS = [
  "job-aborted",
  "job-failed",
  "job-never-ends",
  "output-expired",
  "execution-error",
];
/** Creates after which a client cannot know whether they were taken. */
const LOST_ANSWERS = [
  ...["reset-before", "unavailable"],
  ...["reset-after", "stall-headers", "stall-body", "error-500-after"],
];

/** Ends without a clip, more of them than the kills and the server's faults account for. */
function unexplained(
  { host, concurrency }: CrashExamOptions,
  { failed, unknown }: Findings,
  faults: readonly PlayedFault[],
  kills: number,
): readonly string[] {
  const played = (kinds: readonly string[]): number =>
    faults.filter(({ fault }) => kinds.includes(fault.kind)).length;
  const lostAnswers = faults.filter(
    ({ action, fault }) => action === "create" && LOST_ANSWERS.includes(fault.kind),
  ).length;
  // Where the id is ours, the window in which nobody knows does not exist.
  const mayBeUnknown = host === "comfyui" ? 0 : kills * concurrency + lostAnswers;
  return [
    ...(failed > played(JOB_FAULTS)
      ? [`${failed} failed, ${played(JOB_FAULTS)} were made to`]
      : []),
    ...(unknown > mayBeUnknown ? [`${unknown} are unknown, at most ${mayBeUnknown} can be`] : []),
  ];
}

type KillPoint = { readonly events: number; readonly delayMs: number };

/** By the length of the journal, in order. */
function killPoints({ seed, kills, rollouts }: CrashExamOptions): readonly KillPoint[] {
  const rng = createMulberry32(seed);
  const last = Math.floor(rollouts * EVENTS_PER_ROLLOUT * 0.9);
  const points = Array.from({ length: kills }, () => ({
    events: rng.randint(1, last),
    delayMs: rng.randint(0, LONGEST_DELAY_MS),
  }));
  return points.sort((a, b) => a.events - b.events);
}

type Child = {
  readonly process: ChildProcess;
  /** Resolves with stdout when it has ended. */
  readonly ended: Promise<string>;
  readonly stderr: () => string;
};

function startChild(plan: ChildPlan, env: NodeJS.ProcessEnv): Child {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, JSON.stringify(plan)], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<string>((resolve) => child.once("close", () => resolve(out)));
  return { process: child, ended, stderr: () => err };
}

/** False when the process ends before its journal gets there. */
async function reaches(child: Child, journal: string, events: number): Promise<boolean> {
  while (child.process.exitCode === null) {
    if (existsSync(journal) && countLines(readFileSync(journal)) >= events) return true;
    await delay(LOOK_MS);
  }
  return false;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines;
}

function parseLastLine(out: string): unknown {
  try {
    return JSON.parse(out.trim().split("\n").at(-1) ?? "");
  } catch {
    return undefined;
  }
}
