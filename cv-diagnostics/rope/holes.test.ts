/** Holes of drawn boards: there, covered, gone, moved; in other light, and beyond the picture. */
import { describe, expect, it } from "vitest";
import { compose, type Homography, scaleThenShift } from "../../core/geometry/homography.ts";
import type { RgbaImage } from "../../core/image.ts";
import { type UntanglePose, untangleScene } from "../../tasks/untangle/index.ts";
import { flatten } from "../board/reference.ts";
import { readHoles } from "./holes.ts";
import { distanceBetween } from "./points.ts";
import { type Mark, paint, ropeMarks } from "./testing/labels.ts";
import { colourOf } from "./testing/palette.ts";
import { PICTURE, pictureOf } from "./testing/pictures.ts";

const GRID = 5;
const scene = untangleScene({ gridSize: GRID }, PICTURE);
const toPixel = scene.boardToPixel as unknown as Homography;
const [ground, hole] = ["ground", "hole"].map((role) =>
  colourOf(role).reduce((sum, value) => sum + value / 3, 0),
) as [number, number];
const CONTRAST = ground - hole;

const bare = (holeShifts: UntanglePose["holeShifts"] = []): UntanglePose => {
  return { gridSize: GRID, ropes: [], holeShifts };
};

function read(picture: RgbaImage, marks: readonly Mark[] = [], contrast = CONTRAST, map = toPixel) {
  const { raster, labels } = paint(GRID, marks);
  return readHoles(flatten(picture), map, raster, labels, contrast);
}

const whole = pictureOf(scene, bare());

describe("holes that are there", () => {
  it("are all seen on a bare board", () => {
    expect(read(whole)).toEqual({ missingHoles: [], seenHoles: 25, strayHoles: [] });
  });

  it("are not looked for under ropes and plugs", () => {
    const marks = ropeMarks(0, [
      [0, 0],
      [4, 0],
    ]);
    expect(read(whole, marks)).toEqual({ missingHoles: [], seenHoles: 20, strayHoles: [] });
    const beside: Mark = {
      rope: 1,
      line: [
        [1.4, 1],
        [1.4, 3],
      ],
    };
    expect(read(whole, [beside]).seenHoles).toBe(22);
    const speck: Mark = { rope: 1, disc: [1.2, 1], radius: 0.04 };
    expect(read(whole, [speck]).seenHoles).toBe(25);
  });

  it("are seen in half the light, when that is known", () => {
    const dark = { ...whole, data: whole.data.map((value) => value / 2) };
    expect(read(dark, [], CONTRAST / 2)).toEqual({
      ...{ missingHoles: [], seenHoles: 25, strayHoles: [] },
    });
  });

  it("are not looked for beyond the picture", () => {
    const aside = compose(scaleThenShift(1, 1, -scene.pitchPx * 1.6, 0), toPixel);
    const { missingHoles, seenHoles } = read(whole, [], CONTRAST, aside);
    expect(seenHoles).toBeLessThan(25);
    expect(seenHoles + missingHoles.length).toBeGreaterThan(0);
  });
});

describe("holes that are not", () => {
  it("are missing where they belong, and stray where they are", () => {
    const shifts = [
      { hole: 7, dx: 0.42, dy: -0.3 },
      { hole: 18, dx: -0.5, dy: 0 },
    ];
    const { missingHoles, seenHoles, strayHoles } = read(pictureOf(scene, bare(shifts)));
    expect(missingHoles).toEqual([7, 18]);
    expect(seenHoles).toBe(25);
    expect(strayHoles).toHaveLength(2);
    expect(distanceBetween(strayHoles[0] ?? [9, 9], [1.42, 1.7])).toBeLessThan(0.06);
    expect(distanceBetween(strayHoles[1] ?? [9, 9], [2.5, 3])).toBeLessThan(0.06);
  });

  it("are not mistaken for the label beside them", () => {
    const { missingHoles, strayHoles } = read(pictureOf(scene, bare([{ hole: 10, dx: 9, dy: 9 }])));
    expect([missingHoles, strayHoles]).toEqual([[10], []]);
  });

  it("are missing only, when they went far or under a rope", () => {
    const far = pictureOf(scene, bare([{ hole: 7, dx: 9, dy: 9 }]));
    expect(read(far)).toEqual({ missingHoles: [7], seenHoles: 25, strayHoles: [] });
    const near = pictureOf(scene, bare([{ hole: 7, dx: 0.5, dy: 0 }]));
    const lid: Mark = {
      rope: 0,
      line: [
        [1.5, 1],
        [1.5, 3],
      ],
    };
    expect(read(near, [lid])).toMatchObject({ missingHoles: [7], strayHoles: [] });
  });

  it("are not missing for a shift that reading explains", () => {
    const shifted = pictureOf(scene, bare([{ hole: 7, dx: 0.03, dy: 0.03 }]));
    expect(read(shifted).missingHoles).toEqual([]);
  });
});
