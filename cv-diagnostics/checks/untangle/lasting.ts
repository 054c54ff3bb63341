/** Which faults of single frames last, and their violations. */
import type { Violation } from "../../../core/schema/verdict.ts";
import type { Observation } from "../../judge.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { type Run, runsOf, withoutSpikes } from "../track.ts";
import { secondsBetween } from "./tracks.ts";

/**
 * Runs of equal values that are no errors of reading: two observations or more, over `minSec` or up to
 * the last one; or the whole clip.
 * @param values one an observation; undefined where unread, which neither ends nor starts a run
 */
export function steadyRuns<Value extends string | number | boolean>(
  observations: readonly Observation<unknown>[],
  values: readonly (Value | undefined)[],
  options: {
    /** @default ROPE_MOTION_THRESHOLDS.lastingSec */
    readonly minSec?: number;
    /** A first run of two observations counts, however short: it is what the clip began with. */
    readonly keepsStart?: boolean;
  } = {},
): readonly Run<Value>[] {
  const { minSec = ROPE_MOTION_THRESHOLDS.lastingSec, keepsStart = false } = options;
  const readings = withoutSpikes(values, (a, b) => a === b);
  const end = readings.findLastIndex((value) => value !== undefined);
  const start = readings.findIndex((value) => value !== undefined);
  return runsOf({ readings }, (value) => value).filter(({ first, last }) => {
    if (first === start && last === end) return true;
    if (last === first) return false;
    const isAtEdge = last === end || (keepsStart && first === start);
    return isAtEdge || secondsBetween(observations, first, last) >= minSec;
  });
}

/** The violation of a run. */
export function violationOver(
  observations: readonly Observation<unknown>[],
  { first, last }: Pick<Run<unknown>, "first" | "last">,
  what: Omit<Violation, "frame" | "toFrame">,
): Violation {
  const frame = observations[first]?.index ?? 0;
  return { frame, toFrame: observations[last]?.index ?? frame, ...what };
}

/** Violations of every run in which a reason holds. */
export function lastingFaults(
  observations: readonly Observation<unknown>[],
  where: string,
  reasons: readonly (string | undefined)[],
  options: { readonly minSec?: number } = {},
): readonly Violation[] {
  return steadyRuns(observations, reasons, options).flatMap((run) =>
    run.value === SOUND ? [] : [violationOver(observations, run, { where, reason: run.value })],
  );
}

/** The value of an observation at which nothing is wrong. */
export const SOUND = "sound";

export function byFrame(a: Violation, b: Violation): number {
  return a.frame - b.frame || (a.where < b.where ? -1 : a.where > b.where ? 1 : 0);
}
