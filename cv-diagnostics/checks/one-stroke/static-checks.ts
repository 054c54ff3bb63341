/** Checks of one frame: a path on the lattice, in one piece, between the pegs, and the first frame. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { cellName, edgeName, vertexName } from "../../../tasks/one-stroke/names.ts";
import type { StrokeState } from "../../../tasks/one-stroke/state.ts";
import { latticeCells, vertexIndex } from "../../grid/one-stroke/lattice.ts";
import { DIAGONALS, hasDiagonal } from "../../grid/one-stroke/state.ts";
import { STROKE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";
import { lastingRuns, runsOf, runsOfAtLeast, type Track } from "../track.ts";
import { isSeparating, separationFaultCells } from "./separation.ts";
import { type StrokeTrace, traceStroke } from "./trace.ts";
import { drawnAt, type EdgeSpan, type StrokeObservation, type StrokeTracks } from "./tracks.ts";

/** Sampled frames in which the stroke could be read, and in which it could not. */
export function countFrames(observations: readonly StrokeObservation[]): {
  readonly decided: number;
  readonly unread: number;
} {
  const sampled = observations.filter((observation) => observation.sampled);
  const decided = sampled.filter(
    ({ state, label }) => state !== undefined && label !== "failed",
  ).length;
  return { decided, unread: sampled.length - decided };
}

/** Traces of every observation; equal sets of edges share one trace. */
export function traceAll(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
): readonly StrokeTrace[] {
  const edges = tracks.edges.map((track) => track.edge);
  const known = new Map<string, StrokeTrace>();
  return observations.map((_, at) => {
    const drawn = drawnAt(spans, at);
    const key = drawn.join();
    const trace = known.get(key) ?? traceStroke(tracks.size, edges, drawn);
    known.set(key, trace);
    return trace;
  });
}

/** The stroke is a simple path on lattice edges: no diagonal, no branch, no cycle. */
export function checkPathValidity(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
): CheckResult {
  const violations: Violation[] = [];
  for (const track of tracks.corners) {
    const runs = runsOf(track, hasDiagonal);
    for (const run of runsOfAtLeast(runs, observations, STROKE_MOTION_THRESHOLDS.lastingSec)) {
      const start = observations[onsetOfDiagonal(track, run.first)];
      if (!run.value || !start) continue;
      violations.push({
        frame: start.index,
        toFrame: observations[run.last]?.index ?? start.index,
        where: track.where,
        reason: "straight_diagonal",
      });
    }
  }
  const edges = tracks.edges.map((track) => track.edge);
  const inOrder = [...spans].sort((a, b) => a.first - b.first || a.onset - b.onset);
  for (const [k, span] of inOrder.entries()) {
    const before = inOrder.slice(0, k).filter((other) => other.last >= span.first);
    const drawn = before.filter((other) => other.edge !== span.edge).map((other) => other.edge);
    const isTangled = (indices: readonly number[]): boolean =>
      traceStroke(tracks.size, edges, indices).isTangled;
    if (isTangled(drawn) || !isTangled([...drawn, span.edge])) continue;
    const start = observations[span.first];
    const edge = edges[span.edge];
    if (!start || !edge) continue;
    violations.push({
      frame: start.index,
      toFrame: observations[span.last]?.index ?? start.index,
      where: edgeName(edge),
      reason: "branches_or_closes_a_cycle",
    });
  }
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("path_validity", "static", { violations, ...countFrames(observations) });
}

/** First observation from which one of the diagonal's corners has been covered without a break. */
function onsetOfDiagonal(track: Track<number>, full: number): number {
  const diagonal = DIAGONALS.find((bits) => ((track.readings[full] ?? 0) & bits) === bits) ?? 0;
  let onset = full;
  while (onset > 0 && ((track.readings[onset - 1] ?? 0) & diagonal) !== 0) onset--;
  return onset;
}

/** The stroke is one piece from the start: nothing floats, no edge has a hole. */
export function checkContinuity(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  traces: readonly StrokeTrace[],
): CheckResult {
  const violations: Violation[] = [];
  tracks.edges.forEach((track, edge) => {
    const readings = observations.map((_, at): "loose" | "hole" | "sound" => {
      const cover = track.readings[at]?.cover;
      if (isLoose(tracks, traces[at], edge, at)) return "loose";
      return cover === "gap" || cover === "island" ? "hole" : "sound";
    });
    const runs = runsOf({ readings }, (value) => value);
    for (const run of runsOfAtLeast(runs, observations, STROKE_MOTION_THRESHOLDS.lastingSec)) {
      const start = observations[run.first];
      if (run.value === "sound" || !start) continue;
      const isHole = run.value === "hole";
      const link = isHole ? undefined : missingLink(tracks, traces[run.first], edge);
      violations.push({
        frame: start.index,
        toFrame: observations[run.last]?.index ?? start.index,
        where: link ?? track.where,
        reason: isHole ? "hole_in_edge" : "piece_not_connected",
      });
    }
  });
  return checkResult("path_continuity", "static", {
    violations: mergeSamePlace(violations),
    ...countFrames(observations),
  });
}

/** One violation a place and reason: the earliest, up to the end of the latest. */
function mergeSamePlace(violations: readonly Violation[]): readonly Violation[] {
  const merged = new Map<string, Violation>();
  for (const violation of [...violations].sort((a, b) => a.frame - b.frame)) {
    const key = `${violation.where} ${violation.reason}`;
    const known = merged.get(key);
    const toFrame = Math.max(known?.toFrame ?? 0, violation.toFrame ?? violation.frame);
    merged.set(key, { ...(known ?? violation), toFrame });
  }
  return [...merged.values()];
}

