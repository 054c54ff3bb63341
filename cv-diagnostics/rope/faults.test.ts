/** Boards with something wrong in them: it is told at its place, and nothing else is told. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import type { RopeColour, RopePose, UntanglePose } from "../../tasks/untangle/index.ts";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { distanceBetween } from "./points.ts";
import type { RopeFlaw, RopeFrameState } from "./state.ts";
import { instanceOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, observe, pictureOf, sceneOf } from "./testing/pictures.ts";

const instance = instanceOf("easy-1");
const scene = sceneOf(instance);
const clean = untangleTask.poseOf(stateAfter("easy-1", 0));
const start = pictureOf(scene, clean);
const RED = 0;
const GREEN = 1;
const YELLOW = 3;

/** What is read of a pose that follows the clean one. */
function read(pose: UntanglePose): RopeFrameState {
  const [, reading] = observe(instance, scene, [start, pictureOf(scene, pose)]);
  if (reading?.state === undefined) throw new Error("expected the board to be found");
  expect(reading.label).toBe("exact");
  return reading.state;
}

function withRope(rope: number, change: (pose: RopePose) => RopePose): UntanglePose {
  return { ...clean, ropes: clean.ropes.map((pose, k) => (k === rope ? change(pose) : pose)) };
}

/** A straight rope on top of everything. */
function ropeFrom(
  colour: RopeColour,
  from: Point,
  to: Point,
  state: "plugged" | "absent",
): RopePose {
  const points = Array.from({ length: 17 }, (_, k) => {
    const share = k / 16;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, 0.1] as const;
  });
  const end = ([x, y]: Point) => ({ x, y, height: 0.1, state });
  return { colour, points, ends: [end(from), end(to)] };
}

function withExtra(rope: RopePose): UntanglePose {
  return { ...clean, ropes: [...clean.ropes, rope] };
}

/** The flaws of a reading by kind, each with its place; empty lists left out. */
function flawsOf({ ropes, foreign, missingHoles, strayHoles }: RopeFrameState) {
  const placesOf = (flaws: readonly RopeFlaw[]): Point[] => flaws.map(({ at }) => at);
  const found = ropes.flatMap(({ colour, gaps, extra, extraPlugs }) => [
    [`gap ${colour}`, placesOf(gaps)] as const,
    [`extra ${colour}`, placesOf(extra)] as const,
    [`plug ${colour}`, extraPlugs] as const,
  ]);
  const all = [...found, ["foreign", placesOf(foreign)] as const, ["stray", strayHoles] as const];
  const holes = missingHoles.map((hole) => [`missing ${hole}`, []] as const);
  return new Map([...all.filter(([, places]) => places.length > 0), ...holes]);
}

function expectNear(places: readonly Point[] | undefined, wanted: readonly Point[], reach = 0.25) {
  expect(places).toHaveLength(wanted.length);
  for (const place of wanted) {
    expect(Math.min(...(places ?? []).map((at) => distanceBetween(at, place)))).toBeLessThan(reach);
  }
}

/** Middle of a rope as it is drawn on the clean board. */
function middleOf(rope: number): Point {
  const [x = 0, y = 0] = clean.ropes[rope]?.points[8] ?? [];
  return [x, y];
}

it("nothing is told of a board without faults", () => {
  expect(mistakesIn(clean, read(clean))).toEqual([]);
});

