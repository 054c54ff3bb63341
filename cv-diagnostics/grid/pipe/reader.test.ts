/** Whole boards at other sizes than the templates, shifted, spoilt, and from frame to frame. */
import { describe, expect, it } from "vitest";
import { pipeTask } from "../../../tasks/pipe/index.ts";
import type { PipeCellPose, PipePose } from "../../../tasks/pipe/render.ts";
import {
  blurred,
  boardsOf,
  everyPiece,
  type PosedBoard,
  pictureOf,
  type Spoiler,
  sceneAt,
  undoContrast,
  withContrast,
  withHueTurned,
  withNoise,
} from "../../../tests/helpers/pipe-pictures.ts";
import { mistakeIn } from "../../../tests/helpers/pipe-readings.ts";
import { flatten } from "../../board/reference.ts";
import { sampleRgb } from "../../image/resample.ts";
import { atLevel, createWorkingFrame, levelForPitch } from "../../image/working-frame.ts";
import type { FrameReading, ReaderMemory } from "../../judge.ts";
import { NEUTRAL, unmix } from "../unmix.ts";
import { readCell } from "./read-cell.ts";
import { createPipeReader } from "./reader.ts";
import type { PipeFrameState } from "./state.ts";
import { PATCH_PIXELS, PATCH_SIDE, PIPE_PAINT } from "./templates.ts";

const GRID = 6;
/** Every kind at every 15 degrees, in both colours, with and without hub: ten boards. */
const BOARDS = boardsOf(everyPiece(15), GRID);
const asIs: Spoiler = (picture) => picture;

type Look = {
  readonly widthPx: number;
  readonly shift?: readonly [number, number];
  readonly spoil?: Spoiler;
  readonly brightness?: { readonly gain: number; readonly bias: number };
};

/** What is read does not depend on the instance, which serves for finding the board. */
const READERS = new Map<string, ReturnType<typeof createPipeReader>>();

/** Reads poses of one board in turn. The board stands where it was drawn: aligning is tested apart. */
function readPoses(
  instance: PosedBoard["instance"],
  poses: readonly PipePose[],
  { widthPx, shift = [0, 0], spoil = asIs, brightness = NEUTRAL }: Look,
): readonly FrameReading<PipeFrameState>[] {
  const gridSize = poses[0]?.gridSize ?? GRID;
  const key = `${gridSize} ${widthPx}`;
  const reader = READERS.get(key) ?? createPipeReader(instance, sceneAt(gridSize, widthPx));
  READERS.set(key, reader);
  const seen = sceneAt(gridSize, widthPx, shift);
  const { boardToPixel } = seen;
  const fix = { boardToPixel, brightness, correlation: 1, contrastRatio: 1, visibleRatio: 1 };
  let memory: ReaderMemory<PipeFrameState> = reader.start;
  return poses.map((pose) => {
    const frame = createWorkingFrame(flatten(spoil(pictureOf(seen, pose))));
    const reading = reader.read(frame, fix, memory);
    memory = reading.memory;
    return reading;
  });
}

function mistakesOn(boards: readonly PosedBoard[], look: Look, toleranceDeg: number): string[] {
  return boards.flatMap(({ instance, pose }) => {
    const [reading] = readPoses(instance, [pose], look);
    return pose.cells.flatMap(
      (cell, i) => mistakeIn(cell, reading?.state.cells[i], toleranceDeg) ?? [],
    );
  });
}

const every = (n: number, from: number): readonly PosedBoard[] =>
  BOARDS.filter((_, i) => i % n === from);

