/**
 * What every pipe piece looks like at every angle, drawn by the task's own renderer and reduced to
 * coverage: how much of each sample is pipe rather than background. Made once per process.
 */

import { scaleThenShift } from "../../../core/geometry/homography.ts";
import { parseHexColour, type Rgb } from "../../../core/image.ts";
import { drawPipeCell, PIPE_PALETTE, type PipeCellPose } from "../../../tasks/pipe/render.ts";
import type { PipeKind } from "../../../tasks/pipe/state.ts";
import { createSurface, toRgba } from "../../../tasks/scene/surface.ts";
import { flatten } from "../../board/reference.ts";
import { halveRgb, lumaOf, sampleRgb } from "../../image/resample.ts";
import { NEUTRAL, type PaintPalette, unmix } from "../unmix.ts";
import { PIECE_KINDS, PIECE_SHAPES } from "./pieces.ts";

/** Samples along one side of a cell patch. */
export const PATCH_SIDE = 32;
export const PATCH_PIXELS = PATCH_SIDE * PATCH_SIDE;
/** Samples along one side of the reduced patch of the first, coarse comparison. */
export const COARSE_SIDE = 16;
/** Angle between neighbouring templates. */
export const ANGLE_STEP_DEG = 5;

export type PieceTemplate = {
  readonly kind: PipeKind;
  readonly angleDeg: number;
  /** 0..1 per sample, PATCH_SIDE squared. */
  readonly coverage: Float32Array;
  /** 2x2 means of `coverage`. */
  readonly coarse: Float32Array;
};

/** Colours of the published look as the unmixer wants them: first = connected. */
export const PIPE_PAINT: PaintPalette = {
  background: parseHexColour(PIPE_PALETTE.cell) as Rgb,
  first: parseHexColour(PIPE_PALETTE.connected),
  second: parseHexColour(PIPE_PALETTE.disconnected),
};

const DRAW_SIDE_PX = 4 * PATCH_SIDE;

/** Draws one cell with the task's renderer and samples it like a frame. RGB floats, PATCH_PIXELS * 3. */
export function drawPatch(pose: PipeCellPose, side: number): Float32Array {
  const surface = createSurface(DRAW_SIDE_PX, DRAW_SIDE_PX);
  drawPipeCell(surface.context, pose, 0, 0, DRAW_SIDE_PX, PIPE_PALETTE);
  let rgb = flatten(toRgba(surface));
  let scale = DRAW_SIDE_PX;
  while (scale >= 2 * side) {
    rgb = halveRgb(rgb);
    scale /= 2;
  }
  const out = new Float32Array(side * side * 3);
  const grid = { left: 0, top: 0, step: 1 / side, cols: side, rows: side };
  sampleRgb(rgb, scaleThenShift(scale, scale, 0, 0), grid, out);
  return out;
}

/** Coverage of a drawn pose. */
export function drawCoverage(pose: PipeCellPose): Float32Array {
  const first = new Float32Array(PATCH_PIXELS);
  const second = new Float32Array(PATCH_PIXELS);
  unmix(drawPatch(pose, PATCH_SIDE), PIPE_PAINT, NEUTRAL, first, second);
  return first.map((value, i) => Math.min(1, value + (second[i] ?? 0)));
}

export function reduceCoverage(coverage: Float32Array, out: Float32Array): void {
  for (let r = 0; r < COARSE_SIDE; r++) {
    for (let c = 0; c < COARSE_SIDE; c++) {
      const i = 2 * r * PATCH_SIDE + 2 * c;
      out[r * COARSE_SIDE + c] =
        ((coverage[i] ?? 0) +
          (coverage[i + 1] ?? 0) +
          (coverage[i + PATCH_SIDE] ?? 0) +
          (coverage[i + PATCH_SIDE + 1] ?? 0)) /
        4;
    }
  }
}

let pieces: readonly PieceTemplate[] | undefined;

/** All kinds at all angles without the source's hub, kinds together and angles ascending. */
export function pieceTemplates(): readonly PieceTemplate[] {
  pieces ??= PIECE_KINDS.flatMap((kind) => {
    const { mask, periodDeg } = PIECE_SHAPES[kind];
    const count = periodDeg / ANGLE_STEP_DEG;
    return Array.from({ length: count }, (_, k): PieceTemplate => {
      const angleDeg = k * ANGLE_STEP_DEG;
      const coverage = drawCoverage({ mask, angleDeg, connected: true, isSource: false });
      const coarse = new Float32Array(COARSE_SIDE * COARSE_SIDE);
      reduceCoverage(coverage, coarse);
      return { kind, angleDeg, coverage, coarse };
    });
  });
  return pieces;
}

const withHub = new Map<string, Float32Array>();

/** Coverage of a kind at an angle (multiple of ANGLE_STEP_DEG) with the source's larger hub. */
export function sourceCoverage(kind: PipeKind, angleDeg: number): Float32Array {
  const key = `${kind}@${angleDeg}`;
  const known = withHub.get(key);
  if (known) return known;
  const { mask } = PIECE_SHAPES[kind];
  const made = drawCoverage({ mask, angleDeg, connected: true, isSource: true });
  withHub.set(key, made);
  return made;
}

const tiles = new Map<string, Float32Array>();

/** Expected luma of a resting cell, `side` squared samples. */
export function lumaTile(pose: PipeCellPose, side: number): Float32Array {
  const key = `${side}:${pose.mask}@${pose.angleDeg % 360}${pose.connected ? "c" : "d"}${pose.isSource ? "s" : ""}`;
  const known = tiles.get(key);
  if (known) return known;
  const luma = new Float32Array(side * side);
  lumaOf(drawPatch(pose, side), luma);
  tiles.set(key, luma);
  return luma;
}
