/**
 * Finds short plans that hold in the simulation: moves are planned on lines (solver/plan.ts), then
 * executed; when the ropes lie otherwise than planned, other plans are tried, and the rest is planned
 * anew from how they lie. Not always the shortest plan: nobody knows that one without simulating
 * them all.
 */
import { crossingsOf } from "../../core/geometry/polyline-crossings.ts";
import { ACTION_BUDGET, toAction, withMove } from "./rules.ts";
import { keyOf, recall, settledLines } from "./simulate.ts";
import { type Beam, type PlannedMove, planMoves } from "./solver/plan.ts";
import { entanglement } from "./solver/score.ts";
import type { UntangleAction, UntangleState } from "./state.ts";

/** How widely is planned, and how many first moves are tried at most; the next when a plan fails. */
const EFFORTS: readonly { readonly beam: Beam; readonly tries: number }[] = [
  { beam: { width: 6, moves: 10, perEnd: 2, slackWeight: 0 }, tries: 3 },
  { beam: { width: 8, moves: 14, perEnd: 2, slackWeight: 0.05 }, tries: 5 },
];

/** Moves planned at a time. */
const HORIZON = 7;
/** Plans beyond those tried, for first moves that lead back. */
const SPARE_PLANS = 6;
/** Entanglements nearer than this are equal. */
const SAME = 0.05;
/** Moves in a row that may leave ropes as entangled as they were. */
const PATIENCE = 5;

/** Plans kept, the most recently used ones: short texts, and those of a whole suite are asked for again. */
const KEPT_PLANS = 1024;
const plans = new Map<string, readonly UntangleAction[] | null>();

/**
 * A plan that clears the board, executed in the simulation; [] when it is clear, null when none was
 * found. A plan never goes on after the board is clear.
 * @param maxLength longest plan. @default the published budget
 */
export function solve(
  state: UntangleState,
  maxLength: number = ACTION_BUDGET,
): readonly UntangleAction[] | null {
  return recall(plans, KEPT_PLANS, `${maxLength} ${keyOf(state)}`, () => {
    const entangled = entanglementOf(state);
    if (entangled === 0) return [];
    for (const effort of EFFORTS) {
      const plan = planAndExecute({ state, entangled, plan: [], ahead: [] }, effort, maxLength);
      if (plan !== null) return plan;
    }
    return null;
  });
}

type Executed = {
  readonly state: UntangleState;
  readonly plan: readonly UntangleAction[];
  readonly entangled: number;
  /** What is left of the plan; empty when the ropes lie otherwise than planned. */
  readonly ahead: readonly PlannedMove[];
};

function planAndExecute(
  start: Executed,
  { beam, tries }: (typeof EFFORTS)[number],
  maxLength: number,
): readonly UntangleAction[] | null {
  const seen = new Set([endsKey(start.state)]);
  let at = start;
  let least = start.entangled;
  let leastAt = 0;
  while (at.plan.length < maxLength && at.plan.length - leastAt < PATIENCE) {
    const { state, ahead } = at;
    const ends = state.ropes.map((rope) => rope.ends);
    const tangle = { gridSize: state.gridSize, ends, lines: settledLines(state) };
    const horizon = Math.min(HORIZON, maxLength - at.plan.length);
    const choices =
      ahead.length > 0 ? [ahead] : planMoves(tangle, beam, tries + SPARE_PLANS, horizon);
    const best = executeBest(at, choices, tries, seen);
    if (best === undefined) {
      if (ahead.length === 0) return null;
      at = { ...at, ahead: [] };
      continue;
    }
    if (best.entangled === 0) return best.plan;
    seen.add(endsKey(best.state));
    at = best;
    if (at.entangled < least - SAME) {
      least = at.entangled;
      leastAt = at.plan.length;
    }
  }
  return null;
}

/** The first plan whose first move does what was planned, or else the move that does most. */
function executeBest(
  at: Executed,
  choices: readonly (readonly PlannedMove[])[],
  tries: number,
  seen: ReadonlySet<string>,
): Executed | undefined {
  let best: Executed | undefined;
  let tried = 0;
  for (const [move, ...rest] of choices) {
    const source = at.state.ropes[move?.rope ?? -1]?.ends[move?.end ?? 0];
    if (move === undefined || source === undefined || tried === tries) break;
    const state = withMove(at.state, move.rope, move.end, move.target);
    if (seen.has(endsKey(state))) continue;
    tried++;
    const entangled = entanglementOf(state);
    const plan = [...at.plan, toAction(state.gridSize, source, move.target)];
    const isAsPlanned = Math.abs(entangled - move.expected) < SAME;
    const executed = { state, plan, entangled, ahead: isAsPlanned ? rest : [] };
    if (entangled < move.expected + SAME) return executed;
    if (best === undefined || entangled < best.entangled) best = executed;
  }
  return best;
}

function endsKey({ ropes }: UntangleState): string {
  return JSON.stringify(ropes.map(({ ends }) => ends));
}

function entanglementOf(state: UntangleState): number {
  return entanglement(crossingsOf(settledLines(state)));
}
