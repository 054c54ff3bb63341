import { describe, expect, test } from "vitest";
import { crossingsOf } from "../../../../core/geometry/polyline-crossings.ts";
import {
  occupiedHoles,
  ROPE_COLOURS,
  type RopePose,
  rowColOf,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import {
  breaksOf,
  crossingWords,
  distanceFromHole,
  lengthOf,
  quietFrames,
} from "../../../../tests/helpers/untangle-pose-reader.ts";
import { type RolloutName, rolloutOf } from "../../../../tests/helpers/untangle-rollouts.ts";
import { distanceTo, drawnLine } from "./geometry.ts";
import { type RopeTruth, UNTANGLE_FAULTS } from "./index.ts";

type Film = {
  readonly context: ReturnType<typeof rolloutOf>;
  readonly faulty: readonly UntanglePose[];
  readonly truth: RopeTruth;
  /** Just before the fault, from its first frame on, and the last frame. */
  readonly before: UntanglePose;
  readonly from: readonly UntanglePose[];
  readonly last: UntanglePose;
};

/** Calls back for the fault in an easy rollout and in a tangled one. */
function forEachFilm(fault: string, check: (film: Film) => void): void {
  for (const name of ["easy", "tangled"] satisfies RolloutName[]) {
    const context = rolloutOf(name, `fault:${fault}`);
    const { shots, truth } = UNTANGLE_FAULTS[fault]?.(context) ?? { shots: [] };
    const faulty = shots.map(({ pose }) => pose);
    const told = truth as RopeTruth;
    const [before, last] = [faulty[told.frame - 1], faulty.at(-1)];
    if (before === undefined || last === undefined) throw new Error("expected a film");
    check({ context, faulty, truth: told, before, from: faulty.slice(told.frame), last });
  }
}

const named = (pose: UntanglePose, place: string | undefined): RopePose => {
  const rope = pose.ropes.find(({ colour }) => place === `rope ${colour}`);
  if (rope === undefined) throw new Error(`expected ${place} in the pose`);
  return rope;
};
const others = (pose: UntanglePose, place: string | undefined): RopePose[] =>
  pose.ropes.filter(({ colour }) => place !== `rope ${colour}`);
const nearest = (rope: readonly (readonly number[])[], to: readonly RopePose[]): number =>
  Math.min(
    ...rope.flatMap(([x = 0, y = 0]) =>
      to.map((other) => distanceTo([x, y], drawnLine(other.points))),
    ),
  );

describe("ropes that come, go and change", () => {
  test("vanish-rope: one rope is gone for good, all others are as they would be", () => {
    forEachFilm("vanish-rope", ({ context, truth, before, from, last }) => {
      const [place] = truth.where;
      for (const pose of from) expect(pose.ropes).toHaveLength(before.ropes.length - 1);
      expect(from[0]?.ropes).toEqual(others(before, place));
      expect(last.ropes).toEqual(others(context.poses.at(-1) as UntanglePose, place));
    });
  });

  test("duplicate-rope: one more of a colour, between two empty holes, away from all others", () => {
    forEachFilm("duplicate-rope", ({ context, truth, before, from }) => {
      const copy = from[0]?.ropes.at(-1) as RopePose;
      expect(from[0]?.ropes.slice(0, -1)).toEqual(before.ropes);
      expect(truth.where).toEqual([`rope ${copy.colour}`]);
      expect(before.ropes.map(({ colour }) => colour)).toContain(copy.colour);
      for (const { x, y } of copy.ends) {
        const taken = context.states.flatMap((state) =>
          occupiedHoles(state).map((hole) => rowColOf(state.gridSize, hole)),
        );
        expect(taken.slice(-2 * before.ropes.length)).not.toContainEqual({ row: x, col: y });
        expect(x % 1 === 0 && y % 1 === 0).toBe(true);
      }
      for (const pose of from) expect(pose.ropes.at(-1)).toEqual(copy);
      for (const pose of [before, from.at(-1) as UntanglePose]) {
        const rest = pose.ropes.slice(0, before.ropes.length);
        expect(nearest(copy.points, rest)).toBeGreaterThan(0.3);
      }
    });
  });

  test("recolour-rope: nothing but a colour changes, to one that no rope has", () => {
    forEachFilm("recolour-rope", ({ truth, before, from }) => {
      const [old, next = ""] = truth.where;
      const colour = ROPE_COLOURS.find((name) => next === `rope ${name}`);
      expect(before.ropes.map((rope) => rope.colour)).not.toContain(colour);
      expect(named(from[0] as UntanglePose, next)).toEqual({ ...named(before, old), colour });
      for (const pose of from) {
        expect(pose.ropes.map((rope) => rope.colour)).toContain(colour);
        expect(pose.ropes).toHaveLength(before.ropes.length);
      }
    });
  });

  test("cut-rope: 0.35 hole spacings and more are missing, where nothing lies over them", () => {
    forEachFilm("cut-rope", ({ truth, before, from, last }) => {
      const [place] = truth.where;
      for (const pose of [from[0] as UntanglePose, last]) {
        const { gaps = [], points } = named(pose, place);
        expect(gaps).toHaveLength(1);
        const line = drawnLine(points);
        const [low = 0, high = 0] = [gaps[0]?.from, gaps[0]?.to].map((share = 0) =>
          Math.round(share * (line.length - 1)),
        );
        const missing = line.slice(low, high + 1);
        // The round ends beside it take 0.1 each.
        expect(lengthOf(missing) - 0.2).toBeGreaterThanOrEqual(0.35);
        expect(nearest(missing, others(pose, place))).toBeGreaterThan(0.29);
      }
      expect({ ...named(from[0] as UntanglePose, place), gaps: undefined }).toEqual({
        ...named(before, place),
        gaps: undefined,
      });
    });
  });

  test("fuse-ropes: from the crossing to an end of one rope the other's colour", () => {
    forEachFilm("fuse-ropes", ({ truth, before, from }) => {
      const [trunk, branch] = truth.where;
      const first = from[0] as UntanglePose;
      const [part] = named(first, branch).recoloured ?? [];
      expect(`rope ${part?.colour}`).toBe(trunk);
      const { between } = crossingsOf([named(before, trunk).points, named(before, branch).points]);
      const shares = between.flatMap(({ over, under }) =>
        [over, under].filter(({ line }) => line === 1).map(({ at }) => at / 16),
      );
      const isToEnd = part?.to === 1;
      expect(isToEnd ? part?.from : part?.to).toBeCloseTo(
        isToEnd ? Math.max(...shares) : Math.min(...shares),
      );
      expect(named(first, branch).points).toEqual(named(before, branch).points);
    });
  });
});

describe("ends", () => {
  test("teleport-end: at rest in one frame, at rest elsewhere in the next", () => {
    forEachFilm("teleport-end", ({ context, faulty, truth, before, from, last }) => {
      const [place] = truth.where;
      const moved = named(before, place).ends.map(({ x, y }, end) => {
        const to = named(from[0] as UntanglePose, place).ends[end] ?? { x, y };
        return Math.hypot(to.x - x, to.y - y);
      });
      expect(Math.min(...moved)).toBe(0);
      expect(Math.max(...moved)).toBeGreaterThanOrEqual(2);
      for (const pose of faulty.slice(truth.frame - 4, truth.frame + 4)) {
        expect(
          Math.max(...pose.ropes.flatMap(({ ends }) => ends.map(distanceFromHole))),
        ).toBeCloseTo(0);
      }
      expect(last).toEqual(context.poses.at(-1));
    });
  });

  test("float-end: comes down 0.3 to 0.5 hole spacings beside its hole and stays", () => {
    forEachFilm("float-end", ({ truth, from, last }) => {
      const [place] = truth.where;
      const off = (pose: UntanglePose): number =>
        Math.max(...named(pose, place).ends.map(distanceFromHole));
      for (const pose of [from[0] as UntanglePose, last]) {
        expect(off(pose)).toBeGreaterThanOrEqual(0.3);
        expect(off(pose)).toBeLessThanOrEqual(0.5);
        expect(named(pose, place).ends.map(({ state }) => state)).toEqual(["plugged", "plugged"]);
      }
      expect(others(last, place).flatMap(({ ends }) => ends.map(distanceFromHole))).toEqual(
        others(last, place).flatMap(() => [expect.closeTo(0), expect.closeTo(0)]),
      );
    });
  });

  test("two-ends-at-once: both named ropes are carried, then all rest in holes", () => {
    forEachFilm("two-ends-at-once", ({ faulty, truth, last }) => {
      for (const pose of faulty.slice(truth.frame, (truth.toFrame ?? 0) + 1)) {
        for (const place of truth.where) {
          expect(named(pose, place).ends.map(({ state }) => state)).toContain("in-flight");
        }
      }
      for (const { ends } of last.ropes) {
        for (const end of ends) expect(distanceFromHole(end)).toBeCloseTo(0);
      }
      expect(truth.where).toHaveLength(2);
    });
  });
});

describe("crossings and lengths", () => {
  test("silent-crossing: one crossing of the named ropes comes or goes, all ends at rest", () => {
    forEachFilm("silent-crossing", ({ faulty, truth, before, from }) => {
      const pair = truth.where[0]?.replace("crossing ", "").split("/").sort().join("/") ?? "";
      const marksOf = (pose: UntanglePose): string =>
        crossingWords(pose)
          .split(", ")
          .find((word) => word.startsWith(`${pair} `))
          ?.slice(pair.length + 1) ?? "";
      const without = (pose: UntanglePose): string[] =>
        crossingWords(pose)
          .split(", ")
          .filter((word) => word !== "" && !word.startsWith(`${pair} `));
      const after = from[5] as UntanglePose;
      expect(Math.abs(marksOf(after).length - marksOf(before).length)).toBe(1);
      expect(without(after)).toEqual(without(before));
      const ends = (pose: UntanglePose) => pose.ropes.map((rope) => rope.ends);
      for (const pose of faulty.slice(truth.frame - 4, truth.frame + 6)) {
        expect(ends(pose)).toEqual(ends(before));
      }
      const stretched = after.ropes.map(({ points }, rope) => {
        return lengthOf(points) / lengthOf(faulty[truth.frame - 6]?.ropes[rope]?.points ?? []);
      });
      const most = truth.alsoChecks.includes("length_conserved") ? 1.31 : 1.09;
      for (const ratio of stretched) expect(Math.abs(ratio - 1)).toBeLessThan(most - 1);
    });
  });

  test("flip-crossing: one mark turns over at once, nothing moves sideways", () => {
    forEachFilm("flip-crossing", ({ truth, before, from }) => {
      const first = from[0] as UntanglePose;
      const [old, now] = [crossingWords(before), crossingWords(first)];
      const turned = [...old].flatMap((mark, index) => (mark === now[index] ? [] : [index]));
      expect(turned).toHaveLength(1);
      const word = old.slice(0, turned[0]).split(", ").at(-1)?.split(" ")[0]?.split("/") ?? [];
      const told = truth.where[0]?.replace("crossing ", "").split("/") ?? [];
      expect([...word].sort()).toEqual([...told].sort());
      const flat = (pose: UntanglePose) =>
        pose.ropes.map(({ points }) => points.map(([x, y]) => [x, y]));
      expect(flat(first)).toEqual(flat(before));
    });
  });

  test("stretch: 30 % longer and more to the end, ends and crossings as they would be", () => {
    forEachFilm("stretch", ({ context, faulty, truth, last }) => {
      const [place] = truth.where;
      const valid = context.poses.at(-1) as UntanglePose;
      const ratio =
        lengthOf(drawnLine(named(last, place).points)) /
        lengthOf(drawnLine(named(valid, place).points));
      expect(ratio).toBeGreaterThan(1.3);
      expect(named(last, place).ends).toEqual(named(valid, place).ends);
      expect(others(last, place)).toEqual(others(valid, place));
      expect(crossingWords(last)).toBe(crossingWords(valid));
      expect(new Set(breaksOf(faulty).keys())).toEqual(new Set(["length_conserved"]));
    });
  });
});

test("hole-moved: one empty hole is elsewhere, in sight, by 0.35 to 0.5 hole spacings", () => {
  forEachFilm("hole-moved", ({ faulty, truth, from }) => {
    const quiet = quietFrames(faulty);
    for (const [index, { holeShifts = [], ropes, gridSize }] of from.entries()) {
      expect(holeShifts).toHaveLength(1);
      const { hole = 0, dx = 0, dy = 0 } = holeShifts[0] ?? {};
      const { row, col } = rowColOf(gridSize, hole);
      expect(truth.where).toEqual([`hole (${row},${col})`]);
      expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(0.35);
      expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(0.5);
      if (quiet[truth.frame + index] !== true) continue;
      const places = [
        [row, col],
        [row + dx, col + dy],
      ];
      expect(nearest(places, ropes)).toBeGreaterThan(0.3);
    }
  });
});
