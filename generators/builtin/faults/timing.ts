/** When faults are planted: for every task in the middle of the clip, and to be seen for a while. */
import type { ScriptContext } from "../script.ts";

// biome-ignore lint/suspicious/noExplicitAny: time does not depend on what a task's states are.
type AnyContext = ScriptContext<any, any, any>;

/** Frames in which everything rests between two moves, both ends included. */
export type Rest = {
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Moves done. */
  readonly moveIndex: number;
};

/** Part of the clip in which a fault is planted if it can be. */
const MIDDLE = { fromRatio: 0.2, toRatio: 0.75 } as const;
/** A lasting fault stays visible for at least this long. */
const MIN_VISIBLE_SEC = 0.4;

/** Frames for which a lasting fault is to be seen at least. */
export function minVisibleFrames({ fps }: Pick<AnyContext, "fps">): number {
  return Math.max(1, Math.ceil(MIN_VISIBLE_SEC * fps));
}

/** Whether a frame lies in the middle of a clip of so many frames. */
export function isInMiddle(frame: number, frameCount: number): boolean {
  return frame >= MIDDLE.fromRatio * frameCount && frame <= MIDDLE.toRatio * frameCount;
}

/** Items by the frame at which they begin: those in the middle of the clip, then the others that last. */
export function groupByTime<T>(
  context: Pick<AnyContext, "fps" | "poses">,
  items: readonly T[],
  frameOf: (item: T) => number,
): T[][] {
  const count = context.poses.length;
  const isMiddle = (item: T): boolean => isInMiddle(frameOf(item), count);
  const lasting = items.filter(
    (item) => frameOf(item) >= 1 && frameOf(item) <= count - minVisibleFrames(context),
  );
  return [lasting.filter(isMiddle), lasting.filter((item) => !isMiddle(item))];
}

/** All rests between two moves, grouped as by `groupByTime`. */
export function listRests(
  context: Pick<AnyContext, "fps" | "poses" | "plan" | "timeline">,
): Rest[][] {
  const { frames } = context.timeline;
  const rests = new Map<number, Rest>();
  for (const [frame, { moveIndex, progress }] of frames.entries()) {
    if (progress !== 0 || moveIndex === 0 || moveIndex === context.plan.length) continue;
    const firstFrame = rests.get(moveIndex)?.firstFrame ?? frame;
    rests.set(moveIndex, { firstFrame, lastFrame: frame, moveIndex });
  }
  return groupByTime(context, [...rests.values()], (rest) => rest.firstFrame);
}
