import { expect, test } from "vitest";
import { worldOf } from "../../../../tasks/untangle/simulate.ts";
import { rolloutOf } from "../../../../tests/helpers/untangle-rollouts.ts";
import { replay, worldWith } from "./replay.ts";
import { movesOf, stateAt } from "./rollout.ts";

const context = rolloutOf("easy", "oracle");
const { task, states, plan } = context;
const start = stateAt(context, 0);

test("a replay of the plan from its own ropes is the plan", () => {
  const replayed = replay(start, worldOf(start), movesOf(context));
  expect(replayed.rests).toEqual(states.map((state) => task.poseOf(state)));
  plan.forEach((action, move) => {
    for (const progress of [0.1, 0.45, 0.9]) {
      const valid = task.poseDuring(stateAt(context, move), action, progress);
      expect(replayed.during(move, progress)).toEqual(valid);
    }
  });
});

test("other ropes: laid where they are told to be but for their ends, the world kept as it was", () => {
  const line = (task.poseOf(start).ropes[0]?.points ?? []).map(
    ([x, y, height], index) => [x + 0.2 * (index % 2), y, height + 0.1] as const,
  );
  const before = worldOf(start).positions.slice();
  const world = worldWith(start, new Map([[0, line]]));
  const [pose] = replay(start, world, []).rests;
  const [first, ...rest] = pose?.ropes ?? [];
  expect(first?.points[0]).toEqual(task.poseOf(start).ropes[0]?.points[0]);
  first?.points.slice(1, -1).forEach((point, index) => {
    point.forEach((value, axis) => {
      expect(value).toBeCloseTo(line[index + 1]?.[axis] ?? Number.NaN, 9);
    });
  });
  expect(rest).toEqual(task.poseOf(start).ropes.slice(1));
  expect(worldOf(start).positions).toEqual(before);
});
