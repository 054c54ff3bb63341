/**
 * Time for what no move explains. Moves of ropes take most of a clip, and a fault needs a rest, or a
 * move, in the middle of it: where need be all moves are shown a little faster, and the time that
 * this gives goes before the first move, into one rest, and behind the last move.
 */
import { scheduleMoves, type Timeline, type TimelineFrame } from "../../timeline.ts";
import { isInMiddle } from "../timing.ts";
import type { UntangleContext } from "./rollout.ts";

export type Staged = {
  /** One entry a frame of the clip, as in a timeline. */
  readonly frames: readonly TimelineFrame[];
  /** The frame that was asked for. */
  readonly frame: number;
  /** How much faster the moves are shown than they would be, 0 for not at all; in quarters. */
  readonly haste: number;
  /** What is to be said of the pace. */
  readonly warnings: readonly string[];
};

export type RestRequest = {
  /** Moves that the clip shows. @default those of the plan */
  readonly moveCount?: number;
  /** Moves done at the rest, 0..moveCount. */
  readonly moveIndex: number;
  /** Frames at rest before `frame`. */
  readonly beforeFrames: number;
  /** Frames at rest from `frame` on. */
  readonly afterFrames: number;
  /** Frames of `afterFrames` that the change takes: it is over in the middle of the clip too. @default 0 */
  readonly changeFrames?: number;
};

/** No move is shown in fewer frames. */
const MIN_SLOT_FRAMES = 4;
/** Less haste is rounding. */
const MIN_HASTE_TOLD = 0.03;

/**
 * A clip with a rest of the length asked for, `frame` in it and in the middle of the clip.
 * @returns undefined when there is no time for it
 */
export function stageRest(context: UntangleContext, request: RestRequest): Staged | undefined {
  const { moveCount = context.plan.length, moveIndex, changeFrames = 0 } = request;
  const { beforeFrames, afterFrames } = request;
  const count = context.poses.length;
  const isInner = moveIndex > 0 && moveIndex < moveCount;
  return search(context, moveCount, (base) => {
    const { first, end } = restOf(base, moveIndex);
    const need = isInner ? Math.max(0, beforeFrames + afterFrames - (end - first)) : 0;
    return {
      need,
      framesOf: (added) => [
        ...copies(base.frames[0], added.opening),
        ...base.frames.slice(0, end),
        ...copies(base.frames[end - 1], need),
        ...base.frames.slice(end),
        ...copies(base.frames.at(-1), added.closing),
      ],
      frameIn: (frames) => {
        const rest = restOf({ frames }, moveIndex);
        const frame = chooseFrame(rest, request, moveCount, count);
        const isFree = frame - rest.first >= beforeFrames && rest.end - frame >= afterFrames;
        const isMiddle = isInMiddle(frame, count) && isInMiddle(frame + changeFrames, count);
        return isFree && isMiddle ? frame : undefined;
      },
    };
  });
}

export type MoveRequest = {
  /** Moves that the clip shows. */
  readonly moveCount: number;
  readonly moveIndex: number;
  /** What the move's frames in motion show: its progress, strictly between 0 and 1. */
  readonly progresses: readonly number[];
};

/** Frames at rest after a move that is staged. */
const REST_FRAMES = 3;

/**
 * A clip in which a move has its own time, in the middle of the clip; `frame` is its first one in
 * motion.
 * @returns undefined when there is no time for it
 */
export function stageMove(
  context: UntangleContext,
  { moveCount, moveIndex, progresses }: MoveRequest,
): Staged | undefined {
  return search(context, moveCount, (base) => {
    const { firstFrame = 0, endFrame = 0 } = base.slots[moveIndex] ?? {};
    const free = endFrame - firstFrame - progresses.length;
    const need = Math.max(0, REST_FRAMES - free);
    return {
      need,
      framesOf: (added) => [
        ...copies(base.frames[0], added.opening),
        ...base.frames.slice(0, firstFrame),
        ...progresses.map((progress) => ({ moveIndex, progress })),
        ...copies({ moveIndex: moveIndex + 1, progress: 0 }, free + need),
        ...base.frames.slice(endFrame),
        ...copies(base.frames.at(-1), added.closing),
      ],
      frameIn: (frames) => {
        const frame = frames.findIndex((at) => at.moveIndex === moveIndex && at.progress > 0);
        return frame >= 0 && isInMiddle(frame, frames.length) ? frame : undefined;
      },
    };
  });
}

