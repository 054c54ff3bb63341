/**
 * Crossings do not come and go. A pair flickers when its invariants, or whether the two ropes cross at
 * all, change, last, and change back while no end of any rope is on its way.
 */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";
import type { Run } from "../track.ts";
import { countPairSteps } from "./crossing-change.ts";
import { byFrame, steadyRuns, violationOver } from "./lasting.ts";
import type { PairReading, PairTrack } from "./pairs.ts";
import type { Hop } from "./rests.ts";
import { type RopeTracks, secondsBetween } from "./tracks.ts";

export function checkFlicker(
  tracks: RopeTracks,
  pairs: readonly PairTrack[],
  hops: readonly Hop[],
): CheckResult {
  const { observations } = tracks;
  const violations = pairs.flatMap(({ where, readings }): Violation[] =>
    [nameSums, nameCrossing].flatMap((name) => {
      const values = readings.map((reading) => (reading ? name(reading) : undefined));
      return returns(steadyRuns(observations, values, { keepsStart: true }))
        .filter(([before, , after]) => isQuiet(tracks, hops, before.last, after.first))
        .map(([before, between]) =>
          violationOver(observations, between, {
            where,
            reason: "changed_and_changed_back",
            measured: between.value,
            limit: before.value,
          }),
        );
    }),
  );
  const seen = new Set<string>();
  return checkResult("topology_flicker_consistency", "dynamic", {
    violations: violations.sort(byFrame).filter(({ where, frame }) => {
      const key = `${where} ${frame}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
    ...countPairSteps(tracks, pairs),
  });
}

function nameSums({ over, total, isDoubtful }: PairReading): string | undefined {
  return over === undefined || isDoubtful ? undefined : `over ${over}, under ${total - over}`;
}

/** Apart, or across each other by more than a touch; undefined in between. */
function nameCrossing({ total, crossings, touches, depth }: PairReading): string | undefined {
  if (crossings.length === 0) return touches === 0 ? "apart" : undefined;
  return total !== 0 || depth > ROPE_MOTION_THRESHOLDS.deepLens ? "crossing" : undefined;
}

/** Three runs in a row of which the last one is as the first one. */
function returns(
  runs: readonly Run<string>[],
): readonly (readonly [Run<string>, Run<string>, Run<string>])[] {
  return runs.flatMap((before, k) => {
    const [between, after] = [runs[k + 1], runs[k + 2]];
    const isBack =
      between !== undefined && after?.value === before.value && between.value !== before.value;
    return isBack ? [[before, between, after] as const] : [];
  });
}

/** No end was on its way, or had just come down. */
function isQuiet(
  { observations }: RopeTracks,
  hops: readonly Hop[],
  from: number,
  to: number,
): boolean {
  const { liftSec, settleSec } = ROPE_MOTION_THRESHOLDS;
  return hops.every(
    ({ takeoff, landing }) =>
      secondsBetween(observations, to, takeoff) > liftSec ||
      secondsBetween(observations, landing, from) > settleSec,
  );
}
