/** Single cells, drawn at other sizes and places than the templates, and spoilt ones. */
import { describe, expect, it } from "vitest";
import { scaleThenShift } from "../../../core/geometry/homography.ts";
import type { RgbaImage } from "../../../core/image.ts";
import type { PipeCellPose } from "../../../tasks/pipe/render.ts";
import { pipeKind } from "../../../tasks/pipe/state.ts";
import {
  blurred,
  dissolved,
  everyPiece,
  pictureOfCell,
  withNoise,
} from "../../../tests/helpers/pipe-pictures.ts";
import { mistakeIn, nameOf } from "../../../tests/helpers/pipe-readings.ts";
import { flatten } from "../../board/reference.ts";
import { sampleRgb } from "../../image/resample.ts";
import { atLevel, createWorkingFrame, levelForPitch } from "../../image/working-frame.ts";
import { NEUTRAL, unmix } from "../unmix.ts";
import { PIECE_KINDS, PIECE_SHAPES } from "./pieces.ts";
import { type CellReading, readCell } from "./read-cell.ts";
import { PATCH_PIXELS, PATCH_SIDE, PIPE_PAINT } from "./templates.ts";

/** Cell sizes in pixels and places in the picture; none falls on the templates' grid. */
const PLACES = [
  { sizePx: 24, leftPx: 3.25, topPx: 7.5 },
  { sizePx: 33.3, leftPx: 5.8, topPx: 2.1 },
  { sizePx: 47.7, leftPx: 2.4, topPx: 9.9 },
  { sizePx: 101.5, leftPx: 8.7, topPx: 4.6 },
] as const;
type Place = (typeof PLACES)[number];

const [, , MIDDLE_PLACE] = PLACES;
const EMPTY: PipeCellPose = { mask: 0, angleDeg: 0, connected: false, isSource: false };

function draw(cell: PipeCellPose, { sizePx, leftPx, topPx }: Place): RgbaImage {
  return pictureOfCell(cell, sizePx, leftPx, topPx);
}

/** Samples the cell out of the picture as the frame reader does. */
function read(picture: RgbaImage, { sizePx, leftPx, topPx }: Place): CellReading {
  const frame = createWorkingFrame(flatten(picture));
  const level = levelForPitch(frame, sizePx, PATCH_SIDE);
  const toPixel = atLevel(scaleThenShift(sizePx, sizePx, leftPx, topPx), level);
  const grid = { left: 0, top: 0, step: 1 / PATCH_SIDE, cols: PATCH_SIDE, rows: PATCH_SIDE };
  const rgb = new Float32Array(3 * PATCH_PIXELS);
  sampleRgb(level.rgb, toPixel, grid, rgb);
  const first = new Float32Array(PATCH_PIXELS);
  const second = new Float32Array(PATCH_PIXELS);
  unmix(rgb, PIPE_PAINT, NEUTRAL, first, second);
  return readCell(first, second);
}

const readPose = (cell: PipeCellPose, place: Place): CellReading => read(draw(cell, place), place);
const plain = (mask: number, angleDeg = 0): PipeCellPose => ({
  ...{ mask, angleDeg, connected: true, isSource: false },
});
const BOARD_KINDS = PIECE_KINDS.filter((kind) => kind !== "cross");

describe("readCell", () => {
  it.each(PIECE_KINDS)(
    "reads the %s at every 15 degrees: colour and hub exact, angle within 3 degrees",
    (kind) => {
      const pieces = everyPiece(15).filter((cell) => pipeKind(cell.mask) === kind);
      const mistakes = pieces.flatMap((cell, i) => {
        const place = PLACES[i % PLACES.length] ?? MIDDLE_PLACE;
        return mistakeIn(cell, readPose(cell, place), 3) ?? [];
      });
      expect(pieces.length).toBe((4 * PIECE_SHAPES[kind].periodDeg) / 15);
      expect(mistakes).toEqual([]);
    },
  );

  it("reads angles between its templates within 1 degree", () => {
    const mistakes = [1.3, 2.5, 3.9, 41.2, 87.5].flatMap((angleDeg) =>
      BOARD_KINDS.flatMap((kind) => {
        const cell = plain(PIECE_SHAPES[kind].mask, angleDeg);
        return mistakeIn(cell, readPose(cell, MIDDLE_PLACE), 1) ?? [];
      }),
    );
    expect(mistakes).toEqual([]);
  });

  it("reads masks that are turned at rest", () => {
    for (const mask of [1, 2, 4, 8, 5, 10, 3, 6, 12, 9, 7, 14, 13, 11]) {
      expect(mistakeIn(plain(mask), readPose(plain(mask), MIDDLE_PLACE), 3)).toBeUndefined();
    }
  });

  it.each(PLACES)("reads the empty cell at $sizePx px", (place) => {
    expect(readPose(EMPTY, place)).toMatchObject({
      ...{ isRead: true, kind: "empty", colour: "none", isSource: false },
    });
  });

  it("is surer of a clean cell than of a noisy one", () => {
    const clean = readPose(plain(3, 20), MIDDLE_PLACE);
    const noisy = read(withNoise(25, 5)(draw(plain(3, 20), MIDDLE_PLACE)), MIDDLE_PLACE);
    expect(clean.confidence).toBeGreaterThan(0.9);
    expect(clean.residual).toBeLessThan(0.05);
    expect(noisy.confidence).toBeLessThan(clean.confidence);
    expect(noisy.residual).toBeGreaterThan(clean.residual);
  });

  it("calls a colour mixed while it changes", () => {
    const green = draw(plain(5), MIDDLE_PLACE);
    const blue = draw({ ...plain(5), connected: false }, MIDDLE_PLACE);
    const at = (ratio: number) => read(dissolved(green, blue, ratio), MIDDLE_PLACE).colour;
    expect([at(0.1), at(0.5), at(0.9)]).toEqual(["connected", "mixed", "disconnected"]);
  });

  it("reads the arms' colour of a source, not that of its hub", () => {
    for (const kind of BOARD_KINDS) {
      const cell = { ...plain(PIECE_SHAPES[kind].mask), connected: false, isSource: true };
      expect(readPose(cell, MIDDLE_PLACE).colour).toBe("disconnected");
    }
  });
});

