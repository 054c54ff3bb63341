/** The judge of One Stroke: its checks by their published names, and what they conclude. */
import { oneStrokeTask } from "../../../tasks/one-stroke/index.ts";
import { latticeEdges } from "../../grid/one-stroke/lattice.ts";
import { drawStrokeReading } from "../../grid/one-stroke/overlay.ts";
import { createStrokeReader } from "../../grid/one-stroke/reader.ts";
import { hasDiagonal, type StrokeFrameState } from "../../grid/one-stroke/state.ts";
import { type CheckDescription, defineJudge } from "../../judge.ts";
import { STROKE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { rounded } from "../result.ts";
import { checkCells, checkGrowth, checkOneEdge } from "./dynamic-checks.ts";
import { decodeStrokePlan } from "./plan.ts";
import {
  checkContinuity,
  checkInitialBoard,
  checkPathValidity,
  checkPegs,
  checkSeparation,
  traceAll,
} from "./static-checks.ts";
import { judgeStrokeTerminal } from "./terminal.ts";
import { sharedVertex } from "./trace.ts";
import { drawnShare, drawnSpans, type StrokeObservation, trackStroke } from "./tracks.ts";

const describe = (
  id: string,
  kind: CheckDescription["kind"],
  description: string,
): CheckDescription => ({ id, task: oneStrokeTask.id, kind, description });

export const STROKE_CHECKS: readonly CheckDescription[] = [
  describe("initial_state_match", "static", "Frame 0 shows the instance's patches and no stroke."),
  describe("path_validity", "static", "The stroke is a simple path along lattice edges."),
  describe("start_end_validity", "static", "Start and goal peg stand in their places."),
  describe("path_continuity", "static", "The stroke is one piece that begins at the start."),
  describe(
    "different_color_separation_valid",
    "static",
    "A stroke that has reached the goal separates the colours.",
  ),
  describe("grid_cell_temporal_consistency", "dynamic", "Every patch keeps its place and colour."),
  describe(
    "path_temporal_consistency",
    "dynamic",
    "The stroke grows or retracts at its head only.",
  ),
  describe("one_move_at_a_time", "dynamic", "Edges are drawn one after the other."),
];

export const strokeJudge = defineJudge<StrokeFrameState>({
  id: oneStrokeTask.id,
  checks: STROKE_CHECKS,
  createReader: createStrokeReader,
  needsFramesBetween,
  conclude(observations, instance) {
    const initial = oneStrokeTask.initialState(instance);
    const { width, height } = initial;
    const tracks = trackStroke(observations, { width, height });
    const spans = drawnSpans(tracks, observations.length);
    const traces = traceAll(observations, tracks, spans);
    return {
      checks: [
        checkInitialBoard(observations, tracks, initial),
        checkPathValidity(observations, tracks, spans),
        checkPegs(observations, tracks),
        checkContinuity(observations, tracks, traces),
        checkSeparation(observations, tracks, spans, traces, initial),
        checkCells(observations, tracks),
        checkGrowth(observations, tracks, spans, traces),
        checkOneEdge(observations, tracks),
      ],
      terminal: judgeStrokeTerminal(observations, tracks, spans, initial),
      plan: decodeStrokePlan(observations, traces, initial),
    };
  },
  describeState(state) {
    return {
      cells: state.cells.map((cell) => cell ?? "unread"),
      edges: state.edges.map((edge) =>
        edge.cover === "none" || edge.cover === "full"
          ? edge.cover
          : { cover: edge.cover, share: rounded(edge.share) },
      ),
      marks: state.vertices.flatMap((mark, vertex) =>
        mark === "start" || mark === "goal" ? [{ vertex, mark }] : [],
      ),
      diagonals: state.corners.flatMap((corners, cell) => (hasDiagonal(corners) ? [cell] : [])),
    };
  },
  drawState: drawStrokeReading,
  locate: locatePlace,
});

/** Middle of a named place in board units, y down. */
function locatePlace(
  where: string,
  grid: { readonly rows: number; readonly cols: number },
): readonly [number, number] | undefined {
  const numbers = [...where.matchAll(/\d+/g)].map((match) => Number(match[0]));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (where.startsWith("edge")) return [(a + c) / 2, grid.rows - (b + d) / 2];
  if (where.startsWith("cell")) return [a + 0.5, grid.rows - b - 0.5];
  if (where.startsWith("vertex")) return [a, grid.rows - b];
  if (where === "start") return [0, grid.rows];
  return where === "goal" ? [grid.cols, 0] : undefined;
}

/** Anything but a little growth at one place needs the frames in between. */
function needsFramesBetween(before: StrokeObservation, after: StrokeObservation): boolean {
  const [a, b] = [before.state, after.state];
  if (!a || !b) return false;
  if (a.cells.some((cell, k) => cell !== b.cells[k])) return true;
  if (a.vertices.some((mark, k) => isPeg(mark) !== isPeg(b.vertices[k]))) return true;
  if (a.corners.some((corners, k) => corners !== b.corners[k])) return true;
  const changed: number[] = [];
  let growth = 0;
  for (const [k, edge] of b.edges.entries()) {
    const earlier = a.edges[k];
    if (!earlier) continue;
    if (earlier.cover === "unread" || edge.cover === "unread") {
      if (earlier.cover !== edge.cover) return true;
      continue;
    }
    const change = Math.abs(drawnShare(edge) - drawnShare(earlier));
    if (change < STROKE_MOTION_THRESHOLDS.movingShare) continue;
    growth += change;
    changed.push(k);
  }
  if (changed.length > 2 || growth > 1) return true;
  if (changed.length < 2) return false;
  const edges = latticeEdges(b.size);
  const [first, second] = changed.map((k) => edges[k]);
  return !first || !second || sharedVertex(first, second) === undefined;
}

function isPeg(mark: string | undefined): boolean {
  return mark === "start" || mark === "goal";
}
