/** The clip that cuts from the start to the solved board in the middle, with no move between. */
import type { ClipScript, ScriptContext } from "./script.ts";

export function jump<State, Action, Pose>(
  context: ScriptContext<State, Action, Pose>,
): ClipScript<Pose> {
  const { task, states, poses } = context;
  const start = task.poseOf(states[0] as State);
  const end = task.poseOf(states.at(-1) as State);
  const frame = Math.ceil(poses.length / 2);
  return {
    shots: poses.map((_, index) => ({ pose: index < frame ? start : end })),
    truth: { fault: "jump", frame, toFrame: frame },
  };
}