describe("a board of every piece at every 15 degrees", () => {
  it.each([
    ["300 px wide", { widthPx: 300, shift: [0.37, 0.61] }, BOARDS],
    ["416 px wide", { widthPx: 416, shift: [0.5, 0.25] }, every(3, 0)],
    ["640 px wide", { widthPx: 640, shift: [-0.4, 0.8] }, every(3, 1)],
    ["832 px wide", { widthPx: 832, shift: [0.2, -0.7] }, BOARDS],
    ["1280 px wide", { widthPx: 1280, shift: [0.9, 0.45] }, every(3, 2)],
  ] as const)(
    "is read at %s: all but the angle exact, angles within 3 degrees",
    (_, look, boards) => {
      expect(mistakesOn(boards, look, 3)).toEqual([]);
    },
  );

  it.each([
    ["blurred by 1 px", { spoil: blurred(1) }],
    ["blurred by 2 px", { spoil: blurred(2) }],
    ["at 60 % contrast", { spoil: withContrast(0.6), brightness: undoContrast(0.6) }],
    ["with hues 10 degrees on", { spoil: withHueTurned(10) }],
    ["with hues 10 degrees back", { spoil: withHueTurned(-10) }],
    ["under noise of 12 levels", { spoil: withNoise(12, 7) }],
    [
      "under noise of 20 levels, blurred by 1 px",
      { spoil: (p) => blurred(1)(withNoise(20, 8)(p)) },
    ],
  ] satisfies readonly (readonly [string, Omit<Look, "widthPx">])[])(
    "is read %s: all but the angle exact, angles within 3 degrees",
    (_, look) => {
      const shift = [0.3, 0.6] as const;
      expect(mistakesOn(every(5, 1), { widthPx: 832, shift, ...look }, 3)).toEqual([]);
    },
  );

  it("is read as by the reader of single cells: angles within 1 degree of each other", () => {
    const [board] = every(10, 4);
    if (!board) throw new Error("expected a fifth board");
    const scene = sceneAt(GRID, 640);
    const [reading] = readPoses(board.instance, [board.pose], { widthPx: 640 });
    const frame = createWorkingFrame(flatten(pictureOf(scene, board.pose)));
    const level = levelForPitch(frame, scene.pitchPx, PATCH_SIDE);
    const [rgb, first, second] = [3, 1, 1].map((n) => new Float32Array(n * PATCH_PIXELS));
    if (!rgb || !first || !second || !reading) throw new Error("expected work space and a reading");
    reading.state.cells.forEach((cell, i) => {
      const [left, top] = [i % GRID, Math.floor(i / GRID)];
      const grid = { left, top, step: 1 / PATCH_SIDE, cols: PATCH_SIDE, rows: PATCH_SIDE };
      sampleRgb(level.rgb, atLevel(scene.boardToPixel, level), grid, rgb);
      unmix(rgb, PIPE_PAINT, NEUTRAL, first, second);
      const alone = readCell(first, second);
      const { kind, colour, isSource, isRead } = alone;
      expect(cell).toMatchObject({ kind, colour, isSource, isRead });
      expect(Math.abs(cell.angleDeg - alone.angleDeg)).toBeLessThan(1);
    });
  });
});

describe("a frame's label and confidence", () => {
  const instance = pipeTask.generate("easy", 31);
  const pose = pipeTask.poseOf(pipeTask.initialState(instance));
  const scene = sceneAt(4, 640);
  /** Overpaints the first cells with stripes of both paints. */
  const hiding =
    (count: number): Spoiler =>
    (picture) => {
      const data = new Uint8ClampedArray(picture.data);
      const { pitchPx, boardToPixel } = scene;
      for (let index = 0; index < count; index++) {
        const left = Math.ceil(boardToPixel[2] + (index % 4) * pitchPx);
        const top = Math.ceil(boardToPixel[5] + Math.floor(index / 4) * pitchPx);
        for (let y = top; y < top + pitchPx - 1; y++) {
          for (let x = left; x < left + pitchPx - 1; x++) {
            const paint = (x - left) % 24 < 12 ? PIPE_PAINT.first : PIPE_PAINT.second;
            data.set(paint, 4 * (y * picture.widthPx + x));
          }
        }
      }
      return { ...picture, data };
    };

  it.each([
    [0, "exact"],
    [1, "partial"],
    [2, "partial"],
    [3, "degraded"],
    [8, "degraded"],
    [9, "failed"],
    [16, "failed"],
  ])("with %d of 16 cells hidden is %s", (count, label) => {
    const [reading] = readPoses(instance, [pose], { widthPx: 640, spoil: hiding(count) });
    expect(reading?.state.cells.map((cell) => cell.isRead)).toEqual(
      Array.from({ length: 16 }, (_, i) => i >= count),
    );
    expect(reading?.label).toBe(label);
    expect(reading?.confidence).toBeLessThanOrEqual(1 - count / 16);
    expect(reading?.confidence).toBeGreaterThan(0.8 * (1 - count / 16) - 1e-9);
  });

  it("finds nothing to read in a picture of noise", () => {
    const [reading] = readPoses(instance, [pose], { widthPx: 640, spoil: withNoise(90, 2) });
    expect(reading?.label).toBe("failed");
  });
});

