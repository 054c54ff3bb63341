/** The rests of a rollout at which something may be planted, each with the clip that gives it time. */
import type { UntanglePose } from "../../../../tasks/untangle/index.ts";
import { poseFrames } from "../../script.ts";
import { minVisibleFrames } from "../timing.ts";
import { ropesMovedFrom, type UntangleContext } from "./rollout.ts";
import { type Staged, stageRest } from "./stage.ts";

export type Site = Staged & {
  /** Moves done at the rest. */
  readonly moveIndex: number;
  /** The pose at rest. */
  readonly pose: UntanglePose;
  /** Poses of the valid rollout at this clip's times, one a frame; made when first asked for. */
  readonly poses: () => readonly UntanglePose[];
  /** Whether an end of the rope is moved after the rest. */
  readonly movesLater: (rope: number) => boolean;
};

/** Frames at rest before the change. */
const BEFORE_SEC = 0.25;

/**
 * All rests that get time enough, the one before the first move and the one after the last included.
 * @param changeFrames frames that the change itself takes. @default 0
 */
export function listSites(context: UntangleContext, changeFrames = 0): Site[] {
  const beforeFrames = Math.max(1, Math.round(BEFORE_SEC * context.fps));
  const afterFrames = changeFrames + minVisibleFrames(context);
  return context.states.flatMap((state, moveIndex): Site[] => {
    const staged = stageRest(context, { moveIndex, beforeFrames, afterFrames, changeFrames });
    if (staged === undefined) return [];
    const moved = ropesMovedFrom(context, moveIndex);
    let poses: readonly UntanglePose[] | undefined;
    return [
      {
        ...staged,
        moveIndex,
        pose: context.task.poseOf(state),
        poses: () => {
          poses ??= posesAt(context, staged);
          return poses;
        },
        movesLater: (rope) => moved.includes(rope),
      },
    ];
  });
}

/** Poses of the valid rollout at other times. */
export function posesAt(
  { task, states, plan, timeline }: UntangleContext,
  { frames }: Pick<Staged, "frames">,
): UntanglePose[] {
  return poseFrames(task, states, plan, { ...timeline, frames });
}

/** Every so many frames are looked at where ropes move. */
const LOOK_EVERY = 3;

/** Poses of the valid rollout from the site's frame on: all at rest, and some between. */
export function posesFrom({ poses, frames, frame }: Site): UntanglePose[] {
  const seen = poses().filter(
    (_, at) => at >= frame && (frames[at]?.progress === 0 || (at - frame) % LOOK_EVERY === 0),
  );
  return [...new Set(seen)];
}

/** The poses at rest from a site on. */
export function restsFrom({ task, states }: UntangleContext, { moveIndex }: Site): UntanglePose[] {
  return states.slice(moveIndex).map((state) => task.poseOf(state));
}
