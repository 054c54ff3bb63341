/**
 * Something on the board through time: its readings in order of the observations, freed of readings
 * that contradict both neighbours. Knows nothing of any task and owns no verdict.
 */
import type { CheckResult, Violation } from "../../core/schema/verdict.ts";
import type { Observation } from "../judge.ts";
import { checkResult } from "./result.ts";

/** One place at every observation; undefined where it could not be read. */
export type Track<Reading> = {
  /** The place in the words of the task, as violations name it. */
  readonly where: string;
  readonly readings: readonly (Reading | undefined)[];
};

/**
 * Drops a reading that differs from both neighbours while these agree with each other. Something
 * that lasts one observation cannot be told from an error of reading.
 */
export function withoutSpikes<Reading>(
  readings: readonly (Reading | undefined)[],
  isAlike: (a: Reading, b: Reading) => boolean,
): readonly (Reading | undefined)[] {
  return readings.map((reading, i) => {
    const before = readings[i - 1];
    const after = readings[i + 1];
    if (reading === undefined || before === undefined || after === undefined) return reading;
    const isSpike = isAlike(before, after) && !isAlike(before, reading) && !isAlike(reading, after);
    return isSpike ? undefined : reading;
  });
}

/** A stretch of observations over which some property keeps one value. */
export type Run<Value> = {
  readonly value: Value;
  /** First and last observation at which it was read. */
  readonly first: number;
  readonly last: number;
};

/** Groups readings by a property; unread observations neither start nor end a run. */
export function runsOf<Reading, Value>(
  track: Pick<Track<Reading>, "readings">,
  property: (reading: Reading) => Value | undefined,
): readonly Run<Value>[] {
  const runs: Run<Value>[] = [];
  track.readings.forEach((reading, at) => {
    const value = reading === undefined ? undefined : property(reading);
    if (value === undefined) return;
    const open = runs.at(-1);
    if (open && open.value === value) runs[runs.length - 1] = { ...open, last: at };
    else runs.push({ value, first: at, last: at });
  });
  return runs;
}

/** Runs that are more than one observation long, or stand at the end of the clip. */
export function lastingRuns<Value>(
  runs: readonly Run<Value>[],
  observationCount: number,
): readonly Run<Value>[] {
  return runs.filter((run) => run.last > run.first || run.last === observationCount - 1);
}

/** Runs that last at least `minSec`, or are more than one observation long at the end of the clip. */
export function runsOfAtLeast<Value>(
  runs: readonly Run<Value>[],
  observations: readonly Observation<unknown>[],
  minSec: number,
): readonly Run<Value>[] {
  const timeOf = (at: number): number => observations[at]?.timeSec ?? 0;
  const end = observations.length - 1;
  return runs.filter(
    ({ first, last }) => timeOf(last) - timeOf(first) >= minSec || (last === end && last > first),
  );
}

/** A check that a property of every track keeps the value that it had when first read. */
export function checkLastingProperty<Reading, Value extends string | boolean>(
  name: string,
  observations: readonly Observation<unknown>[],
  tracks: readonly Track<Reading>[],
  property: (reading: Reading) => Value | undefined,
  reasonFor: (value: Value, baseline: Value) => string,
): CheckResult {
  const violations: Violation[] = [];
  for (const track of tracks) {
    const all = runsOf(track, property);
    const lasting = lastingRuns(all.slice(1), observations.length);
    const baseline = all[0]?.value;
    let current = baseline;
    for (const run of lasting) {
      const start = observations[run.first];
      const end = observations[run.last];
      const isChange = run.value !== current && run.value !== baseline;
      if (isChange && baseline !== undefined && start && end) {
        violations.push({
          frame: start.index,
          toFrame: end.index,
          where: track.where,
          reason: reasonFor(run.value, baseline),
          measured: String(run.value),
          limit: String(baseline),
        });
      }
      current = run.value;
    }
  }
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult(name, "dynamic", { violations, ...countTransitions(observations, tracks) });
}

/** Transitions between neighbouring sampled frames with every track read on both sides. */
export function countTransitions(
  observations: readonly Observation<unknown>[],
  tracks: readonly Track<unknown>[],
): { readonly decided: number; readonly unread: number } {
  let decided = 0;
  let unread = 0;
  let last: number | undefined;
  observations.forEach((observation, at) => {
    if (!observation.sampled) return;
    if (last !== undefined && observations[last]?.index !== observation.index) {
      const before = last;
      const isRead = tracks.every((track) => isSeenAt(track, before) && isSeenAt(track, at));
      if (isRead && tracks.length > 0) decided++;
      else unread++;
    }
    last = at;
  });
  return { decided, unread };
}

/** Read there, or right before and after: a single unread moment hides nothing. */
function isSeenAt(track: Track<unknown>, at: number): boolean {
  const { readings } = track;
  return (
    readings[at] !== undefined || (readings[at - 1] !== undefined && readings[at + 1] !== undefined)
  );
}
