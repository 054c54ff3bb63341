/**
 * Rules of Chat Noir: what a block does, how the game ends. A step is the player's block and the cat's
 * answer together. The game is over when the cat is shut in (solved) or stands on the boundary (lost).
 *
 * Only a block can shut the cat in. The published rules look again after the cat's move; but the cell
 * that it leaves stays open and leads to the boundary, so that its own move never ends the game well.
 */
import type { StepResult } from "../task.ts";
import { cellCount, hexBoard } from "./board.ts";
import { moveCat } from "./cat.ts";
import { blocksOf, canEscape, shortestEscape, withBlock } from "./paths.ts";
import { type ChatNoirAction, type ChatNoirState, chatNoirActionSchema } from "./state.ts";

/** Why an action is refused. */
export const ILLEGAL_REASONS = [
  "already_done",
  "invalid_action",
  "out_of_range",
  "cat_cell",
  "already_blocked",
] as const;
export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** The cat has no way to the boundary. */
export function isSolved(state: ChatNoirState): boolean {
  const board = hexBoard(state.radius);
  return !canEscape(board, blocksOf(board, state.blocked), state.cat);
}

/** The cat stands on the boundary: the game is over and cannot be solved any more. */
export function isLost(state: ChatNoirState): boolean {
  return hexBoard(state.radius).cells[state.cat]?.isBoundary === true;
}

/** The game has ended, won or lost. */
export function isOver(state: ChatNoirState): boolean {
  return isLost(state) || isSolved(state);
}

/** Every open cell but the cat's, ascending; none once the game is over. */
export function legalActions(state: ChatNoirState): ChatNoirAction[] {
  if (isOver(state)) return [];
  const closed = new Set([...state.blocked, state.cat]);
  return Array.from({ length: cellCount(state.radius) }, (_, cell) => cell).filter(
    (cell) => !closed.has(cell),
  );
}

/**
 * Blocks a cell; unless that shuts the cat in, the cat then moves one cell by its policy. Refusals are
 * values, one of ILLEGAL_REASONS: the cat does not move then.
 */
export function step(state: ChatNoirState, action: ChatNoirAction): StepResult<ChatNoirState> {
  const refuse = (reason: IllegalReason): StepResult<ChatNoirState> => ({ ok: false, reason });
  if (isOver(state)) return refuse("already_done");
  if (!chatNoirActionSchema.safeParse(action).success) return refuse("invalid_action");
  if (action < 0 || action >= cellCount(state.radius)) return refuse("out_of_range");
  if (action === state.cat) return refuse("cat_cell");
  if (state.blocked.includes(action)) return refuse("already_blocked");
  const board = hexBoard(state.radius);
  const blocks = withBlock(blocksOf(board, state.blocked), action);
  const after: ChatNoirState = {
    ...state,
    blocked: [...state.blocked, action].sort((a, b) => a - b),
    lastBlocked: action,
  };
  if (!canEscape(board, blocks, state.cat)) return { ok: true, state: after };
  const move = moveCat(board, blocks, state.cat, state.policy, state.catRng);
  if (move === undefined) return { ok: true, state: after };
  return { ok: true, state: { ...after, cat: move.to, catRng: move.catRng } };
}

/** Steps of the cat to the boundary: 0 on it, Infinity when it is shut in. */
export function catDistance(state: ChatNoirState): number {
  const board = hexBoard(state.radius);
  const way = shortestEscape(board, blocksOf(board, state.blocked), state.cat);
  return way === null ? Number.POSITIVE_INFINITY : way.length - 1;
}

/** Published budget: every cell that is open at the start but the cat's. */
export function actionBudget(state: Pick<ChatNoirState, "radius" | "blocked">): number {
  return cellCount(state.radius) - state.blocked.length - 1;
}
