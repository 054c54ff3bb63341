/** Means, and sums that keep apart what is not known. Pure. */
import type { KnownSum } from "../../core/schema/agent-metrics.ts";

/** Null is a part that nobody knows. */
export function sumKnown(parts: readonly (number | null)[]): KnownSum {
  const known = parts.filter((part) => part !== null);
  return { known: sumOf(known), unknown: parts.length - known.length };
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Null for no values. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length;
}
