/** Static check of rope ends: two a rope, each in a hole of its own unless it is carried. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { holeName } from "../../../tasks/untangle/names.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { byFrame, lastingFaults, SOUND, violationOver } from "./lasting.ts";
import type { Rest } from "./rests.ts";
import { countFrames, distanceOf, holePoint, type RopeTracks, secondsBetween } from "./tracks.ts";

export function checkEndpoints(
  tracks: RopeTracks,
  rests: readonly (readonly Rest[])[],
): CheckResult {
  const { observations, ropes } = tracks;
  const violations = [
    ...restsBesideHoles(tracks, rests),
    ...sharedHoles(tracks, rests),
    ...ropes.flatMap((track) =>
      lastingFaults(
        observations,
        track.where,
        track.readings.map((reading) =>
          reading === undefined ? undefined : reading.extraPlugs.length === 1 ? "third_end" : SOUND,
        ),
      ),
    ),
  ];
  return checkResult("endpoint_configuration", "static", {
    violations: violations.sort(byFrame),
    ...countFrames(observations, ropes),
  });
}

function restsBesideHoles(
  { ends, observations, gridSize }: RopeTracks,
  rests: readonly (readonly Rest[])[],
): readonly Violation[] {
  return ends.flatMap((track, index) =>
    (rests[index] ?? [])
      .filter(({ hole }) => hole === null)
      .map((rest) => {
        const offsets = track.readings
          .slice(rest.first, rest.last + 1)
          .flatMap((reading) => (reading === undefined ? [] : [reading.offset]));
        return violationOver(observations, rest, {
          where: track.where,
          reason: "end_rests_beside_holes",
          measured: rounded(Math.min(...offsets)),
          limit: nearestHoleName(gridSize, rest),
        });
      }),
  );
}

function nearestHoleName(gridSize: number, { at }: Rest): string {
  const holes = Array.from({ length: gridSize ** 2 }, (_, hole) => hole);
  const distance = (hole: number): number => distanceOf(at, holePoint(gridSize, hole));
  const nearest = holes.reduce((best, hole) => (distance(hole) < distance(best) ? hole : best), 0);
  return holeName(gridSize, nearest);
}

/** Two ends that rest in one hole at a time. */
function sharedHoles(
  { ends, observations, gridSize }: RopeTracks,
  rests: readonly (readonly Rest[])[],
): readonly Violation[] {
  return ends.flatMap((track, a) =>
    ends.slice(a + 1).flatMap((other, k): Violation[] =>
      (rests[a] ?? []).flatMap((rest) =>
        (rests[a + 1 + k] ?? []).flatMap((second): Violation[] => {
          if (rest.hole === null || rest.hole !== second.hole) return [];
          const first = Math.max(rest.first, second.first);
          const last = Math.min(rest.last, second.last);
          const isLasting =
            last > first &&
            secondsBetween(observations, first, last) >= ROPE_MOTION_THRESHOLDS.lastingSec;
          if (!isLasting) return [];
          return [
            violationOver(
              observations,
              { first, last },
              {
                where:
                  track.where === other.where ? track.where : `${track.where} and ${other.where}`,
                reason: "two_ends_in_one_hole",
                measured: holeName(gridSize, rest.hole),
              },
            ),
          ];
        }),
      ),
    ),
  );
}
