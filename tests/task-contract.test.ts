import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TIERS, type Tier } from "../core/schema/common.ts";
import { instanceSchema } from "../core/schema/instance.ts";
import { sceneSchema } from "../core/schema/scene.ts";
import { TASKS } from "../tasks/registry.ts";
import { createSurface, toRgba } from "../tasks/scene/surface.ts";
import type { AnyTask } from "../tasks/task.ts";

/** Seeds tried for each property; generators may take some milliseconds a board. */
const RUNS = 15;
const SIZE = { widthPx: 416, heightPx: 240 } as const;

const seeds = fc.integer({ min: 0, max: 100_000 });
const tiers = fc.constantFrom<Tier>(...TIERS);

function draw(task: AnyTask, state: unknown, pose: unknown, view: string): Buffer {
  const surface = createSurface(SIZE.widthPx, SIZE.heightPx);
  task.draw(surface.context, task.scene(state, { ...SIZE, view }), pose);
  return Buffer.from(toRgba(surface).data);
}

/** The states of a plan, the first one included. Fails when an action is refused. */
function play(task: AnyTask, state: unknown, plan: readonly unknown[]): unknown[] {
  const states = [state];
  for (const action of plan) {
    const result = task.step(states.at(-1), action);
    if (!result.ok) throw new Error(`${task.describeAction(action)} refused: ${result.reason}`);
    states.push(result.state);
  }
  return states;
}

function forEachBoard(task: AnyTask, property: (state: unknown, tier: Tier) => void): void {
  fc.assert(
    fc.property(tiers, seeds, (tier, seed) => {
      property(task.initialState(task.generate(tier, seed)), tier);
    }),
    { numRuns: RUNS },
  );
}

