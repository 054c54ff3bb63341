/** Who gets which items, and in which order. Pure. */
import { UsageError } from "../../core/errors.ts";
import { rngFromText } from "../../core/rng/mt19937.ts";

export type RaterOptions = {
  /** 1 or more. */
  readonly raters: number;
  /** Items that everybody gets. @default all of them */
  readonly overlap?: number | undefined;
  readonly seed: number;
};

export type Assignment = {
  /** rater-1 and so on. */
  readonly raters: readonly string[];
  readonly overlap: number;
  /** Raters of each item, in the order of the items. */
  readonly ratersOf: readonly (readonly string[])[];
  /** Positions of a rater's items, in that rater's own order: what one says does not follow on another. */
  readonly orderOf: ReadonlyMap<string, readonly number[]>;
};

/**
 * The first `overlap` items go to everybody, the others are dealt in turn.
 * @throws UsageError when the overlap exceeds the items
 */
export function assignRaters(
  items: number,
  { raters: people, overlap = items, seed }: RaterOptions,
): Assignment {
  if (overlap > items) {
    throw new UsageError(
      `expected at most ${items} for --overlap but received ${overlap}. The sheet has ${items} clips`,
    );
  }
  const raters = Array.from({ length: people }, (_, i) => `rater-${i + 1}`);
  const ratersOf = Array.from({ length: items }, (_, i) =>
    i < overlap ? raters : raters.slice((i - overlap) % people, ((i - overlap) % people) + 1),
  );
  const orderOf = new Map(
    raters.map((rater) => {
      const own = ratersOf.flatMap((names, i) => (names.includes(rater) ? [i] : []));
      return [rater, rngFromText(`topoprobe sheet ${seed} ${rater}`).shuffle(own)] as const;
    }),
  );
  return { raters, overlap: people === 1 ? items : overlap, ratersOf, orderOf };
}
