/**
 * A suite: its runs one after the other, each in a folder of its own, so that every one can be taken up
 * again, reported and exported by itself. Owns what spans the folders - the limit on money, stopping, and
 * what is refused before the first one starts; leaves out what a run is.
 */
import { join } from "node:path";
import type { Suite } from "../../core/schema/suite.ts";
import { type RunRecord, readRun } from "../../core/store/read-run.ts";
import { readManifest } from "../../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { Costs } from "../rollouts/costs.ts";
import { runSuite, type SuiteOptions, type SuiteResult } from "../run-suite.ts";
import { expandSuite, type LeftOut, type SuiteCell } from "./expand-suite.ts";
import { requirePrices } from "./require-prices.ts";
import { createParts, type SettledCell, type SuiteParts, settleCell } from "./settle-cell.ts";
import { addCosts, spentInRun } from "./spent-in-run.ts";
import type { SuiteFactory } from "./suite-factory.ts";
import { createInstances, type SuiteInstances } from "./suite-instances.ts";

export type SuiteFileOptions = Pick<
  SuiteOptions,
  "diagnose" | "signal" | "provenance" | "command" | "redactor"
> &
  Partial<
    Pick<
      SuiteOptions,
      "retryFailed" | "retryUnknown" | "checkClip" | "clock" | "progressStream" | "now"
    >
  > & {
    readonly suite: Suite;
    /** Where paths in the suite start: the folder of its file. */
    readonly folder: string;
    /** The runs go to `<outPath>/<name>`. */
    readonly outPath: string;
    readonly factory: SuiteFactory;
    /** Episodes in flight at the same time, 1 or more. */
    readonly concurrency: number;
    /** Most that all folders together may cost, in US dollars. @default no limit */
    readonly maxCostUsd?: number;
    /** Where the clips of built-in generators are filmed. @default in this thread */
    readonly filming?: (generator: Generator<BuiltinRequest>) => Generator<BuiltinRequest>;
    /** Told when a run has come to its end. */
    readonly onRun?: (done: SuiteRun) => void;
  };

export type SuiteRun = {
  readonly name: string;
  readonly runPath: string;
  readonly result: SuiteResult;
};

export type SuiteFileResult = {
  /** "interrupted" before "budget" before "finished", over all runs. */
  readonly status: SuiteResult["status"];
  /** Those that were taken up, in order. */
  readonly runs: readonly SuiteRun[];
  /** All folders that there are, as they are on disk, for metrics. */
  readonly records: readonly RunRecord[];
  /** Names of the runs that were not taken up, because it was interrupted. */
  readonly notStarted: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Episodes of the whole suite, and those without a result that the same call would take up. */
  readonly episodes: number;
  readonly undone: number;
  /** Finished before this call. */
  readonly skipped: number;
  /** Of all folders, earlier calls among them. */
  readonly costs: Costs;
  readonly reasonerCosts: Costs;
  readonly standing: SuiteResult["standing"];
};

/**
 * Runs or resumes a suite.
 *
 * @throws UsageError, MissingToolError when something of it cannot be run: nothing was started then;
 * UsageError also when a folder holds another configuration
 * @throws StoreError when a folder is in use, is damaged, or cannot be written: what was finished stays
 * finished
 */
