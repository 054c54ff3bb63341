/** Whole boards as the task draws them, settled: every tier, read exactly. */
import { describe, expect, it } from "vitest";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { type BoardName, instanceOf, planOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, observe, pictureOf, sceneOf, untoldIn } from "./testing/pictures.ts";

/** Reads a board after so many of its moves, one settled picture after the other. */
function readBoard(name: BoardName, moves: readonly number[]) {
  const instance = instanceOf(name);
  const scene = sceneOf(instance);
  const poses = moves.map((count) => untangleTask.poseOf(stateAfter(name, count)));
  const observations = observe(
    instance,
    scene,
    poses.map((pose) => pictureOf(scene, pose)),
  );
  return {
    labels: observations.map(({ label }) => label),
    mistakes: observations.flatMap(({ state }, k) => {
      const pose = poses[k];
      return pose ? mistakesIn(pose, state).map((mistake) => `after ${moves[k]}: ${mistake}`) : [];
    }),
    untold: observations.map(({ state }) => (state ? untoldIn(state) : -1)),
  };
}

describe("settled boards: ends, crossings with over and under, lengths, holes", () => {
  const EASY = [1, 2, 3, 4, 5, 6].map((seed) => `easy-${seed}` as BoardName);
  const MEDIUM = [201, 202, 203, 204, 205, 206].map((seed) => `medium-${seed}` as BoardName);
  it.each(EASY)("%s, at its start and solved: all exact", (name) => {
    const { labels, mistakes, untold } = readBoard(name, [0, planOf(name).length]);
    expect(mistakes).toEqual([]);
    expect(labels).toEqual(["exact", "exact"]);
    expect(untold).toEqual([0, 0]);
  });

  it.each(MEDIUM)("%s after one move: all exact", (name) => {
    const { labels, mistakes, untold } = readBoard(name, [1]);
    expect(mistakes).toEqual([]);
    expect(labels).toEqual(["exact"]);
    expect(untold).toEqual([0]);
  });

  it.each(["hard-401", "hard-402", "hard-404"] as const)("%s at its start: all exact", (name) => {
    const { labels, mistakes, untold } = readBoard(name, [0]);
    expect(mistakes).toEqual([]);
    expect(labels).toEqual(["exact"]);
    expect(untold[0]).toBeLessThanOrEqual(2);
  });
});
