/** Which of the possible places of a fault is taken. */
import { RuleError } from "../../../core/errors.ts";
import type { Rng } from "../../../core/rng/mt19937.ts";

/**
 * One of the cheapest places of the first group that has any, each as likely.
 * @throws RuleError when no group has any
 */
export function choosePlace<T>(
  rng: Rng,
  groups: readonly (readonly T[])[],
  costOf: (place: T) => number,
  fault: string,
): T {
  const group = groups.find((places) => places.length > 0);
  if (group === undefined) throw noPlaceError(fault);
  const costs = group.map(costOf);
  const least = Math.min(...costs);
  return rng.choice(group.filter((_, index) => costs[index] === least));
}

/** What is thrown when a fault cannot be shown. */
export function noPlaceError(fault: string): RuleError {
  return new RuleError(
    `expected a place and a time for fault:${fault} but received a board and clip without any. ` +
      "Take another instance, or more frames.",
  );
}
