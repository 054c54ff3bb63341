/**
 * What a built-in clip shows, frame by frame, before anything is drawn. Owns the shapes that scripts
 * share and the poses of a valid rollout.
 */
import type { Rng } from "../../core/rng/mt19937.ts";
import type { Task } from "../../tasks/task.ts";
import type { Timeline } from "./timeline.ts";

/** One frame: a pose, or a second one laid over it. */
export type Shot<Pose> = {
  readonly pose: Pose;
  readonly over?: {
    readonly pose: Pose;
    /** Opacity of the second picture, 0..1. */
    readonly alphaRatio: number;
  };
};

/** What was planted, for exams of the judge. Frames count from 0 in the clip. */
export type PlantedTruth = {
  /** Name of the fault, as after `fault:`; or the built-in's own id. */
  readonly fault: string;
  /** The check that has to fail, absent for clips that are no single fault. */
  readonly check?: string;
  /** First frame at which it is visible. */
  readonly frame: number;
  /** Last frame of it, absent when it lasts to the end. */
  readonly toFrame?: number;
  readonly cell?: { readonly x: number; readonly y: number };
  /** Instead of `cell` when there are several. */
  readonly cells?: readonly { readonly x: number; readonly y: number }[];
  /** Places by name, for tasks whose places are not all cells. Any of them is right. */
  readonly where?: readonly string[];
  /** Checks that may fail besides `check`, unavoidably; empty for none, absent when not told. */
  readonly alsoChecks?: readonly string[];
  /** Frames whose colours contradict the connections that the picture shows, as a consequence. */
  readonly colourConflictFrames?: number;
};

export type ClipScript<Pose> = {
  readonly shots: readonly Shot<Pose>[];
  readonly truth?: PlantedTruth;
  /** What is to be said about its time, when it is not the context's timeline that is shown. */
  readonly warnings?: readonly string[];
};

/** All that a script may use. Everything in it follows from instance, request and generator id. */
export type ScriptContext<State, Action, Pose> = {
  readonly task: Task<State, Action, Pose>;
  /** A shortest plan from the first state. */
  readonly plan: readonly Action[];
  /** States before the first move, after the first, and so on: one more than the plan has moves. */
  readonly states: readonly State[];
  readonly timeline: Timeline;
  /** Poses of the valid rollout, one a frame; frames at rest in one state share one object. */
  readonly poses: readonly Pose[];
  readonly fps: number;
  readonly rng: Rng;
};

/** Makes a clip out of the context. @throws RuleError when the board gives no place for it */
export type Script<State, Action, Pose> = (
  context: ScriptContext<State, Action, Pose>,
) => ClipScript<Pose>;

/** A script whose types are closed over; what the listing holds. */
// biome-ignore lint/suspicious/noExplicitAny: the state, action and pose types are existential here.
export type AnyScript = Script<any, any, any>;

/** The poses of a timeline: at rest between moves, the task's own pose during them. */
export function poseFrames<State, Action, Pose>(
  task: Task<State, Action, Pose>,
  states: readonly State[],
  plan: readonly Action[],
  timeline: Timeline,
): Pose[] {
  const resting = states.map((state) => task.poseOf(state));
  return timeline.frames.map(({ moveIndex, progress }) => {
    const [state, action] = [states[moveIndex] as State, plan[moveIndex] as Action];
    return progress === 0 ? (resting[moveIndex] as Pose) : task.poseDuring(state, action, progress);
  });
}

/** Shots without anything laid over. */
export function plainShots<Pose>(poses: readonly Pose[]): Shot<Pose>[] {
  return poses.map((pose) => ({ pose }));
}
