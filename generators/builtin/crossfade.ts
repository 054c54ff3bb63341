/** The clip that dissolves from the start to the solved board over its middle third. */
import type { ClipScript, ScriptContext } from "./script.ts";

export function crossfade<State, Action, Pose>(
  context: ScriptContext<State, Action, Pose>,
): ClipScript<Pose> {
  const { task, states, poses } = context;
  const start = task.poseOf(states[0] as State);
  const end = task.poseOf(states.at(-1) as State);
  const from = Math.floor(poses.length / 3);
  const to = Math.max(from + 1, Math.ceil((2 * poses.length) / 3));
  return {
    shots: poses.map((_, frame) => {
      if (frame <= from) return { pose: start };
      if (frame >= to) return { pose: end };
      return { pose: start, over: { pose: end, alphaRatio: (frame - from) / (to - from) } };
    }),
    truth: { fault: "crossfade", frame: from + 1, toFrame: to },
  };
}
