/**
 * What a suite would ask for, and what that can cost at most: counts for every folder. Reads what is on
 * disk; writes nothing, sends nothing. A host or a key that is missing is told, not an error.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { MissingToolError } from "../../core/errors.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";
import { planRollouts, type RolloutPlan } from "../plan-rollouts.ts";
import { MAX_IMAGINED_PICTURES } from "../reasoners/agent-prompt.ts";
import type { Costs } from "../rollouts/costs.ts";
import { expandSuite, type LeftOut, type SuiteCell } from "./expand-suite.ts";
import { limitOf, type SuiteFileOptions } from "./run-suite-file.ts";
import { createParts, type SettledCell, settleCell } from "./settle-cell.ts";
import { addCosts, spentInRun } from "./spent-in-run.ts";
import { createInstances } from "./suite-instances.ts";

export type PlannedRun = {
  readonly name: string;
  readonly runPath: string;
  readonly task: string;
  readonly condition: string;
  readonly reasoner: string | null;
  readonly generator: string | null;
  /** Where the generator is reached; null for those that ask no host, and where it is not known yet. */
  readonly host: string | null;
  readonly episodes: number;
  /** Episodes by what would be done with them; null where something is missing. */
  readonly counts: RolloutPlan["counts"] | null;
  /** Pictures and clips that would be asked for at most; of the whole run where something is missing. */
  readonly generatorCalls: number;
  /** Requests to the reasoner at most, wishes in vain aside; 0 for policies of our own. */
  readonly reasonerCalls: number;
  /** Most that the generator can cost, in US dollars; null when no price is known. */
  readonly estimateUsd: number | null;
  /** What has to be supplied before it can run. */
  readonly missing?: string;
};

export type SuitePlan = {
  readonly suite: string;
  readonly runs: readonly PlannedRun[];
  readonly leftOut: readonly LeftOut[];
  readonly episodes: number;
  readonly generatorCalls: number;
  readonly reasonerCalls: number;
  /** Of all generators, in US dollars; null when a price is missing. What tokens cost is not in it. */
  readonly estimateUsd: number | null;
  /** Of the folders as they are. */
  readonly costs: Costs;
  readonly reasonerCosts: Costs;
};

export type SuitePlanOptions = Pick<SuiteFileOptions, "suite" | "folder" | "outPath" | "factory"> &
  Partial<
    Pick<SuiteFileOptions, "retryFailed" | "retryUnknown" | "maxCostUsd" | "progressStream">
  > & {
    readonly signal: AbortSignal;
  };

/**
 * @throws UsageError when the suite cannot be, a folder holds another run, or there is a limit and no
 * price
 * @throws StoreError when a folder is damaged
 */
