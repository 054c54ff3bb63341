/** How well frames were read, in words. Pure. */
import type { ReadingRow } from "../../core/schema/report.ts";
import { LABEL_FILLS } from "./charts/patterns.ts";

/** "98 % exact, 2 % partial". */
export function describeReading(counts: ReadingRow["counts"], total: number): string {
  if (total === 0) return "no frames";
  const parts = LABEL_FILLS.flatMap(({ label, word }) => {
    const sum = (counts[label] ?? []).reduce((a, b) => a + b, 0);
    if (sum === 0) return [];
    const share = (100 * sum) / total;
    return [
      `${share < 1 || (share > 99 && share < 100) ? share.toFixed(1) : Math.round(share)} % ${word}`,
    ];
  });
  return parts.join(", ");
}
