/**
 * Where on a One Stroke board the picture is looked at, in board units of the stroke's plane. Things
 * at other heights are looked at where the camera shows them (parallax), so one followed plane
 * serves all.
 */
import { applyHomography, type Homography } from "../../../core/geometry/homography.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { HEIGHTS, SIZES } from "../../../tasks/one-stroke/look.ts";
import { boardFromLattice, parallaxMap } from "../../../tasks/one-stroke/views.ts";
import { type LatticeSize, latticeCells, latticeEdges, latticeVertices } from "./lattice.ts";

/** Stretches that an edge is divided into. */
export const EDGE_BINS = 12;
const BIN_LENGTH = 1 / EDGE_BINS;
/** Points of one stretch: two along times three across the tube. */
const ALONG = [-0.25, 0.25] as const;
const ACROSS = [-0.4, 0, 0.4] as const;
/**
 * A patch is read between its middle and its sides, away from both diagonals, so that a stroke that
 * runs across it does not hide it: distance from the middle, and offset to either side.
 */
const PATCH_REACHES = [-0.24, -0.19, 0.19, 0.24] as const;
const PATCH_OFFSETS = [-0.04, 0, 0.04] as const;
/** A vertex is read on two small circles. */
const VERTEX_RADII = [0.035, 0.075] as const;
/** A diagonal is read between the joint at its vertex and the patch: distance along each axis. */
const DIAGONAL_STEPS = [0.15, 0.17, 0.19] as const;
const DIAGONAL_ACROSS = [-0.02, 0, 0.02] as const;

/** Ranges of point indices by what they belong to; every group has the same length within a kind. */
export type StrokeSamples = {
  readonly size: LatticeSize;
  /** Interleaved board coordinates. */
  readonly points: Float32Array;
  /** First point and number of points per item. */
  readonly cells: Range;
  readonly edges: Range;
  readonly vertices: Range;
  /** Four corners per cell: lower left, upper right, lower right, upper left. */
  readonly corners: Range;
};
export type Range = { readonly first: number; readonly perItem: number };

export function createStrokeSamples(scene: Scene, size: LatticeSize): StrokeSamples {
  const points: number[] = [];
  const add = (x: number, y: number, lift?: Homography): void => {
    const place = boardFromLattice(size, [x, y]);
    const [u, v] = lift ? applyHomography(lift, place) : place;
    points.push(u, v);
  };
  const start = (): number => points.length / 2;
  const patchTop = parallaxMap(scene, HEIGHTS.patchTop);
  const cellFirst = start();
  for (const [i, j] of latticeCells(size)) {
    for (const reach of PATCH_REACHES) {
      for (const offset of PATCH_OFFSETS) {
        add(i + 0.5 + reach, j + 0.5 + offset, patchTop);
        add(i + 0.5 + offset, j + 0.5 + reach, patchTop);
      }
    }
  }
  const edgeFirst = start();
  for (const [x0, y0, x1, y1] of latticeEdges(size)) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    for (let bin = 0; bin < EDGE_BINS; bin++) {
      for (const along of ALONG) {
        const t = (bin + 0.5 + along) * BIN_LENGTH;
        for (const across of ACROSS) {
          const offset = across * SIZES.strokeRadius;
          add(x0 + dx * t - dy * offset, y0 + dy * t + dx * offset);
        }
      }
    }
  }
  const vertexFirst = start();
  for (const [x, y] of latticeVertices(size)) {
    for (const radius of VERTEX_RADII) {
      for (let k = 0; k < 6; k++) {
        const angle = (k * Math.PI) / 3;
        add(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      }
    }
  }
  const cornerFirst = start();
  for (const [i, j] of latticeCells(size)) {
    const corners = [
      [i, j, 1, 1],
      [i + 1, j + 1, -1, -1],
      [i + 1, j, -1, 1],
      [i, j + 1, 1, -1],
    ] as const;
    for (const [x, y, dx, dy] of corners) {
      for (const step of DIAGONAL_STEPS) {
        for (const across of DIAGONAL_ACROSS) {
          add(x + dx * (step + across), y + dy * (step - across));
        }
      }
    }
  }
  return {
    size,
    points: Float32Array.from(points),
    cells: { first: cellFirst, perItem: 2 * PATCH_REACHES.length * PATCH_OFFSETS.length },
    edges: { first: edgeFirst, perItem: EDGE_BINS * ALONG.length * ACROSS.length },
    vertices: { first: vertexFirst, perItem: 6 * VERTEX_RADII.length },
    corners: { first: cornerFirst, perItem: DIAGONAL_STEPS.length * DIAGONAL_ACROSS.length },
  };
}
