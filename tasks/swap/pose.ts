/** From states to poses: where each block lies, at rest or while one of them moves into the blank. */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { step } from "./rules.ts";
import {
  BLANK,
  type BlockId,
  cellIndex,
  type SwapAction,
  type SwapCell,
  type SwapState,
} from "./state.ts";

/** The two boards of the puzzle. */
export type SwapBoardName = "current" | "goal";

/** One block as drawn. */
export type SwapBlockPose = {
  readonly id: BlockId;
  /** Its cell, in columns from the left and rows from the top, fractions allowed. */
  readonly x: number;
  readonly y: number;
  /** On its way, over the other blocks and the numbers of the cells. */
  readonly isLifted: boolean;
};

export type SwapPose = {
  readonly rows: number;
  readonly cols: number;
  /** Which board this is; the picture says it in words. */
  readonly board: SwapBoardName;
  /** Cell indices drawn as empty. */
  readonly empty: readonly number[];
  /** Later ones over earlier ones. */
  readonly blocks: readonly SwapBlockPose[];
};

/** The pose at rest. */
export function poseOf(state: SwapState): SwapPose {
  return buildPose(state, state.cells, "current");
}

/**
 * The board to reach, as a pose: drawn with the same scene as the current board it is the second
 * picture of a turn. It is the same for every state of a board.
 */
export function goalPoseOf(state: SwapState): SwapPose {
  return buildPose(state, state.goal, "goal");
}

/**
 * The pose while a block moves in a straight line, over all others, from its cell to the blank.
 * Strictly between 0 and 1 both of these cells are empty.
 * @param progress share of the way, 0 (before) to 1 (after), linear
 * @throws RuleError when the action is illegal, or the progress is outside 0..1
 */
export function poseDuring(state: SwapState, action: SwapAction, progress: number): SwapPose {
  const after = step(state, action);
  if (!after.ok) {
    throw new RuleError(
      `${describeMismatch("action", "a legal swap", action)}, refused as ${after.reason}`,
    );
  }
  if (!(progress >= 0 && progress <= 1)) {
    throw new RuleError(describeMismatch("progress", "a number in 0..1", progress));
  }
  if (progress === 0) return poseOf(state);
  if (progress === 1) return poseOf(after.state);
  const { cells, cols } = state;
  const from = cellIndex(action, cols);
  const to = cells.indexOf(BLANK);
  const still = buildPose(
    state,
    cells.map((cell, index) => (index === from ? BLANK : cell)),
    "current",
  );
  const [fromX, fromY] = [from % cols, Math.floor(from / cols)];
  const [toX, toY] = [to % cols, Math.floor(to / cols)];
  const at: Place = [fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress];
  return { ...still, blocks: [...still.blocks, ...blockAt(cells[from], at, true)] };
}

function buildPose(
  { rows, cols }: Pick<SwapState, "rows" | "cols">,
  cells: readonly SwapCell[],
  board: SwapBoardName,
): SwapPose {
  return {
    rows,
    cols,
    board,
    empty: cells.flatMap((cell, index) => (cell === BLANK ? [index] : [])),
    blocks: cells.flatMap((cell, index) =>
      blockAt(cell, [index % cols, Math.floor(index / cols)], false),
    ),
  };
}

/** In columns from the left and rows from the top. */
type Place = readonly [x: number, y: number];

/** The block of a cell as a list, empty for the blank. */
function blockAt(cell: SwapCell | undefined, [x, y]: Place, isLifted: boolean): SwapBlockPose[] {
  return cell === undefined || cell === BLANK ? [] : [{ id: cell, x, y, isLifted }];
}