export async function runSuiteFile(options: SuiteFileOptions): Promise<SuiteFileResult> {
  const { suite, outPath, maxCostUsd, signal } = options;
  const stream = options.progressStream ?? process.stderr;
  const { cells, leftOut } = expandSuite(suite, options.factory.makesOf);
  const parts = createParts(options.factory);
  const instances = createInstances(suite, options.folder, signal, (note) => {
    stream.write(`${suite.name}, ${note}\n`);
  });
  await tryAll(options, cells, parts, instances);
  for (const { what, reason } of leftOut) stream.write(`left out: ${what}: ${reason}\n`);

  const runs: SuiteRun[] = [];
  const pathOf = ({ name }: SuiteCell): string => join(outPath, name);
  const spent = new Map<string, number>();
  for (const cell of cells) {
    spent.set(pathOf(cell), (await spentInRun(pathOf(cell))).committedUsd);
  }
  for (const [i, cell] of cells.entries()) {
    if (signal.aborted) break;
    const { name } = cell;
    const runPath = pathOf(cell);
    stream.write(`${suite.name}, run ${i + 1} of ${cells.length}: ${name}\n`);
    const chosen = await instances.all(cell.task, cell.seed);
    if (chosen === undefined || signal.aborted) break;
    const settled = settleCell(suite, cell, chosen, parts, outPath);
    const result = await runCell(options, settled, limitOf(maxCostUsd, spent, runPath));
    spent.set(runPath, (await spentInRun(runPath)).committedUsd);
    const done = { name, runPath, result };
    runs.push(done);
    options.onRun?.(done);
    if (result.status === "interrupted") break;
  }

  const all = await Promise.all(cells.map((cell) => spentInRun(pathOf(cell))));
  const notStarted = cells.slice(runs.length);
  const earlier = (await Promise.all(notStarted.map((cell) => readIfAny(pathOf(cell))))).filter(
    (record) => record !== undefined,
  );
  const countOf = ({ task, seed }: SuiteCell): Promise<number> => instances.count(task, seed);
  const statuses = new Set(runs.map(({ result }) => result.status));
  const isCutShort = notStarted.length > 0 || statuses.has("interrupted");
  return {
    status: isCutShort ? "interrupted" : statuses.has("budget") ? "budget" : "finished",
    runs,
    records: [...runs.map(({ result }) => result.run), ...earlier],
    notStarted: notStarted.map(({ name }) => name),
    leftOut,
    episodes: count(await Promise.all(cells.map(countOf))),
    undone:
      count(runs.map(({ result }) => result.undone.length)) +
      count(await Promise.all(notStarted.map(countOf))) -
      count(earlier.map(({ records }) => records.length)),
    skipped: count(runs.map(({ result }) => result.skipped)),
    costs: addCosts(all.map(({ rollouts }) => rollouts)),
    reasonerCosts: addCosts(all.map(({ replies }) => replies)),
    standing: {
      unknown: count(runs.map(({ result }) => result.standing.unknown)),
      failed: count(runs.map(({ result }) => result.standing.failed)),
    },
  };
}

/** @throws UsageError, MissingToolError when a run cannot be */
async function tryAll(
  { suite, outPath, maxCostUsd }: SuiteFileOptions,
  cells: readonly SuiteCell[],
  parts: SuiteParts,
  instances: SuiteInstances,
): Promise<void> {
  const settled: SettledCell[] = [];
  for (const cell of cells) {
    const sample = await instances.sample(cell.task, cell.seed);
    settled.push(settleCell(suite, cell, sample, parts, outPath));
  }
  requirePrices(settled, maxCostUsd);
}

/** What an earlier call has left of a run. */
async function readIfAny(runPath: string): Promise<RunRecord | undefined> {
  return (await readManifest(runPath)) === null ? undefined : await readRun(runPath);
}

async function runCell(
  options: SuiteFileOptions,
  { generator, ...cell }: SettledCell,
  maxCostUsd: number | undefined,
): Promise<SuiteResult> {
  const { diagnose, signal, provenance, command, redactor, filming } = options;
  const { retryFailed, retryUnknown, checkClip, clock, progressStream, now } = options;
  return await runSuite({
    ...cell,
    ...{ diagnose, signal, provenance, command, redactor },
    concurrency: Math.min(options.concurrency, cell.instances.length),
    // One run without clips does not end the others.
    mayLackClips: true,
    ...(generator && { generator: filming?.(generator) ?? generator }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    ...(retryFailed === undefined ? {} : { retryFailed }),
    ...(retryUnknown === undefined ? {} : { retryUnknown }),
    ...(checkClip && { checkClip }),
    ...(clock && { clock }),
    ...(progressStream && { progressStream }),
    ...(now && { now }),
  });
}

/** What is left for one folder when all others have cost what they have. */
export function limitOf(
  maxCostUsd: number | undefined,
  spent: ReadonlyMap<string, number>,
  runPath: string,
): number | undefined {
  if (maxCostUsd === undefined) return undefined;
  let others = 0;
  for (const [path, usd] of spent) if (path !== runPath) others += usd;
  return Math.max(0, maxCostUsd - others);
}

function count(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
