import { describe, expect, test } from "vitest";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import { TANGLED_BOARD } from "../../tests/helpers/untangle-boards.ts";
import { createSurface } from "../scene/surface.ts";
import { difference, pixelsOf } from "../scene/testing/colours.ts";
import { HOLE_SPACING } from "./board.ts";
import { HEIGHTS } from "./look.ts";
import { poseDuring, poseOf, type RopePose, type UntanglePose } from "./pose.ts";
import { drawUntangle, untangleScene } from "./render.ts";
import { toAction } from "./rules.ts";
import { ROPE_COLOURS, type RopeColour } from "./state.ts";
import { UNTANGLE_VIEWS, viewerOf, worldOfBoard } from "./views.ts";

const SIZE = { widthPx: 832, heightPx: 480 } as const;

/** A straight rope; heights in hole spacings. */
function bar(
  colour: RopeColour,
  from: readonly [number, number],
  to: readonly [number, number],
  height: number,
): RopePose {
  const points = Array.from({ length: 17 }, (_, k): readonly [number, number, number] => [
    from[0] + ((to[0] - from[0]) * k) / 16,
    from[1] + ((to[1] - from[1]) * k) / 16,
    height,
  ]);
  const plug = ([x, y]: readonly [number, number]) => ({ x, y, height, state: "plugged" }) as const;
  return { colour, points, ends: [plug(from), plug(to)] };
}

const LOW = 0.1;
const HIGH = 0.4;
/** Red along row 2 below, blue along column 2 above; they cross at (2, 2). Green lies apart. */
const RED = bar("red", [2, 0], [2, 4], LOW);
const BLUE = bar("blue", [0, 2], [4, 2], HIGH);
const GREEN = bar("green", [0, 4], [1, 4], LOW);
const CROSSED: UntanglePose = { gridSize: 5, ropes: [RED, BLUE, GREEN] };
const EMPTY: UntanglePose = { gridSize: 5, ropes: [] };

function drawn(pose: UntanglePose, view: string) {
  const scene = untangleScene(pose, { ...SIZE, view });
  const viewer = viewerOf(pose.gridSize, view, SIZE);
  const surface = createSurface(SIZE.widthPx, SIZE.heightPx);
  drawUntangle(surface.context, scene, pose);
  const pixels = pixelsOf(surface);
  /** Colour at a place of the board; height in hole spacings. */
  const at = (x: number, y: number, height: number): Rgb =>
    pixels.at(viewer.toPixel(worldOfBoard(pose.gridSize, x, y, height)));
  const role = (name: string): Rgb => parseHexColour(scene.palette[name] ?? "");
  const colourAt = (x: number, y: number, height: number): string => {
    const seen = at(x, y, height);
    const roles = [
      "ground",
      "hole",
      "rim",
      ...ROPE_COLOURS.map((colour) => `rope-${colour}`),
    ] as const;
    const scored = roles.map((name) => ({ name, angle: angleBetween(seen, role(name)) }));
    return scored.reduce((best, next) => (next.angle < best.angle ? next : best)).name;
  };
  return { scene, data: pixels.data, at, role, colourAt };
}

/** Angle of two colours seen from black: light and shadow leave it as it is. */
function angleBetween(a: Rgb, b: Rgb): number {
  const dot = a.reduce((sum, value, channel) => sum + value * (b[channel as 0 | 1 | 2] ?? 0), 0);
  return Math.acos(Math.min(1, dot / (Math.hypot(...a) * Math.hypot(...b))));
}

const HOLE = HEIGHTS.hole / HOLE_SPACING;
/** Where the middle of a plug's top is, above its rope's end. */
const TOP = 0.25 / HOLE_SPACING;

