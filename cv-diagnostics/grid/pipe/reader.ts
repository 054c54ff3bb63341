/** Reads whole pipe frames: patches of every cell, kept readings, learnt colours, next template. */

import { localScale } from "../../../core/geometry/homography.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { pipeTask } from "../../../tasks/pipe/index.ts";
import type { PipePose } from "../../../tasks/pipe/render.ts";
import { createSurface, toRgba } from "../../../tasks/scene/surface.ts";
import type { Alignment } from "../../board/align.ts";
import { createBoardReference } from "../../board/reference.ts";
import { sampleRgb } from "../../image/resample.ts";
import { atLevel, levelForPitch, type WorkingFrame } from "../../image/working-frame.ts";
import type { FrameReader, FrameReading, ReaderMemory } from "../../judge.ts";
import { labelByReadRatio } from "../../label.ts";
import { type PaintPalette, unmix } from "../unmix.ts";
import { anchorPoints, expectBoard } from "./expect-board.ts";
import { addToPaint, learnPaint, type PaintSums } from "./paint.ts";
import { type CellReading, readCell } from "./read-cell.ts";
import type { PipeFrameState } from "./state.ts";
import { COARSE_SIDE, PATCH_PIXELS, PATCH_SIDE, PIPE_PAINT, reduceCoverage } from "./templates.ts";

type Learnt = {
  readonly paint: PaintPalette;
  /** Reduced patch (both paints) at which each cell's reading was made. */
  readonly patches: readonly Float32Array[];
};

/** A cell whose reduced patch changed by less than this anywhere keeps its reading. Coverage, 0..1. */
const SAME_PATCH_LIMIT = 0.1;

export function createPipeReader(instance: Instance, scene: Scene): FrameReader<PipeFrameState> {
  const initial = pipeTask.initialState(instance);
  const pose = pipeTask.poseOf(initial);
  const surface = createSurface(scene.widthPx, scene.heightPx);
  pipeTask.draw(surface.context, scene, pose);
  const reference = createBoardReference(toRgba(surface), scene);
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
  const level = levelForPitch(frame, pitchPx, PATCH_SIDE);
  const toPixel = atLevel(fix.boardToPixel, level);
  const rgb = new Float32Array(PATCH_PIXELS * 3);
  const first = new Float32Array(PATCH_PIXELS);
  const second = new Float32Array(PATCH_PIXELS);
  const cells: CellReading[] = [];
  const patches: Float32Array[] = [];
  const sums: PaintSums = { first: [0, 0, 0, 0], second: [0, 0, 0, 0] };
  for (let index = 0; index < gridSize * gridSize; index++) {
    const grid = {
      left: index % gridSize,
      top: Math.floor(index / gridSize),
      step: 1 / PATCH_SIDE,
      cols: PATCH_SIDE,
      rows: PATCH_SIDE,
    };
    sampleRgb(level.rgb, toPixel, grid, rgb);
    unmix(rgb, before.paint, fix.brightness, first, second);
    const patch = reducePaints(first, second);
    const kept = memory.state?.cells[index];
    const keptPatch = before.patches[index];
    if (kept?.isRead && keptPatch && isSamePatch(patch, keptPatch)) {
      cells.push(kept);
      patches.push(keptPatch);
    } else {
      cells.push(readCell(first, second));
      patches.push(patch);
    }
    addToPaint(sums, rgb, first, second, fix.brightness);
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

/** Both paints side by side on the coarse grid, so that a change of colour is a change too. */
function reducePaints(first: Float32Array, second: Float32Array): Float32Array {
  const n = COARSE_SIDE * COARSE_SIDE;
  const out = new Float32Array(2 * n);
  reduceCoverage(first, out.subarray(0, n));
  reduceCoverage(second, out.subarray(n));
  return out;
}

function isSamePatch(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < a.length; i++) {
    if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > SAME_PATCH_LIMIT) return false;
  }
  return true;
}