describe("parts of a rope", () => {
  it.each([
    ["red", RED],
    ["green", GREEN],
    ["yellow", YELLOW],
  ] as const)(
    "a gap in %s is told, with its place and size; ends and crossings stay",
    (name, rope) => {
      const state = read(withRope(rope, (pose) => ({ ...pose, gaps: [{ from: 0.4, to: 0.6 }] })));
      const flaws = flawsOf(state);
      expect([...flaws.keys()]).toEqual([`gap ${name}`]);
      expectNear(flaws.get(`gap ${name}`), [middleOf(rope)]);
      const length = 0.2 * (state.ropes[rope]?.length ?? 0);
      expect(Math.abs((state.ropes[rope]?.gaps[0]?.size ?? 0) - length)).toBeLessThan(0.25);
      expect(mistakesIn(clean, state)).toHaveLength(1);
    },
  );

  it("a branch is told; the rope stays as it is", () => {
    const state = read(withExtra(ropeFrom("red", middleOf(RED), [2.45, 3.3], "absent")));
    expect([...flawsOf(state).keys()]).toEqual(["extra red"]);
    expect(state.ropes[RED]?.extra[0]?.size).toBeGreaterThan(0.5);
    const others = mistakesIn(clean, state).filter((mistake) => !mistake.includes("red: extra"));
    expect(others).toEqual([]);
  });

  it.each([0, 1, 2])("without its second plug rope %d ends where it is drawn to end", (rope) => {
    const bare = withRope(rope, ({ ends: [first, second], ...pose }) => {
      return { ...pose, ends: [first, { ...second, state: "absent" }] };
    });
    const state = read(bare);
    const [, second] = state.ropes[rope]?.ends ?? [];
    expect(second?.isSeen).toBe(false);
    expect(second?.hole).toBe(stateAfter("easy-1", 0).ropes[rope]?.ends[1]);
    expect(mistakesIn(clean, state).filter((mistake) => !mistake.includes("end 1"))).toEqual([]);
  });
});

describe("whole ropes", () => {
  it.each([0, 1, 2, 3])("rope %d is absent when it is gone; the others stay", (rope) => {
    const ropes = clean.ropes.filter((_, k) => k !== rope);
    const state = read({ ...clean, ropes });
    expect(state.ropes.map(({ status }) => status)).toEqual(
      clean.ropes.map((_, k) => (k === rope ? "absent" : "read")),
    );
    expect([...flawsOf(state).keys()]).toEqual([]);
    const others = state.ropes.filter((_, k) => k !== rope);
    expect(others.map(({ ends }) => ends?.map(({ hole }) => hole))).toEqual(
      stateAfter("easy-1", 0)
        .ropes.filter((_, k) => k !== rope)
        .map(({ ends }) => ends),
    );
    for (const { crossings } of others) {
      expect(crossings.map(({ other }) => other)).not.toContain(rope);
    }
  });

  it("in another colour it is absent, and the colour is foreign", () => {
    const state = read(withRope(GREEN, (pose) => ({ ...pose, colour: "purple" })));
    expect(state.ropes.map(({ status }) => status)).toEqual(["read", "absent", "read", "read"]);
    expectNear(flawsOf(state).get("foreign")?.slice(0, 1), [middleOf(GREEN)], 1);
    expect([...flawsOf(state).keys()]).toEqual(["foreign"]);
  });

  it("a second one of a colour has plugs of its own", () => {
    const state = read(withExtra(ropeFrom("blue", [3, 4], [4, 3], "plugged")));
    const flaws = flawsOf(state);
    expect([...flaws.keys()]).toEqual(["extra blue", "plug blue"]);
    expectNear(
      flaws.get("plug blue"),
      [
        [3, 4],
        [4, 3],
      ],
      0.1,
    );
  });

  it("one of a foreign colour is told, and the instance's ropes stay", () => {
    const state = read(withExtra(ropeFrom("purple", [1.2, 3.5], [3, 3.7], "plugged")));
    expect(flawsOf(state).has("foreign")).toBe(true);
    expect(state.ropes.map(({ status }) => status)).toEqual(clean.ropes.map(() => "read"));
    expect(mistakesIn(clean, state)).toHaveLength(1);
  });
});

describe("holes", () => {
  it("one that is elsewhere is missing at its place and stray at the other", () => {
    const hole = 10;
    const state = read({ ...clean, holeShifts: [{ hole, dx: 0.3, dy: -0.35 }] });
    const flaws = flawsOf(state);
    expect([...flaws.keys()]).toEqual(["stray", `missing ${hole}`]);
    expectNear(flaws.get("stray"), [[2.3, -0.35]], 0.08);
    expect(mistakesIn(clean, state)).toHaveLength(2);
  });

  it("one under a rope is not missed", () => {
    const state = read({ ...clean, holeShifts: [{ hole: 12, dx: 0.05, dy: 0.05 }] });
    expect(mistakesIn(clean, state)).toEqual([]);
  });
});