describe.each(UNTANGLE_VIEWS)("view %s", (view) => {
  const crossed = drawn(CROSSED, view);
  const empty = drawn(EMPTY, view);

  test("a hole shows where nothing covers it, the ground between holes", () => {
    for (const [row, col] of [
      [0, 0],
      [4, 4],
      [3, 1],
    ] as const) {
      expect(difference(crossed.at(row, col, HOLE), crossed.role("hole"))).toBeLessThan(3);
    }
    expect(difference(crossed.at(3.5, 3.5, 0), crossed.role("ground"))).toBeLessThan(3);
    expect(difference(empty.at(2, 0, HOLE), empty.role("hole"))).toBeLessThan(3);
    expect(crossed.colourAt(2, 0, HOLE)).not.toBe("hole");
  });

  test("ropes have their colours along the axis and at both plugs, and none beside them", () => {
    for (const [rope, name] of [
      [RED, "rope-red"],
      [BLUE, "rope-blue"],
      [GREEN, "rope-green"],
    ] as const) {
      for (const k of [3, 5, 11, 13]) {
        const [x, y, height] = rope.points[k] ?? [0, 0, 0];
        expect(crossed.colourAt(x, y, height)).toBe(name);
      }
      for (const { x, y, height } of rope.ends) {
        expect(crossed.colourAt(x, y, height + TOP)).toBe(name);
      }
    }
    expect(crossed.colourAt(2.5, 0.5, 0)).toBe("ground");
  });

  test("the higher rope hides the lower one where they cross", () => {
    expect(crossed.colourAt(2, 2, HIGH)).toBe("rope-blue");
    const turned = drawn(
      { ...CROSSED, ropes: [bar("red", [2, 0], [2, 4], HIGH), bar("blue", [0, 2], [4, 2], LOW)] },
      view,
    );
    expect(turned.colourAt(2, 2, HIGH)).toBe("rope-red");
    expect(turned.colourAt(0.8, 2, LOW)).toBe("rope-blue");
  });

  test("a plug in flight is drawn in the air", () => {
    const [first, second] = GREEN.ends;
    const flying = { ...first, x: 3, y: 3, height: 1, state: "in-flight" } as const;
    const ropes = [RED, BLUE, { ...GREEN, ends: [flying, second] as const }];
    expect(drawn({ ...CROSSED, ropes }, view).colourAt(3, 3, 1 + TOP)).toBe("rope-green");
  });

  test("every pixel is opaque, and drawing again gives the same bytes", () => {
    expect(crossed.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
    expect(Buffer.from(drawn(CROSSED, view).data).equals(Buffer.from(crossed.data))).toBe(true);
  });
});

describe("what no rope does", () => {
  const view = "published";
  const withRed = (red: Partial<RopePose>) =>
    drawn({ ...CROSSED, ropes: [{ ...RED, ...red }, BLUE, GREEN] }, view);

  test("an absent plug is not drawn", () => {
    const [first, second] = GREEN.ends;
    const ends = [first, { ...second, state: "absent" }] as const;
    const cut = drawn({ ...CROSSED, ropes: [RED, BLUE, { ...GREEN, ends }] }, view);
    const corner = [1.125, 4, LOW + TOP] as const;
    expect(drawn(CROSSED, view).colourAt(...corner)).toBe("rope-green");
    expect(cut.colourAt(...corner)).not.toBe("rope-green");
  });

  test("a gap shows the ground, and only there", () => {
    const cut = withRed({ gaps: [{ from: 0.57, to: 0.68 }] });
    expect(cut.colourAt(2, 0.625 * 4, LOW)).toBe("ground");
    expect(cut.colourAt(2, 0.72 * 4, LOW)).toBe("rope-red");
    expect(cut.colourAt(2, 0.9 * 4, LOW)).toBe("rope-red");
  });

  test("a recoloured part has its colour, and only that part", () => {
    const changed = withRed({ recoloured: [{ from: 0.65, to: 0.8, colour: "yellow" }] });
    expect(changed.colourAt(2, 0.72 * 4, LOW)).toBe("rope-yellow");
    expect(changed.colourAt(2, 0.9 * 4, LOW)).toBe("rope-red");
  });

  test("a shifted part goes over what it was under", () => {
    const over = withRed({ shifted: [{ from: 0.35, to: 0.65, by: 0.6 }] });
    expect(over.colourAt(2, 2, HIGH)).toBe("rope-red");
    expect(over.colourAt(1, 2, HIGH)).toBe("rope-blue");
  });

  test("a hole that is moved is drawn there and no longer where it was", () => {
    const moved = drawn({ ...CROSSED, holeShifts: [{ hole: 18, dx: 0.5, dy: 0.1 }] }, view);
    expect(moved.colourAt(3.5, 3.1, HOLE)).toBe("hole");
    expect(difference(moved.at(3, 3, HOLE), moved.role("ground"))).toBeLessThan(3);
    expect(moved.colourAt(4, 3, HOLE)).toBe("hole");
  });
});

describe("light", () => {
  test("a rope throws a soft shadow on the ground away from the sun", () => {
    const { at, role } = drawn(CROSSED, "published");
    const darkest = Math.min(
      ...[-0.25, -0.2, -0.15, 0.15, 0.2, 0.25].map((dy) => at(0.7, 2 + dy, 0)[0]),
    );
    expect(darkest).toBeLessThan(role("ground")[0] - 15);
    expect(darkest).toBeGreaterThanOrEqual(role("ground-shadow")[0] - 2);
  });

  test("right beside a rope over it a rope is darker than elsewhere", () => {
    const { at } = drawn(CROSSED, "published");
    const light = at(2, 1, LOW)[0];
    const beside = at(2, 1.87, LOW)[0];
    expect(beside).toBeLessThan(0.85 * light);
  });

  test("the seen colours of ropes are told apart from each other and from the board", () => {
    const { role } = drawn(EMPTY, "published");
    const roles = [...ROPE_COLOURS.map((colour) => `rope-${colour}`), "ground", "hole", "rim"];
    for (const [index, a] of roles.entries()) {
      for (const b of roles.slice(index + 1)) {
        expect(`${a}/${b}: ${difference(role(a), role(b)) > 20}`).toBe(`${a}/${b}: true`);
      }
    }
  });
});

test("simulated ropes are drawn where their centre lines are, at rest and on the way", () => {
  const [action] = [toAction(6, 23, 16)];
  for (const pose of [poseOf(TANGLED_BOARD), poseDuring(TANGLED_BOARD, action, 0.35)]) {
    const picture = drawn(pose, "published");
    for (const { colour, points, ends } of pose.ropes) {
      // What nothing lies over: the highest point is seen.
      const [x, y, height] = points.reduce((a, b) => (b[2] > a[2] ? b : a));
      const isHighest = pose.ropes.every(
        (other) =>
          other.colour === colour ||
          [...other.points, ...other.ends.map((end) => [end.x, end.y, end.height] as const)].every(
            (point) => Math.hypot(point[0] - x, point[1] - y) > 0.5 || point[2] < height,
          ),
      );
      if (isHighest) expect(picture.colourAt(x, y, height)).toBe(`rope-${colour}`);
      const flying = ends.find((end) => end.state === "in-flight");
      if (flying === undefined) continue;
      expect(picture.colourAt(flying.x, flying.y, flying.height + TOP)).toBe(`rope-${colour}`);
    }
  }
});
