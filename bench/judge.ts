/**
 * The judge's exam. Clips are made from known states, spoilt or faulted in known ways, and judged.
 *
 *   npx tsx bench/judge.ts --task pipe --seed 70000 [--view top] [--quick] [--only oracle,faults]
 *
 * Prints a Markdown section for RESULTS.md on stdout and its misses on stderr. Speed is measured
 * alone: `--only speed`, best under `taskset -c 0`.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../core/errors.ts";
import { DIAGNOSTICS_VERSION } from "../cv-diagnostics/thresholds.ts";
import type { Line } from "./judge/exam.ts";
import {
  type ExamOptions,
  examCameras,
  examFaults,
  examOracle,
  examShams,
  examSpoilt,
} from "./judge/groups.ts";
import { measureSpeed } from "./judge/speed.ts";
import { TASK_EXAMS } from "./judge/tasks.ts";

const GROUPS = {
  oracle: examOracle,
  faults: examFaults,
  shams: examShams,
  spoilt: examSpoilt,
  cameras: examCameras,
} as const;

const { values } = parseArgs({
  options: {
    task: { type: "string", default: "pipe" },
    seed: { type: "string", default: "70000" },
    view: { type: "string" },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: [...Object.keys(GROUPS), "speed"].join(",") },
    "per-tier": { type: "string" },
    "per-fault": { type: "string" },
  },
});

const exam = TASK_EXAMS.find((candidate) => candidate.id === values.task);
if (!exam)
  throw new UsageError(`expected a task with an exam for --task but received ${values.task}`);
const folder = await mkdtemp(join(tmpdir(), "topoprobe-bench-"));
const options: ExamOptions = {
  exam,
  view: values.view,
  seed: Number(values.seed),
  perTier: Number(values["per-tier"] ?? (values.quick ? 2 : 20)),
  perFault: Number(values["per-fault"] ?? (values.quick ? 3 : 20)),
  folder,
  log: (text) => process.stderr.write(`${text}\n`),
};
const only = new Set(values.only.split(","));
const percent = (ratio: number): string => `${(100 * ratio).toFixed(ratio === 1 ? 0 : 2)} %`;
const started = performance.now();
let clips = 0;

try {
  process.stdout.write(`${heading()}\n\n| group | clips | measured |\n| --- | --- | --- |\n`);
  for (const [name, examine] of Object.entries(GROUPS)) {
    if (!only.has(name)) continue;
    for await (const line of examine(options)) print(line);
  }
  if (only.has("speed")) {
    const { ratio, decodeMs, judgeMs, peakMemoryMb, rounds } = await measureSpeed(options);
    process.stdout.write(
      `| speed, 832x480, 81 frames, hard | ${rounds} rounds | ${ratio.toFixed(2)} x decoding ` +
        `(medians: decode ${decodeMs.toFixed(0)} ms, judge ${judgeMs.toFixed(0)} ms); peak memory ` +
        `${peakMemoryMb.toFixed(0)} MB |\n`,
    );
  }
  const minutes = (performance.now() - started) / 60_000;
  process.stderr.write(`${clips} clips in ${minutes.toFixed(1)} minutes\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function print(line: Line): void {
  clips += line.clips;
  const measured = Object.entries(line.shares)
    .map(([name, value]) => `${name} ${percent(value)}`)
    .join(", ");
  process.stdout.write(`| ${line.group} | ${line.clips} | ${measured} |\n`);
  for (const miss of line.misses) process.stderr.write(`MISS ${miss.clip}: ${miss.why}\n`);
}

function heading(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const dirty = execFileSync("git", ["status", "--porcelain", "-uno"], { encoding: "utf8" }) !== "";
  const command = `npx tsx bench/judge.ts ${process.argv.slice(2).join(" ")}`;
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}`;
  return (
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, commit ${commit}` +
    `${dirty ? " with changes" : ""}, diagnostics version ${DIAGNOSTICS_VERSION}, ` +
    `Node ${process.versions.node}, ${machine}`
  );
}