/** As late as can be in an opening rest, in the middle when nothing moves, else as early as can be. */
function chooseFrame(
  rest: { readonly first: number; readonly end: number },
  { moveIndex, beforeFrames, afterFrames }: RestRequest,
  moveCount: number,
  frameCount: number,
): number {
  if (moveIndex > 0) return rest.first + beforeFrames;
  return moveCount > 0 ? rest.end - afterFrames : Math.floor(frameCount / 2);
}

type Added = { readonly opening: number; readonly closing: number };

type Attempt = {
  /** Frames to be added besides those before the first move and behind the last one. */
  readonly need: number;
  readonly framesOf: (added: Added) => readonly TimelineFrame[];
  /** The frame asked for, undefined when it is not as asked for. */
  readonly frameIn: (frames: readonly TimelineFrame[]) => number | undefined;
};

/** The first clip that fits, the one with the slowest moves. */
function search(
  context: UntangleContext,
  moveCount: number,
  attempt: (base: Timeline) => Attempt,
): Staged | undefined {
  const count = context.poses.length;
  for (let extra = 0; extra < count; extra++) {
    const base = scheduleWithin(context, moveCount, count - extra);
    if (base === undefined) return undefined;
    const { need, framesOf, frameIn } = attempt(base);
    for (let opening = extra - need; opening >= 0; opening--) {
      const frames = framesOf({ opening, closing: extra - need - opening });
      const frame = frameIn(frames);
      if (frame !== undefined) return { frames, frame, ...paceOf(context, base) };
    }
  }
  return undefined;
}

function scheduleWithin(
  { timeline, fps }: UntangleContext,
  moveCount: number,
  frameCount: number,
): Timeline | undefined {
  const movesPerSecond = fps / framesPerMove(timeline);
  const base = scheduleMoves(moveCount, frameCount, fps, { movesPerSecond });
  const isTooFast = base.slots.some((slot) => slot.endFrame - slot.firstFrame < MIN_SLOT_FRAMES);
  return isTooFast ? undefined : base;
}

function framesPerMove({ slots }: Timeline): number {
  const span = (slots.at(-1)?.endFrame ?? 0) - (slots[0]?.firstFrame ?? 0);
  return Math.max(1, span) / Math.max(1, slots.length);
}

function paceOf({ timeline }: UntangleContext, base: Timeline) {
  const [asked, shown] = [framesPerMove(timeline), framesPerMove(base)];
  const hasteRatio = base.slots.length === 0 ? 0 : Math.max(0, asked / shown - 1);
  const text = `moves are shown at ${shown.toFixed(2)} frames each, not ${asked.toFixed(2)}`;
  const added = hasteRatio > MIN_HASTE_TOLD ? [`${text}, to give the fault time`] : [];
  return { haste: Math.round(4 * hasteRatio) / 4, warnings: [...timeline.warnings, ...added] };
}

/** Frames at rest after so many moves, `end` not included; empty when there are none. */
function restOf({ frames }: Pick<Timeline, "frames">, moves: number) {
  const isRest = (at: TimelineFrame): boolean => at.moveIndex === moves && at.progress === 0;
  const first = Math.max(0, frames.findIndex(isRest));
  return { first, end: frames.findLastIndex(isRest) + 1 };
}

function copies(of: TimelineFrame | undefined, length: number): TimelineFrame[] {
  return of === undefined ? [] : Array.from({ length }, () => of);
}
