import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TIERS, type Tier } from "../core/schema/common.ts";
import { type Instance, instanceSchema } from "../core/schema/instance.ts";
import { sceneSchema } from "../core/schema/scene.ts";
import { TASKS } from "../tasks/registry.ts";
import { createSurface, toRgba } from "../tasks/scene/surface.ts";
import type { AnyTask } from "../tasks/task.ts";

/** Boards on which each property is tried. */
const BOARDS = 15;
/** Tasks whose boards take a second each, and the tiers of their boards. */
const SLOW_TASKS: readonly string[] = ["untangle"];
const SLOW_TIERS: readonly Tier[] = ["easy", "easy", "hard"];
/** Tasks with boards so small that two random seeds share one now and then, by right. */
const FEW_BOARDS_TASKS: readonly string[] = ["swap"];
/** The first test of a task makes its boards, twice. */
const BOARDS_TIMEOUT_MS = 120_000;
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

type Board = {
  readonly tier: Tier;
  readonly seed: number;
  readonly instance: Instance;
  readonly state: unknown;
};
const boards = new Map<string, readonly Board[]>();

/** Boards of random tiers and different random seeds, made once for the whole file. */
function boardsOf(task: AnyTask): readonly Board[] {
  const known = boards.get(task.id);
  if (known !== undefined) return known;
  const isSlow = SLOW_TASKS.includes(task.id);
  const [drawn = []] = fc.sample(
    fc.uniqueArray(fc.tuple(tiers, seeds), {
      minLength: BOARDS,
      maxLength: BOARDS,
      selector: ([, seed]) => seed,
    }),
    1,
  );
  const chosen = isSlow
    ? SLOW_TIERS.map((tier, index) => [tier, drawn[index]?.[1] ?? index] as const)
    : drawn;
  const made = chosen.map(([tier, seed]): Board => {
    const instance = task.generate(tier, seed);
    return { tier, seed, instance, state: task.initialState(instance) };
  });
  boards.set(task.id, made);
  return made;
}

/** Starts of different seeds: the task's random boards, or where boards are few those of fixed seeds. */
function comparedStates(task: AnyTask): readonly unknown[] {
  if (!FEW_BOARDS_TASKS.includes(task.id)) return boardsOf(task).map(({ state }) => state);
  return Array.from({ length: BOARDS }, (_, seed) =>
    task.initialState(task.generate(TIERS[seed % TIERS.length] ?? "easy", seed)),
  );
}

/** Any board of a task. */
function boardOf(task: AnyTask): Board {
  const [board] = boardsOf(task);
  if (board === undefined) throw new Error(`no board of ${task.id}`);
  return board;
}

function forEachBoard(task: AnyTask, property: (state: unknown, board: Board) => void): void {
  for (const board of boardsOf(task)) {
    try {
      property(board.state, board);
    } catch (error) {
      throw new Error(`on the ${board.tier} board of seed ${board.seed}`, { cause: error });
    }
  }
}

test("ids and published names are different", () => {
  const names = TASKS.items.flatMap((task) => [task.id, task.publishedName]);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(TASKS.items.map((task) => [task.id, task] as const))("task %s", (_, task) => {
  test(
    "a seed gives one instance, which survives JSON",
    () => {
      forEachBoard(task, (state, { tier, seed, instance }) => {
        expect(instance).toMatchObject({ task: task.id, taskVersion: task.version, tier, seed });
        expect(instanceSchema.parse(instance)).toEqual(instance);
        expect(task.generate(tier, seed)).toEqual(instance);
        const read = task.stateSchema.parse(JSON.parse(JSON.stringify(state)));
        expect(read).toEqual(state);
        expect(task.initialState(JSON.parse(JSON.stringify(instance)))).toEqual(state);
      });
    },
    BOARDS_TIMEOUT_MS,
  );

  test("two seeds give two boards", () => {
    const states = comparedStates(task).map((state) => JSON.stringify(state));
    expect(new Set(states).size).toBe(states.length);
  });

  test("another task's instance and a broken state are refused", () => {
    const { instance } = boardOf(task);
    expect(() => task.initialState({ ...instance, task: "other" })).toThrow(/for instance\.task/);
    expect(() => task.initialState({ ...instance, initialState: {} })).toThrow(/initialState/);
    expect(() => task.importPublished({})).toThrow(/^expected .* for .* but received/);
  });

  test("a board starts unsolved; its plan is legal, within budget, and solves it at the end", () => {
    forEachBoard(task, (state, { instance }) => {
      const before = JSON.stringify(state);
      expect(task.isSolved(state)).toBe(false);
      const plan = task.solve(state) ?? [];
      expect(plan.length).toBeGreaterThan(0);
      expect(plan.length).toBeLessThanOrEqual(instance.actionBudget);
      const states = play(task, state, plan);
      expect(states.map((at) => task.isSolved(at))).toEqual([...plan.map(() => false), true]);
      expect(task.solve(states.at(-1))).toEqual([]);
      expect(JSON.stringify(state)).toBe(before);
    });
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
    const { state } = boardOf(task);
    const [action] = task.solve(state) ?? [];
    for (const view of task.views) {
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

  test("the values of prompts have fixed names, and tell the start apart from the moves", () => {
    forEachBoard(task, (state) => {
      const plan = task.solve(state) ?? [];
      const values = task.rolloutValues(state, plan);
      const still = task.rolloutValues(state, []);
      expect(Object.keys(values)).toEqual(Object.keys(still));
      for (const name of Object.keys(values)) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(values).toMatchObject({ start: still["start"], moves: expect.stringMatching(/./) });
      expect(still["start"]).not.toBe("");
      expect(still["moves"]).toBe("");
      expect(task.rolloutValues(state, plan)).toEqual(values);
      const [action] = plan;
      const after = play(task, state, [action]).at(-1);
      expect(task.rolloutValues(after, [])["start"]).not.toBe(still["start"]);
    });
  });
});
