/**
 * From states to poses: what each cell shows and where the cat is, at rest or during a turn. A turn is
 * shown as one move: first the block grows, then the cat walks.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { hexBoard, type Radius } from "./board.ts";
import { step } from "./rules.ts";
import type { ChatNoirAction, ChatNoirState } from "./state.ts";

export type ChatNoirPose = {
  readonly radius: Radius;
  /** Numbers of the cells drawn as blocked. */
  readonly blocked: readonly number[];
  /** The blocked cell drawn with the ring of the last block, null for none. */
  readonly lastBlocked: number | null;
  /** A block on its way, with the ring of the last block; null for none. */
  readonly growing: {
    readonly cell: number;
    /** How much of the cell it covers, from its middle: share of the radius, 0..1. */
    readonly share: number;
  } | null;
  readonly cat: {
    /** Number written on the cat: its cell's; null while it walks. */
    readonly cell: number | null;
    /** Its middle in the board plane, see `cellPoint`. */
    readonly x: number;
    readonly y: number;
  };
};

/** Share of a turn in which the block grows when the cat walks afterwards. */
export const BLOCK_SHARE = 0.6;

/**
 * The middle of a cell in the board plane: x to the right, y down, the middle cell at the origin, 1 from
 * each cell to its neighbours.
 */
export function cellPoint(radius: number, cell: number): readonly [x: number, y: number] {
  const { q, r } = hexBoard(radius).cells[cell] ?? { q: 0, r: 0 };
  return [q + r / 2, (r * Math.sqrt(3)) / 2];
}

/** The pose at rest. */
export function poseOf({ radius, blocked, lastBlocked, cat }: ChatNoirState): ChatNoirPose {
  const [x, y] = cellPoint(radius, cat);
  return { radius, blocked, lastBlocked, growing: null, cat: { cell: cat, x, y } };
}

/**
 * The pose during a turn. The cell fills from its middle, taking BLOCK_SHARE of the turn, or all of it
 * when the cat stays; then the cat walks in a straight line to the next cell. The ring of the block
 * before goes out at once.
 * @param progress share of the turn, 0 (before) to 1 (after), linear in both parts
 * @throws RuleError when the action is illegal, or the progress is outside 0..1
 */
export function poseDuring(
  state: ChatNoirState,
  action: ChatNoirAction,
  progress: number,
): ChatNoirPose {
  const after = step(state, action);
  if (!after.ok) {
    throw new RuleError(
      `${describeMismatch("action", "a legal block", action)}, refused as ${after.reason}`,
    );
  }
  if (!(progress >= 0 && progress <= 1)) {
    throw new RuleError(describeMismatch("progress", "a number in 0..1", progress));
  }
  if (progress === 0) return poseOf(state);
  if (progress === 1) return poseOf(after.state);
  const blockShare = after.state.cat === state.cat ? 1 : BLOCK_SHARE;
  if (progress < blockShare) {
    const growing = { cell: action, share: progress / blockShare };
    return { ...poseOf(state), lastBlocked: null, growing };
  }
  const walked = (progress - blockShare) / (1 - blockShare);
  const blocked = { ...poseOf(after.state), cat: poseOf(state).cat };
  if (walked === 0) return blocked;
  const [fromX, fromY] = cellPoint(state.radius, state.cat);
  const [toX, toY] = cellPoint(state.radius, after.state.cat);
  const [x, y] = [fromX + (toX - fromX) * walked, fromY + (toY - fromY) * walked];
  return { ...blocked, cat: { cell: null, x, y } };
}
