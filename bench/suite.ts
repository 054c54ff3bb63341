/**
 * Agents' suites, measured: who solves what within the budget, how long 105 episodes with clips take, and
 * whether a suite that is killed comes to the same as one that is not. Prints tables as in RESULTS.md.
 *
 *   npx tsx bench/suite.ts policies [--per-tier 100] [--seed 80001] [--tasks pipe,swap]
 *   npx tsx bench/suite.ts offline  [--per-tier 35] [--seed 80001] [--tasks pipe] [--threads 2]
 *   npx tsx bench/suite.ts killed   [--per-tier 6] [--seed 1] [--kills 10]
 *   all: [--keep DIR]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CellMetrics } from "../core/schema/agent-metrics.ts";
import type { Proportion } from "../core/schema/run.ts";
import { measureRuns } from "../probes/metrics/index.ts";
import { runKilledSuite } from "./suite/killed.ts";
import { ALL_TASKS, killedSuite, offlineSuite, policySuite } from "./suite/plan.ts";
import { runBenchSuite } from "./suite/run.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "per-tier": { type: "string" },
    seed: { type: "string" },
    tasks: { type: "string" },
    threads: { type: "string", default: "2" },
    kills: { type: "string", default: "10" },
    keep: { type: "string" },
  },
});
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), "topoprobe-suite-")));
const number = (text: string | undefined, fallback: number): number =>
  text === undefined ? fallback : Number(text);
const print = (cells: readonly (string | number)[]): void => {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
};
try {
  const [what] = positionals;
  const isWell =
    what === "policies"
      ? await measurePolicies()
      : what === "offline"
        ? await measureOffline()
        : what === "killed"
          ? await measureKilled()
          : undefined;
  if (isWell === undefined) process.stderr.write("expected policies, offline or killed\n");
  process.exitCode = isWell === true ? 0 : 1;
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

/** @returns whether the solver solves all */
async function measurePolicies(): Promise<boolean> {
  const tasks = values.tasks?.split(",") ?? ALL_TASKS;
  const perTier = number(values["per-tier"], 100);
  const suite = policySuite(perTier, number(values.seed, 80_001), tasks);
  const { records } = await runBenchSuite({ suite, outPath: folder, threads: 1 });
  print(["task", "reasoner", "easy", "medium", "hard", "errors", "illegal", "steps / plan"]);
  print(Array(8).fill("---"));
  let isWell = true;
  for (const { task, reasoner, tiers } of measureRuns(records).groups) {
    const { easy, medium, hard, all } = tiers;
    const cells = [easy, medium, hard].map(({ success }) => percent(success));
    print([task, reasoner ?? "", ...cells, all.errors, all.illegal.actions, ratio(all)]);
    isWell &&= reasoner !== "oracle" || (all.success.rate === 1 && all.errors === 0);
  }
  return isWell;
}

/** @returns whether every episode came to its end, solved, with a clip that is valid */
async function measureOffline(): Promise<boolean> {
  const [task = "pipe"] = values.tasks?.split(",") ?? [];
  const suite = offlineSuite(task, number(values["per-tier"], 35), number(values.seed, 80_001));
  const threads = Number(values.threads);
  const startMs = performance.now();
  const cpuStart = process.cpuUsage();
  const { records } = await runBenchSuite({ suite, outPath: folder, threads });
  const seconds = (performance.now() - startMs) / 1000;
  const cpu = process.cpuUsage(cpuStart);
  const verdicts = records.flatMap((run) => run.records.flatMap(({ verdict }) => verdict ?? []));
  const valid = verdicts.filter(({ processValidSuccess }) => processValidSuccess).length;
  const all = measureRuns(records).groups[0]?.tiers.all;
  print(["task", "episodes", "solved", "clips process-valid", "threads", "s", "CPU s"]);
  print(Array(7).fill("---"));
  const cpuSec = ((cpu.user + cpu.system) / 1e6).toFixed(0);
  const episodes = all?.episodes ?? 0;
  const solved = percent(all?.success);
  print([
    task,
    episodes,
    solved,
    `${valid} of ${verdicts.length}`,
    threads,
    seconds.toFixed(0),
    cpuSec,
  ]);
  return all?.success.rate === 1 && all.errors === 0 && valid === episodes;
}

/** @returns whether the killed suite is the same as the other */
async function measureKilled(): Promise<boolean> {
  const report = await runKilledSuite({
    suite: killedSuite(number(values["per-tier"], 6), 1),
    folder,
    kills: Number(values.kills),
    seed: number(values.seed, 1),
    concurrency: 4,
  });
  print([
    "episodes",
    "kills",
    "processes",
    "chat calls",
    "of them lost by kills",
    "clips bought",
    "s",
  ]);
  print(Array(7).fill("---"));
  const { episodes, kills, processes, chatCalls, lostCalls, creates, seconds } = report;
  print([episodes, kills, processes, chatCalls, lostCalls, creates, seconds.toFixed(0)]);
  for (const problem of report.problems) process.stdout.write(`  ${problem}\n`);
  return report.problems.length === 0;
}

/** "100 % [96-100], n 100" */
function percent(proportion: Proportion | undefined): string {
  if (proportion === undefined || proportion.rate === null) return "-";
  const [rate, low, high] = [proportion.rate, proportion.low, proportion.high].map((value) =>
    (value * 100).toFixed(1).replace(".0", ""),
  );
  return `${rate} % [${low}-${high}], n ${proportion.n}`;
}

function ratio({ overOptimality: { mean, n } }: CellMetrics): string {
  return mean === null ? "-" : `${mean.toFixed(2)} (n ${n})`;
}
