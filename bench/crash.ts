/**
 * Rollouts at hosts that fail, in processes that are killed: is every one ended once, bought once, and
 * none lost? Prints one row a host, and all that is not as it must be.
 *
 *   npx tsx bench/crash.ts [--rollouts 200] [--kills 20] [--seed 1] [--faults 0.05]
 *                          [--hosts replicate,videos-api,comfyui] [--dialect vllm-omni|sglang] [--keep DIR]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CrashReport, runCrashExam } from "./crash/exam.ts";
import { CRASH_HOSTS } from "./crash/plan.ts";

const { values } = parseArgs({
  options: {
    rollouts: { type: "string", default: "200" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    faults: { type: "string", default: "0.05" },
    hosts: { type: "string", default: CRASH_HOSTS.join(",") },
    dialect: { type: "string", default: "vllm-omni" },
    keep: { type: "string" },
  },
});
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), "topoprobe-crash-")));
const hosts = CRASH_HOSTS.filter((host) => values.hosts.split(",").includes(host));
let problems = 0;
try {
  process.stdout.write(
    "| host | rollouts | kills | faults | judged | failed | unknown | billed | taken | problems | s |\n" +
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
  );
  for (const host of hosts) {
    const report = await runCrashExam({
      host,
      runPath: join(folder, host),
      rollouts: Number(values.rollouts),
      kills: Number(values.kills),
      seed: Number(values.seed),
      faultRatio: Number(values.faults),
      dialect: values.dialect === "sglang" ? "sglang" : "vllm-omni",
      ...{ jobMs: 300, deadlineMs: 6000, concurrency: 8 },
      onNote: (text) => process.stderr.write(`${host}: ${text}\n`),
    });
    problems += report.problems.length;
    process.stdout.write(`${formatRow(host, Number(values.rollouts), report)}\n`);
    for (const problem of report.problems) process.stdout.write(`  ${problem}\n`);
  }
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
process.exitCode = problems > 0 ? 1 : 0;

function formatRow(host: string, rollouts: number, report: CrashReport): string {
  const { kills, faults, ok, failed, unknown, billed, taken, unknownButTaken } = report;
  const cells = [
    ...[host, rollouts, kills, faults.length, ok, failed, unknown, billed],
    ...[`${taken} + ${unknownButTaken}`, report.problems.length, report.seconds.toFixed(0)],
  ];
  return `| ${cells.join(" | ")} |`;
}
