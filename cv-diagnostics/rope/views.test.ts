/** Boards seen by the other cameras, and pictures that are moved and zoomed. */
import { describe, expect, it } from "vitest";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { moved } from "../../tests/helpers/stroke-pictures.ts";
import { type BoardName, instanceOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, observe, pictureOf, sceneOf, TOLERANCE } from "./testing/pictures.ts";

/** Aslant, plugs lean over their holes, and what rises looks longer. */
const ASLANT = { ...TOLERANCE, plugged: 0.12, lengthRatio: 2 };

describe("other cameras", () => {
  it.each([
    ["top", "easy-1", TOLERANCE],
    ["top", "medium-201", TOLERANCE],
    ["top", "hard-401", TOLERANCE],
    ["oblique", "easy-1", ASLANT],
    ["oblique", "medium-201", ASLANT],
    ["wide", "easy-1", TOLERANCE],
    ["wide", "medium-201", TOLERANCE],
    ["crop", "easy-1", TOLERANCE],
    ["crop", "medium-201", TOLERANCE],
    ["crop", "hard-401", TOLERANCE],
  ] as const)("%s, %s: ends, crossings and holes exact", (view, name, tolerance) => {
    const instance = instanceOf(name);
    const scene = sceneOf(instance, view);
    const pose = untangleTask.poseOf(stateAfter(name, 0));
    const [reading] = observe(instance, scene, [pictureOf(scene, pose)]);
    expect(mistakesIn(pose, reading?.state, tolerance)).toEqual([]);
    expect(reading?.label).toBe("exact");
  });
});

describe("pictures that move", () => {
  const name: BoardName = "easy-3";
  const instance = instanceOf(name);
  const scene = sceneOf(instance);
  const pose = untangleTask.poseOf(stateAfter(name, 0));
  const still = pictureOf(scene, pose);

  it("by parts of a pixel, by pixels, and zoomed: all exact", () => {
    const pictures = [
      still,
      moved([0.4, -0.3])(still),
      moved([3.3, -2.6], 1.02)(still),
      moved([0, 0], 0.96)(still),
    ];
    const readings = observe(instance, scene, pictures);
    expect(readings.map(({ label }) => label)).toEqual(pictures.map(() => "exact"));
    expect(readings.flatMap(({ state }) => mistakesIn(pose, state))).toEqual([]);
  });
});
