/**
 * Generated boards for tests of the rope reader, written down because generating takes long: what
 * `untangleTask.generate(tier, seed)` gave once for the seeds named, and a plan that solves each.
 */
import type { Tier } from "../../../core/schema/common.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import {
  startState,
  toAction,
  type UntangleAction,
  type UntangleState,
  untangleTask,
} from "../../../tasks/untangle/index.ts";

type Hole = number;
type Literal = {
  readonly gridSize: number;
  /** Holes of the two ends of each rope. */
  readonly ends: readonly (readonly [Hole, Hole])[];
  /** Ropes that start tangled; they are long ones then. */
  readonly tangle?: readonly number[];
  /** Moves that solve the board. */
  readonly plan: readonly (readonly [from: Hole, to: Hole])[];
};

const BOARDS = {
  "easy-1": {
    gridSize: 5,
    ends: [
      [2, 22],
      [3, 15],
      [0, 1],
      [9, 21],
    ],
    plan: [
      [3, 10],
      [9, 16],
    ],
  },
  "easy-2": {
    gridSize: 5,
    ends: [
      [10, 21],
      [4, 24],
      [2, 22],
      [3, 15],
    ],
    plan: [
      [3, 16],
      [10, 20],
    ],
  },
  "easy-3": {
    gridSize: 5,
    ends: [
      [0, 4],
      [5, 21],
      [10, 14],
      [15, 24],
    ],
    plan: [[5, 20]],
  },
  "easy-4": {
    gridSize: 5,
    ends: [
      [3, 5],
      [15, 19],
      [10, 14],
      [0, 23],
    ],
    plan: [
      [15, 18],
      [0, 22],
    ],
  },
  "easy-5": {
    gridSize: 5,
    ends: [
      [5, 4],
      [15, 19],
      [11, 14],
      [6, 24],
    ],
    plan: [[6, 23]],
  },
  "easy-6": {
    gridSize: 5,
    ends: [
      [15, 19],
      [20, 3],
      [5, 2],
      [10, 14],
    ],
    plan: [[20, 4]],
  },
  "medium-201": {
    gridSize: 6,
    ends: [
      [0, 30],
      [2, 29],
      [5, 9],
      [23, 7],
      [4, 20],
    ],
    plan: [
      [7, 15],
      [4, 14],
      [2, 28],
    ],
  },
  "medium-202": {
    gridSize: 6,
    ends: [
      [4, 13],
      [3, 33],
      [12, 32],
      [1, 26],
      [0, 16],
    ],
    plan: [
      [26, 7],
      [0, 14],
      [33, 9],
      [4, 19],
    ],
  },
  "medium-203": {
    gridSize: 6,
    ends: [
      [24, 5],
      [30, 21],
      [6, 9],
      [2, 28],
      [18, 23],
    ],
    plan: [
      [2, 15],
      [23, 20],
      [24, 4],
    ],
  },
  "medium-204": {
    gridSize: 6,
    ends: [
      [30, 20],
      [24, 29],
      [28, 6],
      [18, 35],
      [12, 17],
    ],
    plan: [
      [18, 34],
      [30, 19],
      [28, 0],
    ],
  },
  "medium-205": {
    gridSize: 6,
    ends: [
      [8, 35],
      [22, 11],
      [12, 17],
      [13, 23],
      [27, 29],
    ],
    plan: [
      [23, 19],
      [12, 16],
      [29, 26],
      [22, 5],
    ],
  },
  "medium-206": {
    gridSize: 6,
    ends: [
      [5, 24],
      [9, 33],
      [2, 32],
      [16, 31],
      [0, 30],
    ],
    plan: [
      [33, 15],
      [2, 20],
      [31, 22],
      [5, 25],
    ],
  },
  "hard-401": {
    gridSize: 6,
    ends: [
      [7, 23],
      [28, 35],
      [30, 6],
      [1, 31],
      [2, 32],
      [3, 25],
    ],
    tangle: [4, 0, 5, 3],
    plan: [
      [31, 15],
      [2, 26],
      [3, 19],
      [1, 14],
    ],
  },
  "hard-402": {
    gridSize: 6,
    ends: [
      [19, 33],
      [24, 23],
      [18, 26],
      [12, 32],
      [6, 11],
      [1, 5],
    ],
    tangle: [2, 0, 1, 3],
    plan: [
      [24, 22],
      [33, 20],
      [12, 24],
      [18, 25],
      [20, 30],
      [24, 31],
    ],
  },
  "hard-404": {
    gridSize: 6,
    ends: [
      [2, 6],
      [3, 33],
      [19, 34],
      [28, 25],
      [0, 30],
      [27, 15],
    ],
    tangle: [1, 3, 2, 5],
    plan: [
      [34, 26],
      [3, 34],
      [28, 31],
      [27, 9],
    ],
  },
} as const satisfies Record<`${Tier}-${number}`, Literal>;

export type BoardName = keyof typeof BOARDS;
export const BOARD_NAMES = Object.keys(BOARDS) as readonly BoardName[];

export function planOf(name: BoardName): readonly UntangleAction[] {
  const { gridSize, plan } = BOARDS[name];
  return plan.map(([from, to]) => toAction(gridSize, from, to));
}

/** The state after so many moves of its plan. */
export function stateAfter(name: BoardName, moves: number): UntangleState {
  const { gridSize, ends, ...rest } = BOARDS[name] as Literal;
  const tangle = [...(rest.tangle ?? [])];
  let state = startState(gridSize, {
    ends: ends.map(([first, second]): [Hole, Hole] => [first, second]),
    isLong: tangle.length > 0,
    tangle,
  });
  for (const action of planOf(name).slice(0, moves)) {
    const result = untangleTask.step(state, action);
    if (result.ok) state = result.state;
  }
  return state;
}

export function instanceOf(name: BoardName): Instance {
  const [tier, seed] = name.split("-") as [Tier, string];
  return {
    schema: "topoprobe.instance/1",
    id: `untangle-${name}`,
    task: "untangle",
    taskVersion: "1",
    tier,
    seed: Number(seed),
    actionBudget: 15,
    initialState: stateAfter(name, 0),
    origin: { kind: "generated", attempts: 1 },
  };
}
