/** Edges, cells and vertices of a One Stroke board through time. Owns no verdict. */
import { cellName, edgeName, vertexName } from "../../../tasks/one-stroke/names.ts";
import type { LatticeEdge, Vertex } from "../../../tasks/one-stroke/state.ts";
import {
  type LatticeSize,
  latticeCells,
  latticeEdges,
  latticeVertices,
} from "../../grid/one-stroke/lattice.ts";
import type {
  EdgeReading,
  PatchColour,
  StrokeFrameState,
  VertexMark,
} from "../../grid/one-stroke/state.ts";
import type { Observation } from "../../judge.ts";
import { type Track, withoutSpikes } from "../track.ts";

export type StrokeObservation = Observation<StrokeFrameState>;
export type EdgeTrack = Track<EdgeReading> & { readonly edge: LatticeEdge };
export type VertexTrack = Track<VertexMark> & { readonly vertex: Vertex };

/** A clip's observations by place. */
export type StrokeTracks = {
  readonly size: LatticeSize;
  readonly edges: readonly EdgeTrack[];
  readonly cells: readonly Track<PatchColour>[];
  readonly vertices: readonly VertexTrack[];
  /** Covered corners of each cell, as bits. */
  readonly corners: readonly Track<number>[];
};

export function trackStroke(
  observations: readonly StrokeObservation[],
  size: LatticeSize,
): StrokeTracks {
  const isSame = (a: unknown, b: unknown): boolean => a === b;
  const across = <Value>(read: (state: StrokeFrameState) => Value | undefined) =>
    observations.map(({ state }) => (state ? read(state) : undefined));
  return {
    size,
    edges: latticeEdges(size).map((edge, k) => ({
      edge,
      where: edgeName(edge),
      readings: withoutSpikes(
        across((state) => {
          const reading = state.edges[k];
          return reading?.cover === "unread" ? undefined : reading;
        }),
        (a, b) => a.cover === b.cover,
      ),
    })),
    cells: latticeCells(size).map((cell, k) => ({
      where: cellName(cell),
      readings: withoutSpikes(
        across((state) => state.cells[k]),
        isSame,
      ),
    })),
    vertices: latticeVertices(size).map((vertex, k) => ({
      vertex,
      where: vertexName(vertex),
      readings: withoutSpikes(
        across((state) => state.vertices[k]),
        isSame,
      ),
    })),
    corners: latticeCells(size).map((cell, k) => ({
      where: cellName(cell),
      readings: across((state) => state.corners[k]),
    })),
  };
}

/** Share of an edge that is drawn, 0..1, as far as motion is concerned. */
export function drawnShare(reading: EdgeReading): number {
  if (reading.cover === "none") return 0;
  return reading.cover === "full" ? 1 : reading.share;
}

/** A stretch of observations over which an edge keeps growing, shrinking or resting. */
export type EdgeSpan = {
  /** Index into the edges. */
  readonly edge: number;
  /** First observation at which any of it is drawn. */
  readonly onset: number;
  /** First and last observation at which all of it is drawn. */
  readonly first: number;
  readonly last: number;
};

/** The stretches over which each edge is drawn in full; those of a single observation are dropped. */
export function drawnSpans(tracks: StrokeTracks, observationCount: number): readonly EdgeSpan[] {
  return tracks.edges.flatMap((track, edge) => {
    const spans: EdgeSpan[] = [];
    let onset: number | undefined;
    let open: { first: number; last: number } | undefined;
    const close = (): void => {
      const isLasting = open && (open.last > open.first || open.last === observationCount - 1);
      if (open && isLasting) spans.push({ edge, onset: onset ?? open.first, ...open });
      open = undefined;
    };
    track.readings.forEach((reading, at) => {
      if (!reading) return;
      if (reading.cover === "none") {
        close();
        onset = undefined;
        return;
      }
      onset ??= at;
      if (reading.cover !== "full") {
        close();
        return;
      }
      if (open) open.last = at;
      else open = { first: at, last: at };
    });
    close();
    return spans;
  });
}

/** Edges that are drawn in full at an observation; an unread moment keeps what it was. */
export function drawnAt(spans: readonly EdgeSpan[], at: number): readonly number[] {
  return spans.filter((span) => span.first <= at && at <= span.last).map((span) => span.edge);
}
