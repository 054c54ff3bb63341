/**
 * Log, budget and estimates of a run that begins. Owns what is refused before anything starts, and which
 * jobs of an earlier process no longer fit.
 */
import { UsageError } from "../../core/errors.ts";
import type { RolloutRecord } from "../../core/schema/rollout.ts";
import type { RolloutConfig } from "../../core/schema/run.ts";
import type { RunStore } from "../../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import { requestFor } from "../imagine.ts";
import type { WorkItem } from "../work-item.ts";
import { type Budget, createBudget, overBudget } from "./budget.ts";
import { attemptCosts, committedUsd } from "./costs.ts";
import { createRolloutLog, type RolloutLog } from "./rollout-log.ts";
import { rolloutState } from "./rollout-state.ts";

export type Books = {
  readonly log: RolloutLog;
  readonly budget: Budget;
  /** Open jobs that would cost more than is left. */
  readonly tooDear: ReadonlySet<string>;
};

/** @param maxUsd most that the whole run folder may cost; undefined for no limit */
export function openBooks(
  store: Pick<RunStore, "rollouts" | "appendRollout">,
  work: readonly WorkItem[],
  estimates: ReadonlyMap<string, number | null>,
  maxUsd: number | undefined,
): Books {
  const budget = createBudget(maxUsd);
  const sumOf = (key: string, records: readonly RolloutRecord[]): number =>
    committedUsd(attemptCosts(records), estimates.get(key) ?? 0);
  const log = createRolloutLog({
    initial: store.rollouts,
    write: store.appendRollout,
    onAppend: (key, records) => budget.commit(key, sumOf(key, records)),
  });
  // Rollouts within the episodes of an agent have keys of their own.
  for (const key of log.keys()) budget.commit(key, sumOf(key, log.recordsOf(key)));
  const open: { readonly key: string; readonly usd: number }[] = [];
  for (const { key } of work) {
    const records = log.recordsOf(key);
    if (rolloutState(records).kind !== "open") continue;
    const last = attemptCosts(records).at(-1);
    if (last !== undefined) open.push({ key, usd: committedUsd([last], estimates.get(key) ?? 0) });
  }
  const openUsd = open.reduce((sum, { usd }) => sum + usd, 0);
  return { log, budget, tooDear: overBudget(maxUsd, budget.totalUsd() - openUsd, open) };
}

/**
 * The most that each item's rollout can cost; empty for generators that ask no host.
 *
 * @throws UsageError when there is a limit and a price is missing
 */
export function estimateWork(
  generator: Generator<BuiltinRequest>,
  work: readonly WorkItem[],
  rollout: RolloutConfig,
  maxUsd: number | undefined,
): ReadonlyMap<string, number | null> {
  const { host } = generator;
  if (host === undefined) return new Map();
  const noPicture = new Uint8Array();
  const estimates = new Map(
    work.map((item) => [item.key, host.estimateUsd(requestFor(item, rollout, noPicture))]),
  );
  if (maxUsd !== undefined && [...estimates.values()].includes(null)) {
    throw new UsageError(
      `expected a price of ${generator.id} at ${host.id} for --max-cost but received none. ` +
        "Give one with --prices FILE, choose another host with --via, or leave out --max-cost",
    );
  }
  return estimates;
}
