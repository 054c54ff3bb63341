/** Cohen's kappa: agreement of two raters beyond chance, each with a chance of their own. */
import { type Coefficient, undefinedCoefficient } from "./coefficient.ts";

/**
 * kappa = (po - pe) / (1 - pe), po the share of units on which both say the same and pe what their
 * marginal shares let expect: Cohen, A coefficient of agreement for nominal scales, Educational and
 * Psychological Measurement 20, 1960, formula 1. Where both always say one and the same word, pe is 1
 * and kappa is 0/0: undefined, not perfect.
 *
 * @param pairs one entry for each unit that both rated
 */
export function cohenKappa(pairs: readonly (readonly [string, string])[]): Coefficient {
  const n = pairs.length;
  if (n === 0) return undefinedCoefficient("no_units", 0);
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  let same = 0;
  for (const [a, b] of pairs) {
    first.set(a, (first.get(a) ?? 0) + 1);
    second.set(b, (second.get(b) ?? 0) + 1);
    if (a === b) same++;
  }
  let chance = 0;
  for (const [category, times] of first) chance += times * (second.get(category) ?? 0);
  // In counts: (n same - chance) / (n^2 - chance), so that "no variation" is an exact comparison.
  if (chance === n * n) return undefinedCoefficient("no_variation", n);
  return { value: (n * same - chance) / (n * n - chance), units: n };
}