test("ids and published names are different", () => {
  const names = TASKS.items.flatMap((task) => [task.id, task.publishedName]);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(TASKS.items.map((task) => [task.id, task] as const))("task %s", (_, task) => {
  test("a seed gives one instance, which survives JSON", () => {
    fc.assert(
      fc.property(tiers, seeds, (tier, seed) => {
        const instance = task.generate(tier, seed);
        expect(instance).toMatchObject({ task: task.id, taskVersion: task.version, tier, seed });
        expect(instanceSchema.parse(instance)).toEqual(instance);
        expect(task.generate(tier, seed)).toEqual(instance);
        const state = task.initialState(instance);
        const read = task.stateSchema.parse(JSON.parse(JSON.stringify(state)));
        expect(read).toEqual(state);
        expect(task.initialState(JSON.parse(JSON.stringify(instance)))).toEqual(state);
      }),
      { numRuns: RUNS },
    );
  });

  test("two seeds give two boards", () => {
    for (const tier of TIERS) {
      expect(task.generate(tier, 1).initialState).not.toEqual(task.generate(tier, 2).initialState);
    }
  });

  test("another task's instance and a broken state are refused", () => {
    const instance = task.generate("easy", 0);
    expect(() => task.initialState({ ...instance, task: "other" })).toThrow(/for instance\.task/);
    expect(() => task.initialState({ ...instance, initialState: {} })).toThrow(/initialState/);
    expect(() => task.importPublished({})).toThrow(/^expected .* for .* but received/);
  });

  test("a board starts unsolved; its plan is legal, within budget, and solves it at the end", () => {
    fc.assert(
      fc.property(tiers, seeds, (tier, seed) => {
        const instance = task.generate(tier, seed);
        const state = task.initialState(instance);
        const before = JSON.stringify(state);
        expect(task.isSolved(state)).toBe(false);
        const plan = task.solve(state) ?? [];
        expect(plan.length).toBeGreaterThan(0);
        expect(plan.length).toBeLessThanOrEqual(instance.actionBudget);
        const states = play(task, state, plan);
        expect(states.map((at) => task.isSolved(at))).toEqual([...plan.map(() => false), true]);
        expect(task.solve(states.at(-1))).toEqual([]);
        expect(JSON.stringify(state)).toBe(before);
      }),
      { numRuns: RUNS },
    );
  });

  test("legal actions are accepted and change the state; others are refused and do not", () => {
    forEachBoard(task, (state) => {
      const before = JSON.stringify(state);
      const legal = task.legalActions(state);
      expect(legal.length).toBeGreaterThan(0);
      for (const action of legal) {
        const result = task.step(state, action);
        expect(result.ok && JSON.stringify(result.state)).not.toBe(before);
      }
      const solved = play(task, state, task.solve(state) ?? []).at(-1);
      expect(task.legalActions(solved)).toEqual([]);
      const refused = task.step(solved, legal[0]);
      expect(refused).toEqual({ ok: false, reason: expect.stringMatching(/^[a-z_]+$/i) });
      for (const nonsense of [null, {}, "x", { x: -1, y: -1 }, 7.5]) {
        expect(task.step(state, nonsense).ok).toBe(false);
      }
      expect(JSON.stringify(state)).toBe(before);
    });
  });

  test("answers survive writing and reading, alone and inside talk", () => {
    forEachBoard(task, (state) => {
      for (const action of task.legalActions(state)) {
        const text = task.encodeAnswer(action);
        expect(task.actionSchema.parse(action)).toEqual(action);
        expect(task.parseAnswer(text)).toEqual({ ok: true, action });
        expect(task.parseAnswer(`I think so.\n\`\`\`json\n${text}\n\`\`\``)).toEqual({
          ok: true,
          action,
        });
      }
      for (const text of ["", "no idea", "{", "{}"]) expect(task.parseAnswer(text).ok).toBe(false);
    });
  });

  test("a move begins and ends at the poses at rest and is neither between them", () => {
    forEachBoard(task, (state) => {
      const [action] = task.solve(state) ?? [];
      const [, after] = play(task, state, [action]);
      expect(task.poseDuring(state, action, 0)).toEqual(task.poseOf(state));
      expect(task.poseDuring(state, action, 1)).toEqual(task.poseOf(after));
      const middle = JSON.stringify(task.poseDuring(state, action, 0.5));
      expect(middle).not.toBe(JSON.stringify(task.poseOf(state)));
      expect(middle).not.toBe(JSON.stringify(task.poseOf(after)));
    });
  });

  test("the scene fits its schema and is the same for every state of a board", () => {
    forEachBoard(task, (state) => {
      for (const view of task.views) {
        const scene = task.scene(state, { ...SIZE, view });
        expect(sceneSchema.parse(scene)).toEqual(scene);
        expect(scene).toMatchObject({ task: task.id, view, ...SIZE });
        const solved = play(task, state, task.solve(state) ?? []).at(-1);
        expect(task.scene(solved, { ...SIZE, view })).toEqual(scene);
      }
      expect(task.scene(state, SIZE).view).toBe(task.views[0]);
      expect(() => task.scene(state, { ...SIZE, view: "no-such-view" })).toThrow(/for view/);
    });
  });

  test("a pose is always drawn in the same bytes, and another pose in others", () => {
    for (const view of task.views) {
      const state = task.initialState(task.generate("medium", 3));
      const [action] = task.solve(state) ?? [];
      const first = draw(task, state, task.poseOf(state), view);
      expect(draw(task, state, task.poseOf(state), view).equals(first)).toBe(true);
      const middle = draw(task, state, task.poseDuring(state, action, 0.5), view);
      expect(middle.equals(first)).toBe(false);
    }
  });

  test("the agent's prompt tells the budget and is the same for every state of a board", () => {
    forEachBoard(task, (state) => {
      expect(task.prompt(state, 37)).toContain("37");
      const solved = play(task, state, task.solve(state) ?? []).at(-1);
      expect(task.prompt(solved, 37)).toBe(task.prompt(state, 37));
    });
  });

  test("the rollout prompt depends on the plan", () => {
    const state = task.initialState(task.generate("easy", 5));
    const plan = task.solve(state) ?? [];
    expect(task.rolloutPrompt(state, plan)).not.toBe(task.rolloutPrompt(state, plan.slice(1)));
    expect(task.rolloutPrompt(state, plan)).toContain("fixed camera");
  });
});
