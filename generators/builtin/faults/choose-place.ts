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

/** Places at which it is tried to build, at most. */
const MAX_BUILT = 1000;

/**
 * What is built at the first place where it can be: cheapest places first, equal ones in any order.
 * @param build returns undefined where it cannot be
 * @throws RuleError when it can be at none of the first MAX_BUILT places
 */
export function buildAtPlace<T, Built>(
  rng: Rng,
  places: readonly T[],
  costOf: (place: T) => number,
  build: (place: T) => Built | undefined,
  fault: string,
): Built {
  const ranked = rng.shuffle(places.map((place) => ({ place, cost: costOf(place) })));
  ranked.sort((a, b) => a.cost - b.cost);
  for (const { place } of ranked.slice(0, MAX_BUILT)) {
    const built = build(place);
    if (built !== undefined) return built;
  }
  throw noPlaceError(fault);
}

/** What is thrown when a fault cannot be shown. */
export function noPlaceError(fault: string): RuleError {
  return new RuleError(
    `expected a place and a time for fault:${fault} but received a board and clip without any. ` +
      "Take another instance, or more frames.",
  );
}
