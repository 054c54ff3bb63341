/** `probe run --suite FILE`: many runs as one, and what they come to together. */

import { basename, dirname, extname } from "node:path";
import { plural } from "../audits/plural.ts";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import { collectProvenance } from "../core/store/provenance.ts";
import { createRedactor } from "../core/store/redact.ts";
import { loadTokenPrices } from "../generators/models/load-models.ts";
import { measureRuns } from "../probes/metrics/index.ts";
import { createEpisodePool } from "../probes/pool/episode-pool.ts";
import {
  createSuiteFactory,
  parseSuite,
  planSuite,
  runSuiteFile,
  type SuiteFactory,
  type SuitePlan,
} from "../probes/suite/index.ts";
import { DEADLINE_MINUTE_MS } from "./choose-generator.ts";
import { readGeneratorFiles, readGiven, readWorkflowBeside } from "./generator-files.ts";
import { catchInterrupt } from "./interrupt.ts";
import { type CliIo, printJson } from "./io.ts";
import { readText } from "./read-text.ts";
import { refuseFile } from "./refuse-foreign.ts";
import { describeRest, formatCosts, formatUsd } from "./run-costs.ts";
import { formatAgentMetrics } from "./suite-table.ts";
import { formatTable } from "./tables.ts";
import { breakWords } from "./wrap.ts";

/** Options of `probe run` that a suite takes; all else stands in its file. */
export type SuiteCliOptions = {
  readonly suite: string;
  readonly out?: string;
  readonly concurrency: number;
  readonly models?: string;
  readonly prices?: string;
  readonly deadline: number;
  readonly maxCost?: number;
  readonly retryFailed?: boolean;
  readonly retryUnknown?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
};

/** Runs, resumes or plans a suite. @returns the exit code */
export async function runSuiteCommand(
  options: SuiteCliOptions,
  command: string,
  io: CliIo,
): Promise<number> {
  const suite = parseSuite(await readText(options.suite, "--suite"), options.suite);
  if (options.out !== undefined) await refuseFile(options.out, "a folder of runs");
  const factory = await factoryOf(options, io);
  const { retryFailed = false, retryUnknown = false, maxCost } = options;
  const common = {
    ...{ suite, folder: dirname(options.suite), factory, retryFailed, retryUnknown },
    outPath: options.out ?? `runs/${basename(options.suite, extname(options.suite))}`,
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
  };
  if (options.dryRun === true) {
    const signal = new AbortController().signal;
    const plan = await planSuite({ ...common, signal, progressStream: io.progress });
    if (options.json === true) printJson(io, plan);
    else io.out(`${describeSuitePlan(plan)}\n`);
    return EXIT_CODES.ok;
  }
  const ffmpeg = await findFfmpeg();
  const interrupt = catchInterrupt(io);
  const pool = createEpisodePool(options.concurrency);
  try {
    const result = await runSuiteFile({
      ...common,
      ...{ diagnose: pool.diagnose, filming: pool.filming, concurrency: options.concurrency },
      ...{ signal: interrupt.signal, command, progressStream: io.progress },
      provenance: await collectProvenance(ffmpeg.version),
      redactor: createRedactor(io.env),
    });
    const metrics = measureRuns(result.records);
    const { costs, reasonerCosts } = result;
    if (options.json === true) printJson(io, { ...metrics, costs, reasonerCosts });
    else {
      io.out(
        `${suite.name}: ${plural(result.episodes, "episode")}\n\n${formatAgentMetrics(metrics)}\n\n`,
      );
      io.out(`runs    ${common.outPath}\ncost    generators: ${formatCosts(costs)}\n`);
    }
    if (result.status === "interrupted") {
      io.err(
        `interrupted: ${plural(result.undone, "episode is", "episodes are")} left\nresume with: ${command}\n`,
      );
      return EXIT_CODES.interrupted;
    }
    const rest = { status: result.status, standing: result.standing };
    const undone = Array.from({ length: result.undone }, () => "");
    for (const line of describeRest({ ...rest, undone }, maxCost)) io.err(`${line}\n`);
    const hasErrors = metrics.groups.some((group) => group.tiers.all.errors > 0);
    return result.status === "finished" && !hasErrors ? EXIT_CODES.ok : EXIT_CODES.failed;
  } finally {
    await pool.close();
    interrupt.dispose();
  }
}

async function factoryOf(options: SuiteCliOptions, io: CliIo): Promise<SuiteFactory> {
  const files = await readGeneratorFiles(options);
  const tokens = loadTokenPrices(await readGiven(options.prices, "--prices"));
  return createSuiteFactory({
    ...files,
    env: io.env,
    deadlineMs: options.deadline * DEADLINE_MINUTE_MS,
    redact: createRedactor(io.env).text,
    readSuiteWorkflow: readWorkflowBeside(dirname(options.suite)),
    tokenPriceOf: (reasoner) => tokens.find(({ model }) => model === reasoner),
  });
}

/** Options that contradict a suite's file. @throws UsageError naming the first */
export function refuseBeside(given: readonly string[]): void {
  const [first] = given;
  if (first === undefined) return;
  throw new UsageError(
    `expected nothing but --out, --concurrency, --models, --prices, --deadline, --max-cost, --dry-run, ` +
      `--retry-failed, --retry-unknown and --json beside --suite but received ${first}. It stands in the ` +
      "suite's file",
  );
}

function describeSuitePlan(plan: SuitePlan): string {
  const needs = [...new Set(plan.runs.flatMap(({ missing = "" }) => (missing ? [missing] : [])))];
  const right = (title: string) => ({ title, align: "right" as const });
  const table = formatTable(
    [
      { title: "run" },
      right("episodes"),
      right("to do"),
      right("imagine"),
      right("decide"),
      right("at most"),
      right("needs"),
    ],
    plan.runs.map((run) => [
      run.name,
      `${run.episodes}`,
      run.counts === null ? "-" : `${run.episodes - run.counts.finished - run.counts.stands}`,
      `${run.generatorCalls}`,
      `${run.reasonerCalls}`,
      run.estimateUsd === null ? "unknown" : formatUsd(run.estimateUsd),
      run.missing === undefined ? "" : `(${needs.indexOf(run.missing) + 1})`,
    ]),
  );
  const total =
    plan.estimateUsd === null
      ? "unknown: prices are missing (--prices FILE)"
      : `at most ${formatUsd(plan.estimateUsd)}`;
  return [
    "dry run: nothing is sent, nothing is written",
    table,
    ...needs.map((text, index) => `(${index + 1}) ${text}`),
    ...plan.leftOut.map(({ what, reason }) => breakWords(`left out: ${what}: ${reason}`)),
    `${plural(plan.episodes, "episode")}; at most ${plan.generatorCalls} imagined pictures and clips and ` +
      `${plan.reasonerCalls} decisions\ngenerators ${total}; what tokens cost is not in it`,
  ].join("\n\n");
}
