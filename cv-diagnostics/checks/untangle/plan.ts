/** The moves that a clip shows, replayed through the task's own rules. */
import type { Verdict } from "../../../core/schema/verdict.ts";
import { isSolved, step, toAction } from "../../../tasks/untangle/rules.ts";
import type { UntangleAction, UntangleState } from "../../../tasks/untangle/state.ts";
import type { Hop, Rest } from "./rests.ts";
import type { RopeTracks } from "./tracks.ts";

/** Each move is simulated: a clip of nothing but errors must not take minutes. */
const MAX_REPLAYED = 30;

/** null when no end of the last frame was read. */
export function decodeRopePlan(
  { observations, ends, gridSize }: RopeTracks,
  rests: readonly (readonly Rest[])[],
  hops: readonly Hop[],
  initial: UntangleState,
): Verdict["plan"] {
  const last = observations.length - 1;
  if (ends.every(({ readings }) => readings[last] === undefined)) return null;
  const actions: UntangleAction[] = [];
  const frames: number[] = [];
  for (const { source, target, landing } of movesOf(hops)) {
    actions.push(toAction(gridSize, source, target));
    frames.push(observations[landing]?.index ?? 0);
  }
  let state = initial;
  let legal = actions.length <= MAX_REPLAYED;
  for (const action of actions.slice(0, MAX_REPLAYED)) {
    const result = step(state, action);
    if (result.ok) state = result.state;
    else legal = false;
  }
  const replayed = state.ropes.map((rope) => rope.ends);
  const isWhatWasSeen = initial.ropes.every((_, rope) =>
    isSeen([rests[2 * rope] ?? [], rests[2 * rope + 1] ?? []], replayed[rope] ?? [-1, -1]),
  );
  return { actions, frames, legal: legal && isWhatWasSeen, reachesGoal: isSolved(state) };
}

type Move = { readonly source: number; readonly target: number; readonly landing: number };

/** From hole to hole; a rest beside holes on the way is a part of the move. */
function movesOf(hops: readonly Hop[]): readonly Move[] {
  const sources = new Map<string, number>();
  return hops.flatMap(({ rope, end, from, to, landing }): Move[] => {
    const key = `${rope} ${end}`;
    const source = from.hole ?? sources.get(key);
    if (source === undefined || to === undefined) return [];
    if (to.hole === null) {
      sources.set(key, source);
      return [];
    }
    sources.delete(key);
    return source === to.hole ? [] : [{ source, target: to.hole, landing }];
  });
}

/** The last rests of a rope's ends are in these holes, in either order; ends never read say nothing. */
function isSeen(
  [first, second]: readonly [readonly Rest[], readonly Rest[]],
  [a, b]: readonly [number, number],
): boolean {
  const seen = [first.at(-1)?.hole, second.at(-1)?.hole];
  const fits = (holes: readonly [number, number]): boolean =>
    seen.every((hole, k) => hole === undefined || hole === holes[k]);
  return fits([a, b]) || fits([b, a]);
}
