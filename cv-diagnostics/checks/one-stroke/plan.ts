/** The moves that a clip shows, replayed through the task's own rules. */
import type { Verdict } from "../../../core/schema/verdict.ts";
import { isSolved, step } from "../../../tasks/one-stroke/rules.ts";
import {
  MOVE_DELTA,
  MOVES,
  type Move,
  type StrokeState,
  type Vertex,
} from "../../../tasks/one-stroke/state.ts";
import type { StrokeTrace } from "./trace.ts";
import type { StrokeObservation } from "./tracks.ts";

/** null when the board was never read, or not in the last frame. */
export function decodeStrokePlan(
  observations: readonly StrokeObservation[],
  traces: readonly StrokeTrace[],
  initial: StrokeState,
): Verdict["plan"] {
  const final = observations.at(-1);
  if (!final?.state || final.label === "failed") return null;
  const actions: Move[] = [];
  const frames: number[] = [];
  let legal = true;
  let path: readonly Vertex[] = [[0, 0]];
  let last: StrokeTrace | undefined;
  observations.forEach((observation, at) => {
    const trace = traces[at];
    if (!trace || trace === last || observation.state === undefined) return;
    last = trace;
    if (!trace.isSimple) {
      legal = false;
      return;
    }
    for (const move of movesBetween(path, trace.path)) {
      actions.push(move);
      frames.push(observation.index);
    }
    path = trace.path;
  });
  let state = initial;
  for (const action of actions) {
    const result = step(state, action);
    if (result.ok) state = result.state;
    else legal = false;
  }
  const isWhatWasSeen =
    traces.at(-1)?.isSimple === true && isSamePath(state.path, traces.at(-1)?.path ?? []);
  return {
    actions,
    frames,
    legal: legal && isWhatWasSeen,
    reachesGoal: isSolved(state),
  };
}

/** Steps back to where the paths part, then forward along the new one. */
function movesBetween(from: readonly Vertex[], to: readonly Vertex[]): readonly Move[] {
  let common = 0;
  while (common < from.length && common < to.length && isSameAt(from, to, common)) common++;
  const way = [...from.slice(Math.max(0, common - 1)).reverse(), ...to.slice(common)];
  return way.slice(1).flatMap((vertex, i): readonly Move[] => {
    const before = way[i] ?? vertex;
    const move = MOVES.find((candidate) => {
      const [dx, dy] = MOVE_DELTA[candidate];
      return before[0] + dx === vertex[0] && before[1] + dy === vertex[1];
    });
    return move ? [move] : [];
  });
}

function isSameAt(a: readonly Vertex[], b: readonly Vertex[], at: number): boolean {
  return a[at]?.[0] === b[at]?.[0] && a[at]?.[1] === b[at]?.[1];
}

function isSamePath(a: readonly Vertex[], b: readonly Vertex[]): boolean {
  return a.length === b.length && a.every((_, at) => isSameAt(a, b, at));
}
