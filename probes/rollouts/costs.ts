/** What rollouts cost, from the journal. An unknown cost is null, never zero. Pure. */
import { assertNever } from "../../core/errors.ts";
import type { RolloutEvent, RolloutRecord } from "../../core/schema/rollout.ts";
import { asEvent } from "./rollout-state.ts";

export type AttemptCost = {
  /** US dollars; null when nobody knows (yet). */
  readonly costUsd: number | null;
  /** The most that it can cost, as it was estimated when it was asked for; null when no price was known. */
  readonly estimateUsd: number | null;
};

export type Costs = {
  /** US dollars; null when what any rollout cost is unknown. */
  readonly spentUsd: number | null;
  /** US dollars of the rollouts whose cost is known. */
  readonly knownUsd: number;
  /** Rollouts that were or may have been bought at a cost that nobody knows. */
  readonly unknownCount: number;
};

/**
 * Costs by attempt, in order. Rollouts of generators without a host are not among them.
 *
 * @param records lines of `rollouts.jsonl` with one key, in the order of writing
 */
export function attemptCosts(records: readonly RolloutRecord[]): readonly AttemptCost[] {
  const costs = new Map<number, AttemptCost>();
  // A clip that was paid for and is looked for again later costs no more and no less.
  const settled = new Set<number>();
  let attempt = 0;
  for (const record of records) {
    const event = asEvent(record, attempt);
    attempt = event.attempt;
    const estimateUsd =
      event.event === "intent" ? event.estimateUsd : costs.get(attempt)?.estimateUsd;
    if (estimateUsd === undefined || settled.has(attempt)) continue;
    if (event.event === "downloaded") settled.add(attempt);
    costs.set(attempt, { costUsd: costAfter(event), estimateUsd });
  }
  return [...costs.values()];
}

/** Null from the moment of sending until the cost is known. */
function costAfter(event: RolloutEvent): number | null {
  switch (event.event) {
    case "intent":
    case "refused":
      return 0;
    case "submitted":
    case "started":
    case "unknown":
    case "cancel":
      return null;
    case "ended":
    case "downloaded":
      return event.costUsd;
    default:
      return assertNever(event);
  }
}

/**
 * The most that the attempts have cost or can still cost, in US dollars.
 *
 * @param fallbackUsd taken for attempts without an estimate of their own
 */
export function committedUsd(costs: readonly AttemptCost[], fallbackUsd: number): number {
  return costs.reduce((sum, cost) => sum + (cost.costUsd ?? cost.estimateUsd ?? fallbackUsd), 0);
}

export function sumCosts(costs: Iterable<AttemptCost>): Costs {
  let knownUsd = 0;
  let unknownCount = 0;
  for (const { costUsd } of costs) {
    if (costUsd === null) unknownCount += 1;
    else knownUsd += costUsd;
  }
  return { spentUsd: unknownCount > 0 ? null : knownUsd, knownUsd, unknownCount };
}
