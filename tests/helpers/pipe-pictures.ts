/**
 * Pictures of pipe boards in known poses, spoilt in known ways: by blur, contrast, hue and noise.
 * Shifts and sizes are the renderer's own, so that nothing is resampled on the way.
 */
import type { RgbaImage } from "../../core/image.ts";
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { PIECE_KINDS, PIECE_SHAPES } from "../../cv-diagnostics/grid/pipe/pieces.ts";
import {
  drawPipe,
  drawPipeCell,
  PIPE_PALETTE,
  type PipeCellPose,
  type PipePose,
  pipeScene,
} from "../../tasks/pipe/render.ts";
import type { PipeState } from "../../tasks/pipe/state.ts";
import { createSurface, type Surface, toRgba } from "../../tasks/scene/surface.ts";
import { instanceFrom } from "./pipe-boards.ts";

/** Every kind at every multiple of `stepDeg` within its period, both colours, with and without hub. */
export function everyPiece(stepDeg: number): readonly PipeCellPose[] {
  return PIECE_KINDS.flatMap((kind) => {
    const { mask, periodDeg } = PIECE_SHAPES[kind];
    return Array.from({ length: periodDeg / stepDeg }, (_, k) => k * stepDeg).flatMap((angleDeg) =>
      [true, false].flatMap((connected) =>
        [true, false].map((isSource) => ({ mask, angleDeg, connected, isSource })),
      ),
    );
  });
}

/** A board and an instance that starts with its pieces at angle 0. */
export type PosedBoard = { readonly instance: Instance; readonly pose: PipePose };

/** Square boards that hold all the pieces in turn; the last one is filled up from the first. */
export function boardsOf(pieces: readonly PipeCellPose[], gridSize: number): readonly PosedBoard[] {
  const size = gridSize ** 2;
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, board) => {
    const cells = Array.from(
      { length: size },
      (_, i) => pieces[(board * size + i) % pieces.length],
    );
    const posed = cells.filter((cell) => cell !== undefined);
    const state: PipeState = {
      gridSize,
      sourceIndex: 0,
      solvedMasks: posed.map((cell) => cell.mask),
      rotations: posed.map(() => 0),
    };
    return { instance: instanceFrom(state), pose: { gridSize, cells: posed } };
  });
}

/** A scene of a size, moved by a part of a pixel. */
export function sceneAt(
  gridSize: number,
  widthPx: number,
  shift: readonly [number, number] = [0, 0],
): Scene {
  const heightPx = 2 * Math.round((widthPx * 480) / 832 / 2);
  const scene = pipeScene({ gridSize }, { widthPx, heightPx });
  const [a, b, x, d, e, y, g, h, i] = scene.boardToPixel;
  return { ...scene, boardToPixel: [a, b, x + shift[0], d, e, y + shift[1], g, h, i] };
}

export function pictureOf(scene: Scene, pose: PipePose): RgbaImage {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  drawPipe(surface.context, scene, pose);
  return toRgba(surface);
}

/** One cell of `sizePx`, somewhere in a picture of bare cells. Offsets in pixels, any real number. */
export function pictureOfCell(
  cell: PipeCellPose,
  sizePx: number,
  leftPx: number,
  topPx: number,
): RgbaImage {
  const side = Math.ceil(sizePx + Math.max(leftPx, topPx)) + 4;
  const surface = createSurface(side, side);
  surface.context.fillStyle = PIPE_PALETTE.cell;
  surface.context.fillRect(0, 0, side, side);
  drawPipeCell(surface.context, cell, leftPx, topPx, sizePx, PIPE_PALETTE);
  return toRgba(surface);
}

export type Spoiler = (picture: RgbaImage) => RgbaImage;

function surfaceOf(picture: RgbaImage): Surface {
  const surface = createSurface(picture.widthPx, picture.heightPx);
  const pixels = surface.context.createImageData(picture.widthPx, picture.heightPx);
  pixels.data.set(picture.data);
  surface.context.putImageData(pixels, 0, 0);
  return surface;
}

/** Gaussian blur; the picture's edges are repeated outwards first. */
export function blurred(sigmaPx: number): Spoiler {
  return (picture) => {
    const { canvas } = surfaceOf(picture);
    const surface = createSurface(picture.widthPx, picture.heightPx);
    surface.context.drawImage(canvas, 0, 0);
    surface.context.filter = `blur(${sigmaPx}px)`;
    surface.context.drawImage(canvas, 0, 0);
    return toRgba(surface);
  };
}

/** Applies a function to each pixel's colour. */
function recoloured(change: (r: number, g: number, b: number) => readonly number[]): Spoiler {
  return (picture) => {
    const data = new Uint8ClampedArray(picture.data);
    for (let i = 0; i < data.length; i += 4) {
      const [r = 0, g = 0, b = 0] = change(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
      data[i] = r;
      data[i + 1] = g;
      data[i + 2] = b;
    }
    return { ...picture, data };
  };
}

/** Distances from middle grey times `ratio`. */
export function withContrast(ratio: number): Spoiler {
  const squeeze = (value: number): number => 128 + ratio * (value - 128);
  return recoloured((r, g, b) => [squeeze(r), squeeze(g), squeeze(b)]);
}

/** Turns all hues by the matrix of the SVG filter `hueRotate`, which keeps luma. */
export function withHueTurned(byDeg: number): Spoiler {
  const c = Math.cos((byDeg * Math.PI) / 180);
  const s = Math.sin((byDeg * Math.PI) / 180);
  return recoloured((r, g, b) => {
    const luma = 0.213 * r + 0.715 * g + 0.072 * b;
    return [
      luma + c * (r - luma) + s * (-0.213 * r - 0.715 * g + 0.928 * b),
      luma + c * (g - luma) + s * (0.143 * r + 0.14 * g - 0.283 * b),
      luma + c * (b - luma) + s * (-0.787 * r + 0.715 * g + 0.072 * b),
    ];
  });
}

/** Normal noise on every channel; it repeats itself after some 2000 pixels. */
export function withNoise(sigma: number, seed: number): Spoiler {
  return (picture) => {
    const random = createMulberry32(seed).real;
    const normals = Float32Array.from(
      { length: 8191 },
      () => sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    );
    const data = new Uint8ClampedArray(picture.data);
    for (let i = 0; i < data.length; i++) {
      if (i % 4 !== 3) data[i] = (data[i] ?? 0) + (normals[i % normals.length] ?? 0);
    }
    return { ...picture, data };
  };
}

/** The second picture laid over the first. */
export function dissolved(below: RgbaImage, above: RgbaImage, alphaRatio: number): RgbaImage {
  const data = new Uint8ClampedArray(below.data);
  for (let i = 0; i < data.length; i++) {
    data[i] = (1 - alphaRatio) * (below.data[i] ?? 0) + alphaRatio * (above.data[i] ?? 0);
  }
  return { ...below, data };
}

/** Where a picture's brightness was squeezed by `withContrast`: what takes it back. */
export function undoContrast(ratio: number): { readonly gain: number; readonly bias: number } {
  return { gain: 1 / ratio, bias: 128 - 128 / ratio };
}
