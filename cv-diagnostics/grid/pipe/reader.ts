/** Reads whole pipe frames: patches of every cell, kept readings, learnt colours, next template. */

import { localScale } from "../../../core/geometry/homography.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { pipeTask } from "../../../tasks/pipe/index.ts";
import type { PipePose } from "../../../tasks/pipe/render.ts";
import { createSurface, toRgba } from "../../../tasks/scene/surface.ts";
import type { Alignment } from "../../board/align.ts";
import { createBoardReference, referenceScene } from "../../board/reference.ts";
import { sampleRgb } from "../../image/resample.ts";
import { atLevel, levelForPitch, type WorkingFrame } from "../../image/working-frame.ts";
import type { FrameReader, FrameReading, ReaderMemory } from "../../judge.ts";
import { labelByReadRatio } from "../../label.ts";
import { type PaintPalette, unmix } from "../unmix.ts";
import { anchorPoints, expectBoard } from "./expect-board.ts";
import { addToPaint, learnPaint, type PaintSums } from "./paint.ts";
import { type CellReading, readCell } from "./read-cell.ts";
import type { PipeFrameState } from "./state.ts";
import { COARSE_SIDE, PATCH_SIDE, PIPE_PAINT } from "./templates.ts";

type Learnt = {
  readonly paint: PaintPalette;
  /** Reduced patch (both paints) at which each cell's reading was made. */
  readonly patches: readonly Float32Array[];
};

/** A cell whose coarse patch changed by less than this anywhere keeps its reading. Coverage, 0..1. */
const SAME_PATCH_LIMIT = 0.12;

export function createPipeReader(instance: Instance, scene: Scene): FrameReader<PipeFrameState> {
  const initial = pipeTask.initialState(instance);
  const pose = pipeTask.poseOf(initial);
  const small = referenceScene(scene);
  const surface = createSurface(small.widthPx, small.heightPx);
  pipeTask.draw(surface.context, small, pose);
  const reference = createBoardReference(toRgba(surface), small);
  const learnt: Learnt = { paint: PIPE_PAINT, patches: [] };
  const start: ReaderMemory<PipeFrameState> = {
    state: undefined,
    points: expectBoard(reference.template, pose, undefined),
    learnt,
  };
  return {
    reference,
    start,
    anchors: anchorPoints(reference.template, pose),
    read: (frame, fix, memory) => readPipeFrame(frame, fix, memory, pose, reference),
  };
}

function readPipeFrame(
  frame: WorkingFrame,
  fix: Alignment,
  memory: ReaderMemory<PipeFrameState>,
  pose: PipePose,
  reference: FrameReader<PipeFrameState>["reference"],
): FrameReading<PipeFrameState> {
  const { gridSize } = pose;
  const before = memory.learnt as Learnt;
  const pitchPx = localScale(fix.boardToPixel, reference.centre);
  const coarse = createPatchSampler(frame, fix, pitchPx, COARSE_SIDE, before.paint);
  const fine = createPatchSampler(frame, fix, pitchPx, PATCH_SIDE, before.paint);
  const cells: CellReading[] = [];
  const patches: Float32Array[] = [];
  const sums: PaintSums = { first: [0, 0, 0, 0], second: [0, 0, 0, 0] };
  for (let index = 0; index < gridSize * gridSize; index++) {
    const col = index % gridSize;
    const row = Math.floor(index / gridSize);
    const look = coarse(col, row);
    addToPaint(sums, look.rgb, look.first, look.second, fix.brightness);
    const kept = memory.state?.cells[index];
    const keptPatch = before.patches[index];
    if (kept?.isRead && keptPatch && isSamePatch(look, keptPatch)) {
      cells.push(kept);
      patches.push(keptPatch);
      continue;
    }
    const patch = fine(col, row);
    cells.push(readCell(patch.first, patch.second));
    patches.push(keepPatch(look));
  }
  const state: PipeFrameState = { gridSize, cells };
  const read = cells.filter((cell) => cell.isRead).length / cells.length;
  return {
    label: labelByReadRatio(read),
    confidence:
      cells.reduce((sum, cell) => sum + (cell.isRead ? cell.confidence : 0), 0) / cells.length,
    state,
    memory: {
      state,
      points: expectBoard(reference.template, pose, state, memory),
      learnt: { paint: learnPaint(before.paint, sums), patches } satisfies Learnt,
    },
  };
}

/** A cell's samples and their split into the two paints. Overwritten by the next call. */
type Patch = {
  readonly rgb: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
};

/** Samples cells with `side` squared samples from the level of the frame that suits them. */
function createPatchSampler(
  frame: WorkingFrame,
  fix: Alignment,
  pitchPx: number,
  side: number,
  paint: PaintPalette,
): (col: number, row: number) => Patch {
  const level = levelForPitch(frame, pitchPx, side);
  const toPixel = atLevel(fix.boardToPixel, level);
  const n = side * side;
  const patch = {
    rgb: new Float32Array(n * 3),
    first: new Float32Array(n),
    second: new Float32Array(n),
  };
  return (left, top) => {
    sampleRgb(level.rgb, toPixel, { left, top, step: 1 / side, cols: side, rows: side }, patch.rgb);
    unmix(patch.rgb, paint, fix.brightness, patch.first, patch.second);
    return patch;
  };
}

/** Both paints one after the other, so that a change of colour is a change too. */
function keepPatch({ first, second }: Patch): Float32Array {
  const kept = new Float32Array(2 * first.length);
  kept.set(first);
  kept.set(second, first.length);
  return kept;
}

function isSamePatch({ first, second }: Patch, kept: Float32Array): boolean {
  const n = first.length;
  for (let i = 0; i < n; i++) {
    const a = (first[i] as number) - (kept[i] as number);
    const b = (second[i] as number) - (kept[n + i] as number);
    if (a > SAME_PATCH_LIMIT || a < -SAME_PATCH_LIMIT) return false;
    if (b > SAME_PATCH_LIMIT || b < -SAME_PATCH_LIMIT) return false;
  }
  return true;
}
