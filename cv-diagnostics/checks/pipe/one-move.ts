/** One piece at a time: no two cells in motion in the same frame, no two moves between two frames. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { PIECE_SHAPES, turnBetween } from "../../grid/pipe/pieces.ts";
import { cellName } from "../../grid/pipe/state.ts";
import { PIPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { type CellTrack, type Motion, type PipeObservation, restMask } from "./tracks.ts";

export function checkOneMove(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
  motions: readonly Motion[],
  gridSize: number,
): CheckResult {
  const name = (cells: readonly number[]): string =>
    cells.map((cell) => cellName(cell, gridSize)).join(" and ");
  const violations: Violation[] = [];
  let decided = 0;
  let unread = 0;
  let hasUnseenChange = false;
  let open: { readonly cells: string; readonly at: number; readonly violation: number } | undefined;
  observations.forEach((observation, at) => {
    const isSharp = isSharpAt(tracks, motions, at);
    const before = observations[at - 1];
    if (observation.sampled && before && before.index !== observation.index) {
      if (isSharp) decided++;
      else unread++;
    }
    const moving = cellsInMotion(motions, at);
    if (moving.length >= 2 && isSharp) {
      const cells = name(moving);
      const last = open?.cells === cells && open.at === at - 1 ? open.violation : violations.length;
      const lasting = violations[last];
      if (lasting) {
        violations[last] = { ...lasting, toFrame: observation.index };
      } else {
        violations.push({
          frame: observation.index,
          where: cells,
          reason: "several_cells_in_motion",
          measured: moving.length,
          limit: 1,
        });
      }
      open = { cells, at, violation: last };
    }
    if (!before) return;
    const joint = jointTurn(tracks, at);
    if (joint) {
      violations.push({
        frame: before.index,
        toFrame: observation.index,
        where: name(joint.cells),
        reason: "several_moves_between_frames",
        measured: rounded(joint.totalDeg),
        limit: 90,
      });
    }
  });
  if (hidesSeveralMoves(tracks, motions, observations)) hasUnseenChange = true;
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("one_move_at_a_time", "dynamic", {
    violations,
    decided,
    unread,
    hasUnseenChange,
  });
}

/** Cells strictly between their last rest in one pose and their first rest in another. */
function cellsInMotion(motions: readonly Motion[], at: number): readonly number[] {
  return motions.filter((m) => m.from < at && at < m.to).map((m) => m.cell);
}

/** Enough of the pieces that are not moving can be read: what is unread is then really in motion. */
function isSharpAt(tracks: readonly CellTrack[], motions: readonly Motion[], at: number): boolean {
  const moving = new Set(cellsInMotion(motions, at));
  const resting = tracks.filter((track) => !moving.has(track.cell));
  if (resting.length === 0) return false;
  const read = resting.filter((track) => track.readings[at] !== undefined).length;
  return read >= PIPE_MOTION_THRESHOLDS.sharpRatio * resting.length;
}

/** Two or more cells that turn between neighbouring observations by more than one move can. */
function jointTurn(
  tracks: readonly CellTrack[],
  at: number,
): { readonly cells: readonly number[]; readonly totalDeg: number } | undefined {
  const cells: number[] = [];
  let totalDeg = 0;
  for (const track of tracks) {
    const before = track.readings[at - 1];
    const after = track.readings[at];
    if (!before || !after || before.kind !== after.kind || after.kind === "empty") continue;
    const turn = Math.abs(
      turnBetween(before.angleDeg, after.angleDeg, PIECE_SHAPES[after.kind].periodDeg),
    );
    if (turn < PIPE_MOTION_THRESHOLDS.jointTurnDeg) continue;
    cells.push(track.cell);
    totalDeg += turn;
  }
  const limit = 90 + PIPE_MOTION_THRESHOLDS.jointToleranceDeg;
  return cells.length >= 2 && totalDeg > limit ? { cells, totalDeg } : undefined;
}

/** Two cells changed over a stretch in which the frames themselves could not be read. */
function hidesSeveralMoves(
  tracks: readonly CellTrack[],
  motions: readonly Motion[],
  observations: readonly PipeObservation[],
): boolean {
  return observations.some((_, at) => {
    const moving = cellsInMotion(motions, at);
    return (
      moving.length >= 2 &&
      !isSharpAt(tracks, motions, at) &&
      moving.every((cell) => restMask(tracks[cell]?.readings[at]) === undefined)
    );
  });
}