describe("readCell on what cannot be read", () => {
  /** Readings that claim to be readings. */
  const claims = (readings: readonly CellReading[]): readonly string[] =>
    readings
      .filter((reading) => reading.isRead)
      .map((r) => `${r.kind}, residual ${r.residual.toFixed(3)}`);
  const pieces = BOARD_KINDS.flatMap((kind) =>
    [0, 45].flatMap((angleDeg) =>
      [true, false].map((isSource) => ({ ...plain(PIECE_SHAPES[kind].mask, angleDeg), isSource })),
    ),
  );

  it.each([0.1, 0.13, 0.16])("reads nothing out of a piece blurred by %d of a cell", (ratio) => {
    const spoil = blurred(ratio * MIDDLE_PLACE.sizePx);
    const readings = pieces.map((cell) => read(spoil(draw(cell, MIDDLE_PLACE)), MIDDLE_PLACE));
    expect(claims(readings)).toEqual([]);
  });

  it.each([
    [0.02, 3],
    [0.04, 3],
    [0.05, 3],
    [0.06, 3],
    [0.08, 5],
  ])("reads a piece blurred by %d of a cell right, within %d degrees, or not", (ratio, degrees) => {
    const spoil = blurred(ratio * MIDDLE_PLACE.sizePx);
    const wrong = pieces.flatMap((cell) => {
      const reading = read(spoil(draw(cell, MIDDLE_PLACE)), MIDDLE_PLACE);
      return reading.isRead ? (mistakeIn(cell, reading, degrees) ?? []) : [];
    });
    expect(wrong).toEqual([]);
  });

  it("reads all pieces that are blurred by 0.04 of a cell", () => {
    const spoil = blurred(0.04 * MIDDLE_PLACE.sizePx);
    const unread = pieces.filter(
      (cell) => !read(spoil(draw(cell, MIDDLE_PLACE)), MIDDLE_PLACE).isRead,
    );
    expect(unread.map(nameOf)).toEqual([]);
  });

  it("reads nothing out of noise", () => {
    const readings = [1, 2, 3, 4].map((seed) =>
      read(withNoise(90, seed)(draw(EMPTY, MIDDLE_PLACE)), MIDDLE_PLACE),
    );
    expect(claims(readings)).toEqual([]);
  });

  it("reads nothing out of a cell that is full of one paint", () => {
    for (const paint of [PIPE_PAINT.first, PIPE_PAINT.second]) {
      const data = new Uint8Array(4 * 64 * 64);
      for (let i = 0; i < data.length; i += 4) data.set([...paint, 255], i);
      const place = { ...MIDDLE_PLACE, sizePx: 47.7 } as const;
      expect(read({ widthPx: 64, heightPx: 64, data }, place).isRead).toBe(false);
    }
  });

  it.each(BOARD_KINDS)("reads nothing out of the %s half dissolved into the empty cell", (kind) => {
    const empty = draw({ ...EMPTY }, MIDDLE_PLACE);
    const { mask } = PIECE_SHAPES[kind];
    const readings = [0.45, 0.5, 0.55].map((ratio) =>
      read(dissolved(empty, draw(plain(mask), MIDDLE_PLACE), ratio), MIDDLE_PLACE),
    );
    expect(claims(readings)).toEqual([]);
  });

  it("reads nothing out of two pieces half dissolved into each other", () => {
    const pairs = [
      [plain(1), plain(4)],
      [plain(5), plain(10)],
      [plain(3), plain(12)],
      [plain(7), plain(13)],
      [plain(1), plain(14)],
      [plain(3), plain(10)],
    ] as const;
    const readings = pairs.map(([a, b]) =>
      read(dissolved(draw(a, MIDDLE_PLACE), draw(b, MIDDLE_PLACE), 0.5), MIDDLE_PLACE),
    );
    expect(claims(readings)).toEqual([]);
  });
});
