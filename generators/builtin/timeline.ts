/**
 * When each move of a plan happens in a clip: an opening hold, one slot a move (turning frames, then
 * rest), a closing hold. Owns time only; what a move looks like belongs to the task.
 */
import { describeMismatch, UsageError } from "../../core/errors.ts";

export type TimelineOptions = {
  /** Pace of the moves when the clip is long enough, above 0. @default 2.5 */
  readonly movesPerSecond?: number;
};

/** What a frame shows: `moveIndex` moves are done, and the next one is at `progress`. */
export type TimelineFrame = {
  readonly moveIndex: number;
  /** 0 at rest, else strictly between 0 and 1; eased. */
  readonly progress: number;
};

/** Frames of one move, `firstFrame` included, `endFrame` not; the last ones are at rest after it. */
export type TimelineSlot = { readonly firstFrame: number; readonly endFrame: number };

export type Timeline = {
  /** One entry a frame of the clip. */
  readonly frames: readonly TimelineFrame[];
  /** One entry a move; empty (first = end) when the clip has fewer frames than moves. */
  readonly slots: readonly TimelineSlot[];
  /** Speed-ups and moves that cannot be seen. */
  readonly warnings: readonly string[];
};

export const DEFAULT_MOVES_PER_SECOND = 2.5;
const OPENING_HOLD_SEC = 0.5;
const CLOSING_HOLD_SEC = 0.75;
/** No hold takes more of a clip than this, unless there is time left over at the end. */
const MAX_HOLD_RATIO = 0.08;
/** Share of a slot that is rest after the turn; at least one frame. */
const REST_RATIO = 0.25;

/**
 * Schedules `moveCount` moves over `frameCount` frames. The first frame is always the start, the
 * last one, when there are two or more, always the end.
 * @throws UsageError when a count, `fps` or the pace is out of range
 */
export function scheduleMoves(
  moveCount: number,
  frameCount: number,
  fps: number,
  options: TimelineOptions = {},
): Timeline {
  const { movesPerSecond = DEFAULT_MOVES_PER_SECOND } = options;
  requireAtLeast("frames", frameCount, 1);
  requireAtLeast("moves", moveCount, 0);
  requirePositive("fps", fps);
  requirePositive("movesPerSecond", movesPerSecond);
  const hold = (sec: number): number =>
    Math.max(1, Math.min(Math.round(sec * fps), Math.floor(MAX_HOLD_RATIO * frameCount)));
  const opening = hold(OPENING_HOLD_SEC);
  const room = Math.max(0, frameCount - opening - hold(CLOSING_HOLD_SEC));
  const wanted = fps / movesPerSecond;
  const framesPerMove = moveCount === 0 ? wanted : Math.min(wanted, room / moveCount);
  const boundary = (move: number): number => opening + Math.round(move * framesPerMove);
  const slots = Array.from({ length: moveCount }, (_, move) => ({
    firstFrame: boundary(move),
    endFrame: boundary(move + 1),
  }));
  const warnings: string[] = [];
  if (framesPerMove < wanted) {
    warnings.push(
      `${moveCount} moves at ${movesPerSecond} a second do not fit ${frameCount} frames at ${fps} ` +
        `a second: shown at ${framesPerMove.toFixed(2)} frames a move`,
    );
  }
  const unseen = slots.filter((slot) => slot.endFrame - slot.firstFrame < 2).length;
  if (unseen > 0) {
    warnings.push(`${unseen} of ${moveCount} moves have no frame in motion: the clip is too short`);
  }
  return { frames: fillFrames(slots, frameCount), slots, warnings };
}

/** Share of a turn after `turned` of `turning` frames in motion; smooth at both ends. */
export function easeTurn(turned: number, turning: number): number {
  const t = (turned + 1) / (turning + 1);
  return t * t * (3 - 2 * t);
}

/** Frames in motion of a slot of `length` frames; the others are at rest. */
export function turningFrames(length: number): number {
  return length < 2 ? 0 : length - Math.max(1, Math.round(REST_RATIO * length));
}

function fillFrames(slots: readonly TimelineSlot[], frameCount: number): TimelineFrame[] {
  const frames: TimelineFrame[] = [];
  let move = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    let slot = slots[move];
    while (slot !== undefined && frame >= slot.endFrame) slot = slots[++move];
    if (slot === undefined || frame < slot.firstFrame) {
      frames.push({ moveIndex: move, progress: 0 });
      continue;
    }
    const turning = turningFrames(slot.endFrame - slot.firstFrame);
    const turned = frame - slot.firstFrame;
    frames.push(
      turned < turning
        ? { moveIndex: move, progress: easeTurn(turned, turning) }
        : { moveIndex: move + 1, progress: 0 },
    );
  }
  return frames;
}

function requireAtLeast(field: string, value: number, min: number): void {
  if (Number.isInteger(value) && value >= min) return;
  throw new UsageError(describeMismatch(field, `an integer of ${min} or more`, value));
}

function requirePositive(field: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new UsageError(describeMismatch(field, "a number above 0", value));
}
