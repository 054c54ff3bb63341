/** Boards while an end is carried: where it is, over what, and which end it stays. */
import { describe, expect, it } from "vitest";
import { type UntanglePose, untangleTask } from "../../tasks/untangle/index.ts";
import { distanceBetween } from "./points.ts";
import { type BoardName, instanceOf, planOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, observe, pictureOf, sceneOf, TOLERANCE } from "./testing/pictures.ts";

/** Poses at shares of each of some moves, and what was read of them, in order. */
function readMoves(name: BoardName, moves: readonly number[], shares: readonly number[]) {
  const instance = instanceOf(name);
  const scene = sceneOf(instance);
  const poses = moves.flatMap((move) => {
    const state = stateAfter(name, move);
    const action = planOf(name)[move];
    return action === undefined
      ? []
      : shares.map((share) => untangleTask.poseDuring(state, action, share));
  });
  const pictures = poses.map((pose) => pictureOf(scene, pose));
  return { poses, readings: observe(instance, scene, pictures) };
}

/** A rope that folds under its carried end looks shorter than it is. */
const CARRIED = { ...TOLERANCE, length: 0.3 };

const isInFlight = ({ ropes }: UntanglePose): boolean =>
  ropes.some(({ ends }) => ends.some(({ state }) => state === "in-flight"));

describe("an end that is carried", () => {
  it.each([
    ["easy-1", [0, 1]],
    ["easy-4", [0]],
    ["medium-201", [0]],
    ["medium-204", [0]],
  ] as const)("%s: is followed from hole to hole over ropes and plugs", (name, moves) => {
    const shares = [0.15, 0.3, 0.5, 0.8];
    const { poses, readings } = readMoves(name, [...moves], shares);
    expect(poses.filter(isInFlight).length).toBeGreaterThanOrEqual(2 * moves.length);
    const wrong = readings.flatMap(({ state }, k) => {
      const pose = poses[k];
      return pose ? mistakesIn(pose, state, CARRIED).map((mistake) => `pose ${k}: ${mistake}`) : [];
    });
    expect(wrong).toEqual([]);
    expect(new Set(readings.map(({ label }) => label))).toEqual(new Set(["exact"]));
  });

  it("stands in no hole between two holes", () => {
    const { poses, readings } = readMoves("easy-1", [0], [0.3, 0.35]);
    for (const [k, { state }] of readings.entries()) {
      for (const [rope, { ends }] of (poses[k]?.ropes ?? []).entries()) {
        for (const [end, truth] of ends.entries()) {
          if (truth.state !== "in-flight") continue;
          const seen = state?.ropes[rope]?.ends?.[end];
          const place: [number, number] = [truth.x, truth.y];
          const offset = distanceBetween(place, [Math.round(truth.x), Math.round(truth.y)]);
          expect(Math.abs((seen?.offset ?? 9) - offset)).toBeLessThan(0.1);
          if (offset > 0.3) expect(seen?.hole).toBeNull();
        }
      }
    }
  });
});
