/**
 * What built-in scripts of Untangle work with, on boards and plans written down so that none has to be
 * searched for.
 */
import { rngFromText } from "../../core/rng/mt19937.ts";
import { poseFrames, type ScriptContext } from "../../generators/builtin/script.ts";
import { scheduleMoves } from "../../generators/builtin/timeline.ts";
import {
  startState,
  type UntangleAction,
  type UntanglePose,
  type UntangleState,
  untangleTask,
} from "../../tasks/untangle/index.ts";
import { EASY_BOARD, HARD_BOARD, MEDIUM_BOARD, TANGLED_BOARD } from "./untangle-boards.ts";

export const FPS = 16;

type Move = readonly [fromRow: number, fromCol: number, toRow: number, toCol: number];

/** Boards with what `solve` gave for them when this file was made: 1, 2, 4, 4 and 8 moves. */
const PLANS = {
  oneMove: {
    state: startState(5, {
      ends: [
        [0, 4],
        [5, 21],
        [10, 14],
        [15, 24],
      ],
      isLong: false,
      tangle: [],
    }),
    moves: [[1, 0, 4, 0]],
  },
  easy: {
    state: EASY_BOARD,
    moves: [
      [0, 3, 2, 0],
      [1, 4, 3, 1],
    ],
  },
  medium: {
    state: MEDIUM_BOARD,
    moves: [
      [1, 5, 4, 4],
      [4, 5, 3, 2],
      [2, 0, 2, 3],
      [4, 2, 0, 4],
    ],
  },
  tangled: {
    state: TANGLED_BOARD,
    moves: [
      [5, 1, 2, 3],
      [0, 2, 4, 2],
      [0, 3, 3, 1],
      [0, 1, 2, 2],
    ],
  },
  hard: {
    state: HARD_BOARD,
    moves: [
      [2, 5, 3, 3],
      [1, 5, 4, 3],
      [0, 5, 1, 5],
      [5, 5, 2, 5],
      [1, 4, 2, 4],
      [3, 4, 1, 4],
      [1, 5, 0, 2],
      [1, 4, 2, 3],
    ],
  },
} as const satisfies Record<string, { state: UntangleState; moves: readonly Move[] }>;

export type RolloutName = keyof typeof PLANS;

/**
 * The context of a built-in script, as for a clip at the task's pace.
 * @param seed of the request
 */
export function rolloutOf(
  name: RolloutName,
  generator: string,
  { frames = 81, seed = 0 }: { readonly frames?: number; readonly seed?: number } = {},
): ScriptContext<UntangleState, UntangleAction, UntanglePose> {
  const { state, moves } = PLANS[name];
  const plan = moves.map(
    ([src_row, src_col, tgt_row, tgt_col]): UntangleAction => ({
      ...{ src_row, src_col },
      ...{ tgt_row, tgt_col },
    }),
  );
  const states: UntangleState[] = [state];
  for (const action of plan) {
    const result = untangleTask.step(states.at(-1) ?? state, action);
    if (!result.ok)
      throw new Error(`expected a legal move in ${name} but received ${result.reason}`);
    states.push(result.state);
  }
  const { clipMovesPerSecond = 1 } = untangleTask;
  const timeline = scheduleMoves(plan.length, frames, FPS, { movesPerSecond: clipMovesPerSecond });
  return {
    ...{ task: untangleTask, plan, states, timeline, fps: FPS },
    poses: poseFrames(untangleTask, states, plan, timeline),
    rng: rngFromText(`${name} ${seed} ${generator}`),
  };
}
