/**
 * Where the board is when nothing is known but the picture that the generator was given: the usual
 * ways a picture is fitted into a clip first, then a search over scale and position.
 */
import {
  compose,
  type Homography,
  localScale,
  scaleThenShift,
} from "../../core/geometry/homography.ts";
import type { Scene } from "../../core/schema/scene.ts";
import type { LumaImage, WorkingFrame } from "../image/working-frame.ts";
import { atLevel, levelForPitch } from "../image/working-frame.ts";
import { matchTemplates } from "../opencv/match-template.ts";
import { BOARD_THRESHOLDS } from "../thresholds.ts";
import { type Alignment, alignBoard } from "./align.ts";
import type { BoardReference } from "./reference.ts";

/** Maps the scene's picture into the frame the way resizers do: stretch, letterbox, crop. */
export function fittingCandidates(scene: Scene, frame: WorkingFrame): readonly Homography[] {
  const sx = frame.widthPx / scene.widthPx;
  const sy = frame.heightPx / scene.heightPx;
  const placed = (s: number): Homography =>
    scaleThenShift(
      s,
      s,
      (frame.widthPx - s * scene.widthPx) / 2,
      (frame.heightPx - s * scene.heightPx) / 2,
    );
  const stretch = scaleThenShift(sx, sy, 0, 0);
  const sameShape = Math.abs(sx / sy - 1) < 0.01;
  return sameShape ? [stretch] : [placed(Math.min(sx, sy)), placed(Math.max(sx, sy)), stretch];
}

/** Aligns coarsely, then finely; the start may be off by a fifth of a board unit. */
export function alignFromCoarse(
  frame: WorkingFrame,
  reference: BoardReference,
  start: Homography,
): Alignment {
  let guess = start;
  let last: Alignment | undefined;
  for (const stage of reference.stages) {
    const pitchPx = localScale(guess, reference.centre);
    const level = levelForPitch(frame, pitchPx, stage.samplesPerUnit);
    const found = alignBoard(level.rgb, stage.points, atLevel(guess, level), stage.model);
    const up = 1 / level.scale;
    guess = compose(scaleThenShift(up, up, 0, 0), found.boardToPixel);
    last = { ...found, boardToPixel: guess };
  }
  return last ?? NOT_FOUND;
}

/**
 * Best alignment over the fitting candidates and, when none is good, over a search.
 * The caller decides whether its correlation is good enough.
 */
export function locateBoard(
  frame: WorkingFrame,
  reference: BoardReference,
  extraGuesses: readonly Homography[] = [],
  mayMatch = true,
): Alignment {
  const fits = fittingCandidates(reference.scene, frame).map((fit) =>
    compose(fit, reference.boardToPixel),
  );
  let best: Alignment | undefined;
  for (const guess of [...extraGuesses, ...fits]) {
    const found = alignFromCoarse(frame, reference, guess);
    if (!best || found.correlation > best.correlation) best = found;
    if (best.correlation >= BOARD_THRESHOLDS.surelyFoundCorrelation) return best;
  }
  if (!mayMatch) return best ?? NOT_FOUND;
  for (const guess of searchBoard(frame, reference)) {
    const found = alignFromCoarse(frame, reference, guess);
    if (!best || found.correlation > best.correlation) best = found;
    if (best.correlation >= BOARD_THRESHOLDS.surelyFoundCorrelation) return best;
  }
  return best ?? NOT_FOUND;
}

const NOT_FOUND: Alignment = {
  boardToPixel: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  correlation: 0,
  brightness: { gain: 1, bias: 0 },
  contrastRatio: 0,
  visibleRatio: 0,
};

/** Long side of the picture that the search runs on. */
const SEARCH_LONG_SIDE_PX = 160;
/** Board size relative to its size in a letterboxed picture; geometric steps of 12 %. */
const SEARCH_SCALES: readonly number[] = Array.from({ length: 13 }, (_, i) => 0.45 * 1.12 ** i);
/** Places handed on to the aligner. */
const SEARCH_KEEP = 3;

function searchBoard(frame: WorkingFrame, reference: BoardReference): readonly Homography[] {
  const k = Math.max(
    0,
    Math.round(Math.log2(Math.max(frame.widthPx, frame.heightPx) / SEARCH_LONG_SIDE_PX)),
  );
  const level = frame.level(k);
  const { scene, picture, box } = reference;
  const contain =
    Math.min(frame.widthPx / scene.widthPx, frame.heightPx / scene.heightPx) * level.scale;
  const pad = Math.round(Math.max(level.luma.widthPx, level.luma.heightPx) / 4);
  const padded = padWithMean(level.luma, pad);
  const scales = SEARCH_SCALES.map((s) => s * contain);
  const templates = scales.map((s) => shrink(picture, box, s));
  const matches = matchTemplates(padded, templates);
  return matches
    .map((match, i) => ({ match, scale: scales[i] ?? 1 }))
    .sort((a, b) => b.match.score - a.match.score)
    .slice(0, SEARCH_KEEP)
    .map(({ match, scale }) => {
      const up = 1 / level.scale;
      const toLevel = scaleThenShift(
        scale,
        scale,
        match.xPx - pad - box.left * scale,
        match.yPx - pad - box.top * scale,
      );
      return compose(scaleThenShift(up, up, 0, 0), compose(toLevel, reference.boardToPixel));
    });
}

function padWithMean(image: LumaImage, pad: number): LumaImage {
  let sum = 0;
  for (const value of image.data) sum += value;
  const mean = Math.round(sum / Math.max(1, image.data.length));
  const widthPx = image.widthPx + 2 * pad;
  const heightPx = image.heightPx + 2 * pad;
  const data = new Uint8Array(widthPx * heightPx).fill(mean);
  for (let y = 0; y < image.heightPx; y++) {
    const row = image.data.subarray(y * image.widthPx, (y + 1) * image.widthPx);
    data.set(row, (y + pad) * widthPx + pad);
  }
  return { widthPx, heightPx, data };
}

/** The board's box of the reference picture at another size, each pixel a mean over its area. */
function shrink(picture: LumaImage, box: BoardReference["box"], scale: number): LumaImage {
  const widthPx = Math.max(4, Math.round((box.right - box.left) * scale));
  const heightPx = Math.max(4, Math.round((box.bottom - box.top) * scale));
  const data = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const y0 = Math.floor(box.top + y / scale);
    const y1 = Math.max(y0 + 1, Math.floor(box.top + (y + 1) / scale));
    for (let x = 0; x < widthPx; x++) {
      const x0 = Math.floor(box.left + x / scale);
      const x1 = Math.max(x0 + 1, Math.floor(box.left + (x + 1) / scale));
      let sum = 0;
      let n = 0;
      for (let yy = y0; yy < Math.min(y1, picture.heightPx); yy++) {
        for (let xx = x0; xx < Math.min(x1, picture.widthPx); xx++) {
          sum += picture.data[yy * picture.widthPx + xx] ?? 0;
          n++;
        }
      }
      data[y * widthPx + x] = n > 0 ? Math.round(sum / n) : 0;
    }
  }
  return { widthPx, heightPx, data };
}