describe("from frame to frame", () => {
  const piece = (angleDeg: number, connected = true): PipeCellPose => ({
    ...{ mask: 7, angleDeg, connected, isSource: false },
  });
  const [board] = boardsOf([piece(0)], 3);
  if (!board) throw new Error("expected a board");
  const { instance, pose } = board;
  const look = { widthPx: 300 };
  const posed = (cell: PipeCellPose): PipePose => ({
    ...pose,
    cells: pose.cells.map((other, i) => (i === 4 ? cell : other)),
  });

  it("keeps the readings of cells that did not change", () => {
    const [first, second] = readPoses(instance, [posed(piece(0)), posed(piece(40))], look);
    second?.state.cells.forEach((cell, i) => {
      if (i === 4) expect(cell.angleDeg).toBeCloseTo(40, 0);
      else expect(cell).toBe(first?.state.cells[i]);
    });
  });

  it("sees a turn however slow, within 3 degrees", () => {
    const poses = Array.from({ length: 60 }, (_, k) => posed(piece(k * 0.5)));
    const mistakes = readPoses(instance, poses, look).flatMap(
      (reading, k) => mistakeIn(piece(k * 0.5), reading.state.cells[4], 3) ?? [],
    );
    expect(mistakes).toEqual([]);
  });

  it("sees a colour change without any turn", () => {
    const colours = readPoses(
      instance,
      [true, false, true].map((c) => posed(piece(0, c))),
      look,
    ).map((reading) => reading.state.cells[4]?.colour);
    expect(colours).toEqual(["connected", "disconnected", "connected"]);
  });

  it("does not take one paint for the other when all pieces change at once", () => {
    const all = (connected: boolean): PipePose => ({
      ...pose,
      cells: pose.cells.map((cell) => ({ ...cell, connected })),
    });
    const poses = [all(true), all(true), all(true), all(false), all(false), all(true)];
    const colours = readPoses(instance, poses, look).map((reading) => [
      ...new Set(reading.state.cells.map((cell) => cell.colour)),
    ]);
    expect(colours.flat()).toEqual([
      ...["connected", "connected", "connected", "disconnected", "disconnected", "connected"],
    ]);
  });

  it.each([1.5, -1.5])(
    "follows hues that drift by 36 degrees, %d a frame: colours exact in every frame",
    (byDeg) => {
      let frame = 0;
      const drifting: Spoiler = (picture) => withHueTurned(byDeg * frame++)(picture);
      const pieces = everyPiece(90).filter((cell) => cell.mask === 3 && !cell.isSource);
      const [mixed] = boardsOf(pieces, 3);
      if (!mixed) throw new Error("expected a board");
      const poses = Array.from({ length: 25 }, () => mixed.pose);
      const mistakes = readPoses(mixed.instance, poses, { ...look, spoil: drifting }).flatMap(
        (reading, k) =>
          mixed.pose.cells.flatMap((cell, i) => {
            const mistake = mistakeIn(cell, reading.state.cells[i], 3);
            return mistake ? `frame ${k}: ${mistake}` : [];
          }),
      );
      expect(mistakes).toEqual([]);
    },
  );
});
