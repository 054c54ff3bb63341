/** The valid rollout: every move of a shortest plan, one after the other. */
import { type ClipScript, plainShots, type ScriptContext } from "./script.ts";

export function oracle<State, Action, Pose>(
  context: ScriptContext<State, Action, Pose>,
): ClipScript<Pose> {
  return { shots: plainShots(context.poses) };
}
