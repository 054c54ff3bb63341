/** Fleiss' kappa: agreement of many raters beyond chance, when each unit has as many ratings. */
import { ProbeError } from "../errors.ts";
import { type Coefficient, undefinedCoefficient } from "./coefficient.ts";

/**
 * kappa = (P - Pe) / (1 - Pe), P the mean over units of the share of agreeing pairs of ratings, Pe the
 * sum of squared shares of the categories: Fleiss, Measuring nominal scale agreement among many raters,
 * Psychological Bulletin 76, 1971, formulas 2 to 7.
 *
 * @param units ratings of each unit, two or more, the same number for every unit, in any order
 * @throws ProbeError (`internal`) when the units have different numbers of ratings, or fewer than two
 */
export function fleissKappa(units: readonly (readonly string[])[]): Coefficient {
  const [first] = units;
  if (first === undefined) return undefinedCoefficient("no_units", 0);
  const raters = first.length;
  if (raters < 2 || units.some((unit) => unit.length !== raters)) {
    const lengths = [...new Set(units.map((unit) => unit.length))].join(", ");
    throw new ProbeError(
      "internal",
      `expected units with the same number of ratings, 2 or more, for Fleiss' kappa but received ${lengths}`,
    );
  }
  const totals = new Map<string, number>();
  let agreeingPairs = 0;
  for (const unit of units) {
    const counts = new Map<string, number>();
    for (const category of unit) counts.set(category, (counts.get(category) ?? 0) + 1);
    for (const [category, times] of counts) {
      agreeingPairs += times * (times - 1);
      totals.set(category, (totals.get(category) ?? 0) + times);
    }
  }
  if (totals.size === 1) return undefinedCoefficient("no_variation", units.length);
  const observed = agreeingPairs / (units.length * raters * (raters - 1));
  const ratings = units.length * raters;
  let chance = 0;
  for (const times of totals.values()) chance += (times / ratings) ** 2;
  return { value: (observed - chance) / (1 - chance), units: units.length };
}
