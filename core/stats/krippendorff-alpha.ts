/** Krippendorff's alpha for nominal data: any number of raters, ratings may be missing. */
import { type Coefficient, undefinedCoefficient } from "./coefficient.ts";

/**
 * alpha = 1 - Do / De over the coincidences of values within units: Krippendorff, Computing
 * Krippendorff's alpha-reliability, 2011, section C. A unit with m ratings gives each of its ordered
 * pairs the weight 1 / (m - 1); units with fewer than two ratings say nothing and are left out. Where
 * only one value was ever used, De is 0 and alpha undefined.
 *
 * @param units ratings of each unit, the missing ones left out, in any order
 */
export function krippendorffAlpha(units: readonly (readonly string[])[]): Coefficient {
  const pairable = units.filter((unit) => unit.length >= 2);
  if (pairable.length === 0) return undefinedCoefficient("no_units", 0);
  const totals = new Map<string, number>();
  let values = 0;
  let disagreement = 0;
  for (const unit of pairable) {
    const counts = new Map<string, number>();
    for (const value of unit) counts.set(value, (counts.get(value) ?? 0) + 1);
    let differing = unit.length * unit.length;
    for (const [value, times] of counts) {
      differing -= times * times;
      totals.set(value, (totals.get(value) ?? 0) + times);
    }
    disagreement += differing / (unit.length - 1);
    values += unit.length;
  }
  if (totals.size === 1) return undefinedCoefficient("no_variation", pairable.length);
  let expected = values * values;
  for (const times of totals.values()) expected -= times * times;
  return { value: 1 - ((values - 1) * disagreement) / expected, units: pairable.length };
}
