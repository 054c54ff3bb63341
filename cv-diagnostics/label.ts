/** Labels of frames by the share of their parts that could be read; the same for every task. */
import type { FrameLabel } from "../core/schema/verdict.ts";
import { LABEL_THRESHOLDS } from "./thresholds.ts";

/** @param readRatio share of the board's parts that could be read, 0..1 */
export function labelByReadRatio(readRatio: number): FrameLabel {
  if (readRatio >= 1) return "exact";
  if (readRatio >= LABEL_THRESHOLDS.partialRatio) return "partial";
  if (readRatio >= LABEL_THRESHOLDS.degradedRatio) return "degraded";
  return "failed";
}
