/**
 * Time for what no move explains: a rest made longer at the cost of the opening and the closing
 * hold, so that the moves keep their pace and a change at once meets nothing else in motion.
 */
import type { StrokePose } from "../../../../tasks/one-stroke/index.ts";
import type { Timeline, TimelineFrame } from "../../timeline.ts";
import type { Rest } from "../timing.ts";
import type { StrokeContext } from "./rollout.ts";

export type Lingering = {
  readonly poses: readonly StrokePose[];
  readonly frames: readonly TimelineFrame[];
  /** The rest where it lies now. */
  readonly rest: Rest;
};

/** A change at once comes in the middle of a rest of this length: two sampled frames on either side. */
const QUIET_SEC = 0.25;

/**
 * The rollout with one rest of up to `length` frames; no shorter than it was. Either hold keeps half
 * of its frames, the opening one gives first.
 */
export function lingerAt(context: StrokeContext, rest: Rest, length: number): Lingering {
  const { timeline, poses } = context;
  const { firstFrame, lastFrame } = rest;
  const missing = Math.max(0, length - (lastFrame - firstFrame + 1));
  const fromOpening = Math.min(missing, Math.floor(openingFrames(timeline) / 2));
  const closing = closingFrames(timeline, context.plan.length);
  const fromClosing = Math.min(missing - fromOpening, Math.floor(closing / 2));
  const added = fromOpening + fromClosing;
  const order = poses
    .map((_, frame) => frame)
    .slice(fromOpening, poses.length - fromClosing)
    .flatMap((frame) => (frame === lastFrame ? new Array<number>(added + 1).fill(frame) : [frame]));
  return {
    poses: order.map((frame) => poses[frame] as StrokePose),
    frames: order.map((frame) => timeline.frames[frame] as TimelineFrame),
    rest: {
      ...rest,
      firstFrame: firstFrame - fromOpening,
      lastFrame: lastFrame - fromOpening + added,
    },
  };
}

/** The rollout with a quiet moment at a rest, and the frame in the middle of it. */
export function quietMoment(
  context: StrokeContext,
  rest: Rest,
): Lingering & { readonly frame: number } {
  const lingering = lingerAt(context, rest, Math.round(QUIET_SEC * context.fps));
  const { firstFrame, lastFrame } = lingering.rest;
  return { ...lingering, frame: firstFrame + Math.floor((lastFrame - firstFrame + 1) / 2) };
}

function openingFrames({ frames }: Timeline): number {
  const end = frames.findIndex(({ moveIndex, progress }) => moveIndex > 0 || progress > 0);
  return end === -1 ? frames.length : end;
}

function closingFrames({ frames }: Timeline, moves: number): number {
  return frames.filter(({ moveIndex }) => moveIndex === moves).length;
}