/** Drawn, wholly or from one end, without hanging together with the start. */
function isLoose(
  tracks: StrokeTracks,
  trace: StrokeTrace | undefined,
  edge: number,
  at: number,
): boolean {
  if (trace?.floating.includes(edge)) return true;
  const track = tracks.edges[edge];
  const reading = track?.readings[at];
  if (!trace || !track || !reading) return false;
  const [x0, y0, x1, y1] = track.edge;
  if (reading.cover === "from-first") return !trace.reached.has(vertexIndex(tracks.size, [x0, y0]));
  if (reading.cover === "from-second")
    return !trace.reached.has(vertexIndex(tracks.size, [x1, y1]));
  return false;
}

/** The one undrawn edge between what hangs together with the start and a loose edge. */
function missingLink(
  tracks: StrokeTracks,
  trace: StrokeTrace | undefined,
  loose: number,
): string | undefined {
  const looseEdge = tracks.edges[loose]?.edge;
  if (!trace || !looseEdge) return undefined;
  const head = trace.path.at(-1);
  if (!head) return undefined;
  const between = tracks.edges.filter(({ edge: [x0, y0, x1, y1] }, index) => {
    if (index === loose || trace.floating.includes(index)) return false;
    const touchesHead = (x0 === head[0] && y0 === head[1]) || (x1 === head[0] && y1 === head[1]);
    const other: readonly [number, number] = x0 === head[0] && y0 === head[1] ? [x1, y1] : [x0, y0];
    if (!touchesHead || trace.reached.has(vertexIndex(tracks.size, other))) return false;
    return [loose, ...trace.floating].some((piece) => {
      const [px0, py0, px1, py1] = tracks.edges[piece]?.edge ?? [-1, -1, -1, -1];
      return (px0 === other[0] && py0 === other[1]) || (px1 === other[0] && py1 === other[1]);
    });
  });
  return between.length === 1 ? between[0]?.where : undefined;
}

/** The green peg stands on the start, the red one on the goal, and nowhere else. */
export function checkPegs(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
): CheckResult {
  const { width, height } = tracks.size;
  const violations: Violation[] = [];
  for (const track of tracks.vertices) {
    const [x, y] = track.vertex;
    const expected =
      x === 0 && y === 0 ? "start" : x === width - 1 && y === height - 1 ? "goal" : "none";
    const runs = runsOf(track, (mark) => (mark === "start" || mark === "goal" ? mark : "none"));
    for (const run of lastingRuns(runs, observations.length)) {
      const start = observations[run.first];
      if (run.value === expected || !start) continue;
      violations.push({
        frame: start.index,
        toFrame: observations[run.last]?.index ?? start.index,
        where: expected === "none" ? run.value : expected,
        reason: expected === "none" ? "peg_in_another_place" : "peg_missing",
        measured: run.value === "none" ? "no peg" : vertexName(track.vertex),
        limit: expected === "none" ? "no peg" : vertexName(track.vertex),
      });
    }
  }
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("start_end_validity", "static", { violations, ...countFrames(observations) });
}

/** When the last frame's stroke reaches the goal, it separates the colours. */
export function checkSeparation(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
  traces: readonly StrokeTrace[],
  initial: StrokeState,
): CheckResult {
  const name = "different_color_separation_valid";
  const at = observations.length - 1;
  const last = observations[at];
  const isRead = last?.state !== undefined && last.label !== "failed";
  if (!last || !isRead) {
    return checkResult(name, "static", { violations: [], decided: 0, unread: 1 });
  }
  const goal = vertexIndex(tracks.size, [tracks.size.width - 1, tracks.size.height - 1]);
  if (traces[at]?.reached.has(goal) !== true) {
    return checkResult(name, "static", { violations: [], decided: 0, unread: 0 });
  }
  const edges = drawnAt(spans, at).flatMap((index) => {
    const edge = tracks.edges[index]?.edge;
    return edge ? [edge] : [];
  });
  const violations = isSeparating(initial, edges)
    ? []
    : separationFaultCells(initial, edges).map(
        ({ cell, reason }): Violation => ({ frame: last.index, where: cellName(cell), reason }),
      );
  return checkResult(name, "static", { violations, decided: 1, unread: 0 });
}

/** Frame 0 shows the instance: same patches, pegs in place, nothing drawn. */
export function checkInitialBoard(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  initial: StrokeState,
): CheckResult {
  const first = observations[0];
  const violations: Violation[] = [];
  let decided = 0;
  let unread = 0;
  const judge = (where: string, seen: string | undefined, expected: string): void => {
    if (!first || seen === undefined) {
      unread++;
      return;
    }
    decided++;
    if (seen === expected) return;
    const reason = "differs_from_instance";
    violations.push({ frame: first.index, where, reason, measured: seen, limit: expected });
  };
  latticeCells(tracks.size).forEach((cell, k) => {
    const [i, j] = cell;
    judge(cellName(cell), first?.state?.cells[k], initial.cells[j]?.[i] ?? "empty");
  });
  tracks.edges.forEach((track, k) => {
    const cover = first?.state?.edges[k]?.cover;
    judge(track.where, cover === "unread" ? undefined : cover, "none");
  });
  return checkResult("initial_state_match", "static", { violations, decided, unread });
}
