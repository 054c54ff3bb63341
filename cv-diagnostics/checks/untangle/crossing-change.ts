/**
 * Crossings of two ropes change through an end that passes, or in the ways that continuous motion
 * allows. What continuous motion keeps is in pairs.ts, whether an end passed in passes.ts; this file
 * puts both together and dates what neither explains.
 */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";
import type { Run } from "../track.ts";
import { byFrame, steadyRuns, violationOver } from "./lasting.ts";
import { isDown, isRestingAt } from "./motions.ts";
import type { PairReading, PairTrack } from "./pairs.ts";
import { countPasses } from "./passes.ts";
import type { Hop } from "./rests.ts";
import { isCovered, type RopeTracks, secondsBetween } from "./tracks.ts";

/** A pair's invariants before and after. */
export type PairChange = {
  readonly before: Run<string>;
  readonly after: Run<string>;
  /** Passes of ends that it takes. */
  readonly passes: number;
  readonly isFlip: boolean;
};

export function checkCrossingChanges(
  tracks: RopeTracks,
  pairs: readonly PairTrack[],
  hops: readonly Hop[],
): CheckResult {
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  for (const pair of pairs) {
    for (const change of changesOf(tracks, pair)) {
      const cause = explain(tracks, pair, change, hops);
      if (cause === "unseen") hasUnseenChange = true;
      if (cause !== "nothing") continue;
      violations.push(
        violationOver(tracks.observations, change.after, {
          where: pair.where,
          reason: reasonOf(pair, change),
          measured: change.after.value,
          limit: change.before.value,
        }),
      );
    }
  }
  return checkResult("crossing_change_valid", "dynamic", {
    violations: violations.sort(byFrame),
    ...countPairSteps(tracks, pairs),
    hasUnseenChange,
  });
}

/** Lasting changes of a pair's invariants: of all signs together, and of over and under alone. */
export function changesOf(tracks: RopeTracks, pair: PairTrack): readonly PairChange[] {
  const { observations } = tracks;
  const totals = pair.readings.map((reading) =>
    reading === undefined || reading.isDoubtful ? undefined : nameTotal(reading.total),
  );
  const told = pair.readings.map((reading) =>
    reading === undefined || reading.isDoubtful ? undefined : nameSums(reading),
  );
  const changes = changesBetween(steadyRuns(observations, totals, { keepsStart: true })).map(
    ([before, after]): PairChange => {
      const total = totalAt(pair, after.first);
      const step = (total ?? 0) - (totalAt(pair, before.last) ?? 0);
      // Doubtful sums do not make a change, but they date it.
      let { first } = after;
      while (first - 1 > before.last && totalAt(pair, first - 1) === total) first--;
      return { before, after: { ...after, first }, passes: Math.abs(step), isFlip: false };
    },
  );
  const flips = changesBetween(steadyRuns(observations, told, { keepsStart: true })).flatMap(
    ([before, after]): PairChange[] => {
      const isSameTotal = totalAt(pair, before.last) === totalAt(pair, after.first);
      const step = overAt(pair, after.first) - overAt(pair, before.last);
      return isSameTotal ? [{ before, after, passes: 2 * Math.abs(step), isFlip: true }] : [];
    },
  );
  return [...changes, ...flips];
}

/** Neighbouring runs of different values. */
function changesBetween(
  runs: readonly Run<string>[],
): readonly (readonly [Run<string>, Run<string>])[] {
  const changes: (readonly [Run<string>, Run<string>])[] = [];
  let open: Run<string> | undefined;
  for (const run of runs) {
    if (open !== undefined && open.value !== run.value) changes.push([open, run]);
    open = run;
  }
  return changes;
}

function nameTotal(total: number): string {
  return `signs ${total}`;
}

function nameSums({ total, over }: PairReading): string | undefined {
  return over === undefined ? undefined : `over ${over}, under ${total - over}`;
}

function totalAt({ readings }: PairTrack, at: number): number | undefined {
  return readings[at]?.total;
}

function overAt({ readings }: PairTrack, at: number): number {
  return readings[at]?.over ?? 0;
}

/** What may have changed a pair: an end that passed, something that nobody saw, or nothing. */
function explain(
  tracks: RopeTracks,
  { ropes }: PairTrack,
  change: PairChange,
  hops: readonly Hop[],
): "pass" | "unseen" | "nothing" {
  const { before, after, passes } = change;
  const moving = hops.filter((hop) => mayCause(tracks, ropes, change, hop));
  const seen = countPasses(tracks, ropes, before.last - 1, after.first + 1);
  // A carried rope drags others along, over plugs too.
  const isCarried = moving.some(({ rope }) => ropes.includes(rope));
  const count = isCarried ? seen.count : moving.length > 0 ? seen.sure : 0;
  if (count >= passes) return "pass";
  return seen.isBlind ? "unseen" : "nothing";
}

/** Whether a carry reaches up to a change: it began before, and the ropes have not rested since. */
function mayCause(
  { observations, ropes }: RopeTracks,
  [a, b]: PairTrack["ropes"],
  { before, after }: PairChange,
  hop: Hop,
): boolean {
  const { liftSec, settleSec } = ROPE_MOTION_THRESHOLDS;
  if (secondsBetween(observations, after.first, hop.takeoff) > liftSec) return false;
  if (secondsBetween(observations, hop.landing, before.last) > settleSec) return false;
  const [first, second] = [ropes[a], ropes[b]];
  if (first === undefined || second === undefined) return false;
  for (let at = hop.landing + 1; at <= before.last; at++) {
    const isAtRest = isRestingAt(first, at) && isRestingAt(second, at);
    if (isAtRest && isDown(observations, hop, at)) return false;
  }
  return true;
}

function reasonOf({ readings }: PairTrack, { before, after, isFlip }: PairChange): string {
  if (isFlip) return "over_became_under";
  const count = (at: number): number => readings[at]?.crossings.length ?? 0;
  return count(after.first) < count(before.last) ? "crossing_vanished" : "crossing_appeared";
}

/** Pairs over neighbouring sampled frames: those of which all was told, and the others. */
export function countPairSteps(
  { observations }: RopeTracks,
  pairs: readonly PairTrack[],
): { readonly decided: number; readonly unread: number } {
  const { maxUntoldSec } = ROPE_MOTION_THRESHOLDS;
  let decided = 0;
  let unread = 0;
  for (const { readings } of pairs) {
    const told = readings.map((reading) =>
      reading !== undefined && (reading.isDoubtful || reading.over !== undefined)
        ? true
        : undefined,
    );
    let last: boolean | undefined;
    observations.forEach(({ sampled }, at) => {
      if (!sampled) return;
      const isTold = isCovered(observations, told, at, maxUntoldSec);
      if (last === true && isTold) decided++;
      else if (last !== undefined) unread++;
      last = isTold;
    });
  }
  return { decided, unread };
}
