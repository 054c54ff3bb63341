/** The clip in which nothing happens: the start, all along. Breaks no rule and reaches no goal. */
import type { ClipScript, ScriptContext } from "./script.ts";

export function still<State, Action, Pose>(
  context: ScriptContext<State, Action, Pose>,
): ClipScript<Pose> {
  const pose = context.task.poseOf(context.states[0] as State);
  return { shots: context.poses.map(() => ({ pose })) };
}