export async function planSuite(options: SuitePlanOptions): Promise<SuitePlan> {
  const { suite, folder, outPath, factory } = options;
  const { cells, leftOut } = expandSuite(suite, factory.makesOf);
  const parts = createParts(factory);
  const instances = createInstances(suite, folder, options.signal, (note) => {
    options.progressStream?.write(`${suite.name}, ${note}\n`);
  });
  const paths = cells.map((cell) => join(outPath, cell.name));
  const spent = await Promise.all(paths.map(spentInRun));
  const committed = new Map(paths.map((path, i) => [path, spent[i]?.committedUsd ?? 0]));
  const runs: PlannedRun[] = [];
  for (const cell of cells) {
    // Puzzles are told apart by what was done with them: where nothing was, their number will do.
    const isNew = await isUntouched(join(outPath, cell.name));
    const chosen = await (isNew ? instances.outline : instances.all)(cell.task, cell.seed);
    options.signal.throwIfAborted();
    if (chosen === undefined) break;
    let settled: SettledCell;
    try {
      settled = settleCell(suite, cell, chosen, parts, outPath);
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error;
      runs.push(planUnreachable(cell, chosen.instances, join(outPath, cell.name), error.message));
      continue;
    }
    const limit = limitOf(options.maxCostUsd, committed, join(outPath, cell.name));
    runs.push(await planSettled(options, cell, settled, limit));
  }
  const sum = (of: (run: PlannedRun) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return {
    suite: suite.name,
    runs,
    leftOut,
    episodes: sum(({ episodes }) => episodes),
    generatorCalls: sum((run) => run.generatorCalls),
    reasonerCalls: sum((run) => run.reasonerCalls),
    estimateUsd: runs.some(({ estimateUsd }) => estimateUsd === null)
      ? null
      : sum(({ estimateUsd }) => estimateUsd ?? 0),
    costs: addCosts(spent.map(({ rollouts }) => rollouts)),
    reasonerCosts: addCosts(spent.map(({ replies }) => replies)),
  };
}

async function planSettled(
  { signal, retryFailed, retryUnknown }: SuitePlanOptions,
  cell: SuiteCell,
  settled: SettledCell,
  maxCostUsd: number | undefined,
): Promise<PlannedRun> {
  const { config, instances, runPath, generator, reasoner } = settled;
  const { items, counts, totalUsd } = await planRollouts({
    ...settled,
    ...{ signal, withPreviews: false, mayLackClips: true },
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    ...(retryFailed === undefined ? {} : { retryFailed }),
    ...(retryUnknown === undefined ? {} : { retryUnknown }),
  });
  const done = new Set(["finished", "stands"]);
  const left = new Set(
    items.flatMap(({ instanceId, action }) => (done.has(action) ? [] : [instanceId])),
  );
  const open = instances.filter(({ id }) => left.has(id));
  return {
    ...namesOf(cell, runPath),
    host: generator?.host?.id ?? null,
    episodes: instances.length,
    counts,
    generatorCalls: counts.ask * callsOfGenerator(cell.condition.id, config),
    reasonerCalls: reasoner?.kind === "chat" ? callsOfReasoner(cell.condition.id, open, config) : 0,
    estimateUsd: cell.generator === undefined ? 0 : totalUsd,
  };
}

/** Whether a run's folder is not there yet, or has nothing in it. Other errors are left to its readers. */
async function isUntouched(runPath: string): Promise<boolean> {
  try {
    return (await readdir(runPath)).length === 0;
  } catch (error) {
    return fsErrorCode(error) === "ENOENT";
  }
}

/** A run whose generator or reasoner cannot be reached: all that can be told of it. */
function planUnreachable(
  cell: SuiteCell,
  instances: readonly Instance[],
  runPath: string,
  missing: string,
): PlannedRun {
  const { condition, reasoner } = cell;
  return {
    ...namesOf(cell, runPath),
    host: null,
    episodes: instances.length,
    counts: null,
    generatorCalls: instances.length * callsOfGenerator(condition.id, undefined),
    reasonerCalls: reasoner === undefined ? 0 : callsOfReasoner(condition.id, instances, undefined),
    estimateUsd: cell.generator === undefined ? 0 : null,
    missing,
  };
}

function namesOf({ name, task, condition, generator, reasoner }: SuiteCell, runPath: string) {
  return {
    ...{ name, runPath, task: task.id, condition: condition.id },
    reasoner: reasoner?.id ?? null,
    generator: generator?.id ?? null,
  };
}

/** Of one episode, at most. */
function callsOfGenerator(condition: string, config: Pick<RunConfig, "agent"> | undefined): number {
  if (condition === "image") return config?.agent?.maxPictures ?? MAX_IMAGINED_PICTURES;
  return condition === "none" || condition === "text" ? 0 : 1;
}

/** Of some episodes: one for each step, and those in which something is asked to be imagined. */
function callsOfReasoner(
  condition: string,
  instances: readonly Instance[],
  config: Pick<RunConfig, "agent"> | undefined,
): number {
  const steps = instances.reduce((sum, { actionBudget }) => sum + actionBudget, 0);
  if (condition === "text") return 2 * steps;
  return steps + instances.length * callsOfGenerator(condition, config);
}
