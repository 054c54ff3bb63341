/**
 * The action sequence that the clip shows, replayed through the task's own rules: a second opinion
 * on process validity that shares nothing with the checks but the readings.
 */
import type { Verdict } from "../../../core/schema/verdict.ts";
import { currentMask, isAllConnected, step } from "../../../tasks/pipe/rules.ts";
import type { PipeAction, PipeState } from "../../../tasks/pipe/state.ts";
import { type CellTrack, type Motion, type PipeObservation, restMask } from "./tracks.ts";

/** null when the board was read nowhere, or the last frame was not read. */
export function decodePlan(
  observations: readonly PipeObservation[],
  tracks: readonly CellTrack[],
  motions: readonly Motion[],
  initial: PipeState,
): Verdict["plan"] {
  const last = observations.length - 1;
  const final = tracks.map((track) => restMask(track.readings[last]));
  if (tracks.length === 0 || final.every((mask) => mask === undefined)) return null;
  const { gridSize } = initial;
  const actions: PipeAction[] = [];
  const frames: number[] = [];
  let isRepresentable = true;
  const ordered = [...motions].sort((a, b) => a.to - b.to || a.from - b.from || a.cell - b.cell);
  for (const motion of ordered) {
    const turns = Math.round(motion.turnDeg / 90);
    if (!(turns > 0)) {
      isRepresentable = false;
      continue;
    }
    for (let turn = 0; turn < turns; turn++) {
      actions.push({ x: motion.cell % gridSize, y: Math.floor(motion.cell / gridSize) });
      frames.push(observations[motion.to]?.index ?? 0);
    }
  }
  let state = initial;
  let legal = isRepresentable;
  for (const action of actions) {
    const result = step(state, action);
    if (result.ok) state = result.state;
    else legal = false;
  }
  const replayed = state.solvedMasks.map((mask, i) => currentMask(mask, state.rotations[i] ?? 0));
  const isWhatWasSeen = final.every((mask, cell) => mask === undefined || mask === replayed[cell]);
  return {
    actions,
    frames,
    legal: legal && isWhatWasSeen,
    reachesGoal: isAllConnected(replayed, state.sourceIndex, gridSize),
  };
}
