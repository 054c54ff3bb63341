/** Checks between frames: patches stay, the stroke changes at its head only, one edge at a time. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import type { Vertex } from "../../../tasks/one-stroke/state.ts";
import { STROKE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { checkLastingProperty, countTransitions } from "../track.ts";
import type { StrokeTrace } from "./trace.ts";
import {
  drawnAt,
  drawnShare,
  type EdgeSpan,
  type StrokeObservation,
  type StrokeTracks,
} from "./tracks.ts";

/** Every patch keeps its colour, and no patch appears or disappears. */
export function checkCells(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
): CheckResult {
  return checkLastingProperty(
    "grid_cell_temporal_consistency",
    observations,
    tracks.cells,
    (colour) => colour,
    (colour, baseline) =>
      colour === "empty"
        ? "patch_vanished"
        : baseline === "empty"
          ? "patch_appeared"
          : `became_${colour}`,
  );
}

/** Edges appear next to the head and disappear from it; everything behind it stays. */
export function checkGrowth(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
  traces: readonly StrokeTrace[],
): CheckResult {
  const violations: Violation[] = [];
  let head: Vertex = [0, 0];
  let drawn: readonly number[] = [];
  observations.forEach((observation, at) => {
    const before = observations[at - 1];
    const now = drawnAt(spans, at);
    if (observation.state === undefined) return;
    const added = now.filter((edge) => !drawn.includes(edge));
    const removed = drawn.filter((edge) => !now.includes(edge));
    if (before && (added.length > 0 || removed.length > 0)) {
      const backed = consume(tracks, head, removed);
      const grown = consume(tracks, backed.head, added);
      head = grown.head;
      const report = (edge: number, reason: string, onset: number | undefined): void => {
        const start = onset === undefined ? observation : (observations[onset] ?? observation);
        violations.push({
          frame: start.index,
          toFrame: observation.index,
          where: tracks.edges[edge]?.where ?? "",
          reason,
        });
      };
      for (const edge of backed.left) report(edge, "vanished_away_from_head", undefined);
      for (const edge of grown.left) {
        const span = spans.find((s) => s.edge === edge && s.first <= at && at <= s.last);
        report(edge, "appeared_away_from_head", span?.onset);
      }
    }
    const trace = traces[at];
    if (trace?.isSimple === true) head = trace.path.at(-1) ?? head;
    drawn = now;
  });
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("path_temporal_consistency", "dynamic", {
    violations,
    ...countTransitions(observations, tracks.edges),
  });
}

/** Takes edges away one after the other, each touching the head, which moves along. */
function consume(
  tracks: StrokeTracks,
  from: Vertex,
  edges: readonly number[],
): { readonly head: Vertex; readonly left: readonly number[] } {
  let head = from;
  const left = [...edges];
  for (;;) {
    const next = left.findIndex((index) => {
      const edge = tracks.edges[index]?.edge;
      return (
        edge !== undefined &&
        ((edge[0] === head[0] && edge[1] === head[1]) ||
          (edge[2] === head[0] && edge[3] === head[1]))
      );
    });
    if (next < 0) return { head, left };
    const edge = tracks.edges[left[next] ?? -1]?.edge;
    left.splice(next, 1);
    if (!edge) continue;
    head = edge[0] === head[0] && edge[1] === head[1] ? [edge[2], edge[3]] : [edge[0], edge[1]];
  }
}

/** Between two frames at most one edge's worth is drawn, and no two edges change at once. */
export function checkOneEdge(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
): CheckResult {
  const { maxGrowth, movingShare } = STROKE_MOTION_THRESHOLDS;
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  let last: number | undefined;
  observations.forEach((observation, at) => {
    if (observation.state === undefined || observation.label === "failed") return;
    const before = last === undefined ? undefined : observations[last];
    const from = last;
    last = at;
    if (!before || from === undefined) return;
    let growth = 0;
    const moving: string[] = [];
    for (const track of tracks.edges) {
      const a = track.readings[from];
      const b = track.readings[at];
      if (!a || !b) continue;
      const change = Math.abs(drawnShare(b) - drawnShare(a));
      if (change < movingShare) continue;
      growth += change;
      moving.push(track.where);
    }
    if (growth <= maxGrowth || moving.length < 2) return;
    if (at - from > 1) {
      hasUnseenChange = true;
      return;
    }
    violations.push({
      frame: before.index,
      toFrame: observation.index,
      where: moving.slice(0, 4).join(" and "),
      reason: "several_edges_between_frames",
      measured: rounded(growth),
      limit: 1,
    });
  });
  violations.push(...edgesInMotion(observations, tracks));
  violations.sort((a, b) => a.frame - b.frame);
  return checkResult("one_move_at_a_time", "dynamic", {
    violations,
    ...countTransitions(observations, tracks.edges),
    hasUnseenChange,
  });
}

/**
 * Observations at which two or more edges are between bare and drawn although the patches are
 * readable. A stroke passes through a vertex by finishing one edge before it starts the next.
 */
function edgesInMotion(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
): readonly Violation[] {
  const intervals = tracks.edges.flatMap((track) => {
    const found: { from: number; to: number; where: string }[] = [];
    let rest: { at: number; cover: string } | undefined;
    track.readings.forEach((reading, at) => {
      if (reading?.cover !== "none" && reading?.cover !== "full") return;
      if (rest && rest.cover !== reading.cover)
        found.push({ from: rest.at, to: at, where: track.where });
      rest = { at, cover: reading.cover };
    });
    return found;
  });
  return observations.flatMap((observation, at): Violation[] => {
    const moving = intervals.filter(({ from, to }) => from < at && at < to);
    const isSharp = observation.state?.cells.every((cell) => cell !== undefined) === true;
    if (moving.length < 2 || !isSharp) return [];
    const unread = moving.filter(({ where }) => {
      const track = tracks.edges.find((candidate) => candidate.where === where);
      return track?.readings[at] === undefined;
    });
    if (unread.length < 2) return [];
    return [
      {
        frame: observation.index,
        where: moving
          .slice(0, 4)
          .map(({ where }) => where)
          .join(" and "),
        reason: "several_edges_in_motion",
        measured: moving.length,
        limit: 1,
      },
    ];
  });
}
