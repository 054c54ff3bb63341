/**
 * A suite against the stand-in hosts, its process killed at seeded random points and started again, beside
 * the same suite left in peace. Owns processes, points and the comparison.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import type { Suite } from "../../core/schema/suite.ts";
import { EPISODES_FILE, REPLIES_FILE, ROLLOUTS_FILE } from "../../core/store/run-layout.ts";
import { createDemoServer, type RunningDemoServer } from "../../demo-server/index.ts";
import { standIn } from "../../demo-server/openai/chat/stand-in.ts";
import type { ChatScript } from "../../demo-server/openai/chat/types.ts";

export type KilledOptions = {
  readonly suite: Suite;
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
  readonly concurrency: number;
};

export type KilledReport = {
  readonly episodes: number;
  readonly kills: number;
  readonly processes: number;
  /** Requests to the chat model in all. */
  readonly chatCalls: number;
  /** Of them, those whose reply was on its way to the disk when the process was killed. */
  readonly lostCalls: number;
  /** Clips that a real host would charge for. */
  readonly creates: number;
  readonly seconds: number;
  /** All that is not as it must be; empty when all is well. */
  readonly problems: readonly string[];
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
/** A process dies up to so long after its journals have got to the point. */
const LONGEST_DELAY_MS = 40;
const LOOK_MS = 3;
/** For what was on its way to the server when its sender died. */
const SETTLE_MS = 300;
const JOB_MS = 60;
/** Long enough for a kill to find some on their way. */
const CHAT_MS = 25;

export async function runKilledSuite(options: KilledOptions): Promise<KilledReport> {
  const startMs = performance.now();
  const problems: string[] = [];
  const calm = await withServer(async (server) => {
    const path = join(options.folder, "calm");
    const child = startChild(options, path, server);
    if ((await child.ended) !== 0) throw new Error(`the calm suite failed:\n${child.stderr()}`);
    return { path, stats: server.stats(), lines: countLines(path, REPLIES_FILE, ROLLOUTS_FILE) };
  });
  const rough = await withServer(async (server) => {
    const path = join(options.folder, "killed");
    const points = killPoints(options, calm.lines);
    let kills = 0;
    let processes = 0;
    let lostCalls = 0;
    for (const { lines, delayMs } of points) {
      const child = startChild(options, path, server);
      processes += 1;
      if (await reaches(child, path, lines)) {
        await delay(delayMs);
        if (child.process.exitCode === null) kills += 1;
        child.process.kill("SIGKILL");
      }
      await child.ended;
      await delay(SETTLE_MS);
      lostCalls = server.stats().chatCalls - repliesIn(path);
    }
    const last = startChild(options, path, server);
    processes += 1;
    if ((await last.ended) !== 0) throw new Error(`the last run failed:\n${last.stderr()}`);
    const settled = server.stats();
    const again = startChild(options, path, server);
    processes += 1;
    await again.ended;
    const { chatCalls, billableCreates } = server.stats();
    if (chatCalls !== settled.chatCalls || billableCreates !== settled.billableCreates) {
      problems.push("a finished suite asked for something");
    }
    return { path, kills, processes, lostCalls, stats: settled };
  });
  problems.push(...compare(calm.path, rough.path));
  const expectedCalls = calm.stats.chatCalls + rough.lostCalls;
  if (rough.stats.chatCalls !== expectedCalls) {
    problems.push(
      `${rough.stats.chatCalls} chat calls, ${expectedCalls} are accounted for: ` +
        `${calm.stats.chatCalls} of the calm suite and ${rough.lostCalls} lost by kills`,
    );
  }
  if (rough.lostCalls > rough.kills * options.concurrency) {
    problems.push(`${rough.lostCalls} calls lost by ${rough.kills} kills`);
  }
  const { billableCreates, distinctCreates } = rough.stats;
  if (billableCreates !== calm.stats.billableCreates || billableCreates !== distinctCreates) {
    problems.push(
      `${billableCreates} clips bought, ${distinctCreates} of them distinct, ` +
        `${calm.stats.billableCreates} by the calm suite`,
    );
  }
  return {
    episodes: countLines(rough.path, EPISODES_FILE),
    ...{ kills: rough.kills, processes: rough.processes, lostCalls: rough.lostCalls },
    chatCalls: rough.stats.chatCalls,
    creates: billableCreates,
    seconds: (performance.now() - startMs) / 1000,
    problems,
  };
}

async function withServer<T>(work: (server: RunningDemoServer) => Promise<T>): Promise<T> {
  const chat: ChatScript = async (asked) => {
    await delay(CHAT_MS);
    return standIn(asked);
  };
  const server = await createDemoServer({ jobMs: JOB_MS, seed: "suite", chat }).start(0);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** What `episodes.jsonl` of each run holds must be the same bytes, order aside. */
function compare(calm: string, rough: string): readonly string[] {
  const problems: string[] = [];
  const runs = readdirSync(calm).sort();
  if (runs.join() !== readdirSync(rough).sort().join()) problems.push("other run folders");
  for (const run of runs) {
    const [wanted, found] = [calm, rough].map((path) =>
      linesOf(join(path, run, EPISODES_FILE)).toSorted(),
    );
    if (wanted?.join("\n") !== found?.join("\n")) {
      const odd = found?.find((line) => wanted?.includes(line) !== true) ?? "fewer lines";
      problems.push(`${run}: other episodes, such as ${odd.slice(0, 400)}`);
    }
  }
  return problems;
}

type KillPoint = { readonly lines: number; readonly delayMs: number };

/** By the length of all journals together, in order. */
function killPoints({ seed, kills }: KilledOptions, last: number): readonly KillPoint[] {
  const rng = createMulberry32(seed);
  return Array.from({ length: kills }, () => ({
    lines: rng.randint(1, Math.floor(last * 0.95)),
    delayMs: rng.randint(0, LONGEST_DELAY_MS),
  })).sort((a, b) => a.lines - b.lines);
}

type Child = {
  readonly process: ChildProcess;
  /** Resolves with the exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
};

function startChild(
  { suite, concurrency }: KilledOptions,
  path: string,
  server: RunningDemoServer,
): Child {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", CHILD, JSON.stringify(suite), path, `${concurrency}`],
    { cwd: ROOT, env: { ...process.env, ...server.env }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { process: child, ended, stderr: () => err };
}

/** False when the process ends before its journals get there. */
async function reaches(child: Child, path: string, lines: number): Promise<boolean> {
  while (child.process.exitCode === null) {
    if (countLines(path, REPLIES_FILE, ROLLOUTS_FILE) >= lines) return true;
    await delay(LOOK_MS);
  }
  return false;
}

/** Lines of these files over all runs of a suite. */
function countLines(path: string, ...files: readonly string[]): number {
  if (!existsSync(path)) return 0;
  return readdirSync(path)
    .flatMap((run) => files.map((file) => linesOf(join(path, run, file)).length))
    .reduce((sum, count) => sum + count, 0);
}

function repliesIn(path: string): number {
  if (!existsSync(path)) return 0;
  return readdirSync(path)
    .flatMap((run) => linesOf(join(path, run, REPLIES_FILE)))
    .filter((line) => line.includes('"event":"reply"')).length;
}

/** Whole lines; what is cut off does not count. */
function linesOf(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}
