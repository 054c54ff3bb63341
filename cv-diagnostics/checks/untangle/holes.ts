/** Static check of the board: every hole where it belongs, and no other. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { holeName } from "../../../tasks/untangle/names.ts";
import type { RopeFrameState } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { byFrame, steadyRuns, violationOver } from "./lasting.ts";
import { countFrames, distanceOf, holePoint, type RopeTracks } from "./tracks.ts";

export function checkBoard({ observations, gridSize }: RopeTracks): CheckResult {
  const states = observations.map(({ state, label }) =>
    label === "failed" || state === undefined || state.seenHoles === 0 ? undefined : state,
  );
  const holes = Array.from({ length: gridSize ** 2 }, (_, hole) => hole);
  const missing = holes.flatMap((hole) => {
    const values = states.map((state) => state?.missingHoles.includes(hole));
    return steadyRuns(observations, values)
      .filter(({ value }) => value)
      .map((run): Violation => {
        const shift = movedBy(states[run.first], hole, gridSize);
        return violationOver(observations, run, {
          where: holeName(gridSize, hole),
          ...(shift === undefined
            ? { reason: "hole_missing" }
            : { reason: "hole_moved", measured: rounded(shift), limit: 0 }),
        });
      });
  });
  const strays = holes.flatMap((hole) => {
    const values = states.map((state) => state && straysAt(state, hole).length > 0);
    return steadyRuns(observations, values)
      .filter(({ value }) => value)
      .map((run) =>
        violationOver(observations, run, {
          where: holeName(gridSize, hole),
          reason: "hole_where_none_belongs",
        }),
      );
  });
  return checkResult("board_intact", "static", {
    violations: [...missing, ...strays].sort(byFrame),
    ...countFrames(observations, [{ readings: states }]),
  });
}

/** Stray holes that are nearest to a hole and belong to no missing one. */
function straysAt(state: RopeFrameState, hole: number): readonly (readonly [number, number])[] {
  const { gridSize, missingHoles, strayHoles } = state;
  const { movedHoleReach } = ROPE_MOTION_THRESHOLDS;
  const distance = (stray: readonly [number, number], to: number): number =>
    distanceOf(stray, holePoint(gridSize, to));
  return strayHoles.filter((stray) => {
    if (missingHoles.some((other) => distance(stray, other) <= movedHoleReach)) return false;
    const holes = Array.from({ length: gridSize ** 2 }, (_, other) => other);
    return holes.every((other) => other === hole || distance(stray, hole) < distance(stray, other));
  });
}

/** How far away the missing hole is seen, if it is. */
function movedBy(
  state: RopeFrameState | undefined,
  hole: number,
  gridSize: number,
): number | undefined {
  const shifts = (state?.strayHoles ?? [])
    .map((stray) => distanceOf(stray, holePoint(gridSize, hole)))
    .filter((shift) => shift <= ROPE_MOTION_THRESHOLDS.movedHoleReach);
  return shifts.length > 0 ? Math.min(...shifts) : undefined;
}
