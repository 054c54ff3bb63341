/** The judge of Pipe: its checks by their published names, and what they conclude. */
import { pipeTask } from "../../../tasks/pipe/index.ts";
import { drawPipeReading } from "../../grid/pipe/overlay.ts";
import { PIECE_SHAPES, turnBetween } from "../../grid/pipe/pieces.ts";
import { createPipeReader } from "../../grid/pipe/reader.ts";
import type { PipeFrameState } from "../../grid/pipe/state.ts";
import { type CheckDescription, defineJudge } from "../../judge.ts";
import { PIPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { rounded } from "../result.ts";
import { checkOccupancy, checkPieceTypes, checkRotations } from "./dynamic-checks.ts";
import { checkOneMove } from "./one-move.ts";
import { decodePlan } from "./plan.ts";
import { checkColours, checkInitialState, checkSource } from "./static-checks.ts";
import { judgeTerminal } from "./terminal.ts";
import { motionsOf, type PipeObservation, trackCells } from "./tracks.ts";

const describe = (
  id: string,
  kind: CheckDescription["kind"],
  description: string,
): CheckDescription => ({ id, task: "pipe", kind, description });

export const PIPE_CHECKS: readonly CheckDescription[] = [
  describe(
    "initial_state_match",
    "static",
    "Frame 0 shows the instance's pieces, turns and source.",
  ),
  describe(
    "color_matches_connectivity",
    "static",
    "A piece is green exactly when the source reaches it.",
  ),
  describe(
    "source_identity",
    "static",
    "The source's hub stands in its own cell and nowhere else.",
  ),
  describe("cell_occupancy_consistency", "dynamic", "No piece appears and none disappears."),
  describe("pipe_type_consistency", "dynamic", "A piece keeps its kind."),
  describe(
    "rotation_num_angle_valid",
    "dynamic",
    "Pieces turn clockwise by quarter turns, one quarter at a time.",
  ),
  describe("one_move_at_a_time", "dynamic", "No two pieces move at once."),
];

export const pipeJudge = defineJudge<PipeFrameState>({
  id: pipeTask.id,
  checks: PIPE_CHECKS,
  createReader: createPipeReader,
  needsFramesBetween,
  conclude(observations, instance) {
    const initial = pipeTask.initialState(instance);
    const { gridSize } = initial;
    const tracks = trackCells(observations);
    const motions = tracks.flatMap(motionsOf);
    return {
      checks: [
        checkInitialState(observations, initial),
        checkColours(observations, tracks, motions, initial),
        checkSource(observations, tracks, initial),
        checkOccupancy(observations, tracks),
        checkPieceTypes(observations, tracks),
        checkRotations(observations, tracks),
        checkOneMove(observations, tracks, motions, gridSize),
      ],
      terminal: judgeTerminal(observations, tracks, initial),
      plan: decodePlan(observations, tracks, motions, initial),
    };
  },
  describeState(state) {
    return {
      gridSize: state.gridSize,
      cells: state.cells.map((cell) => ({
        kind: cell.isRead ? cell.kind : "unread",
        angleDeg: Math.round(cell.angleDeg),
        colour: cell.colour,
        isSource: cell.isSource,
        confidence: rounded(cell.confidence),
      })),
    };
  },
  drawState: drawPipeReading,
  locate(where) {
    const match = /^x=(\d+),y=(\d+)/.exec(where);
    return match ? [Number(match[1]) + 0.5, Number(match[2]) + 0.5] : undefined;
  },
});

/** More than one small turn, or anything unread or replaced, needs the frames in between. */
function needsFramesBetween(before: PipeObservation, after: PipeObservation): boolean {
  if (!before.state || !after.state) return false;
  let changed = 0;
  for (const [index, cell] of after.state.cells.entries()) {
    const last = before.state.cells[index];
    if (!last || last === cell) continue;
    if (last.isRead !== cell.isRead) return true;
    if (!cell.isRead) continue;
    if (last.kind !== cell.kind || last.isSource !== cell.isSource) return true;
    const turn = Math.abs(
      turnBetween(last.angleDeg, cell.angleDeg, PIECE_SHAPES[cell.kind].periodDeg),
    );
    if (turn > 45) return true;
    if (turn > PIPE_MOTION_THRESHOLDS.stillDeg / 2) changed++;
  }
  return changed >= 2;
}
