/**
 * Finds short plans that hold in the simulation: moves are planned on lines (solver/plan.ts), then
 * executed; as soon as the ropes lie otherwise than planned, the rest is planned anew from how they
 * lie. Not always the shortest plan: nobody knows that one without simulating them all.
 */
import { crossingsOf } from "../../core/geometry/polyline-crossings.ts";
import { ACTION_BUDGET, toAction, withMove } from "./rules.ts";
import { settledLines } from "./simulate.ts";
import { type Beam, type PlannedMove, planMoves } from "./solver/plan.ts";
import { entanglement } from "./solver/score.ts";
import type { UntangleAction, UntangleState } from "./state.ts";

/** How widely is planned, and how many first moves are tried out; the next when a plan fails. */
const EFFORTS: readonly { readonly beam: Beam; readonly tries: number }[] = [
  { beam: { width: 6, moves: 10, perEnd: 2 }, tries: 1 },
  { beam: { width: 8, moves: 14, perEnd: 2 }, tries: 3 },
  { beam: { width: 16, moves: 16, perEnd: 3 }, tries: 6 },
];

/** Moves planned at a time. */
const HORIZON = 7;
/** Entanglements nearer than this are equal. */
const SAME = 0.05;

/**
 * A plan that clears the board, executed in the simulation; [] when it is clear, null when none was
 * found. A plan never goes on after the board is clear.
 * @param maxLength longest plan. @default the published budget
 */
export function solve(
  state: UntangleState,
  maxLength: number = ACTION_BUDGET,
): readonly UntangleAction[] | null {
  if (entanglementOf(state) === 0) return [];
  for (const effort of EFFORTS) {
    const plan = planAndExecute(state, effort, maxLength);
    if (plan !== null) return plan;
  }
  return null;
}

type Executed = {
  readonly state: UntangleState;
  readonly plan: readonly UntangleAction[];
  readonly entangled: number;
  /** What is left of the plan; empty when the ropes lie otherwise than planned. */
  readonly ahead: readonly PlannedMove[];
};

function planAndExecute(
  start: UntangleState,
  { beam, tries }: (typeof EFFORTS)[number],
  maxLength: number,
): readonly UntangleAction[] | null {
  const seen = new Set([endsKey(start)]);
  let at: Executed = { state: start, plan: [], entangled: Number.POSITIVE_INFINITY, ahead: [] };
  while (at.plan.length < maxLength) {
    const { state, ahead } = at;
    const ends = state.ropes.map((rope) => rope.ends);
    const plans =
      ahead.length > 0
        ? [ahead]
        : planMoves(
            { gridSize: state.gridSize, ends, lines: settledLines(state) },
            beam,
            tries,
            Math.min(HORIZON, maxLength - at.plan.length),
          );
    const executed = plans
      .map((plan) => executeFirst(at, plan))
      .filter((next) => next !== undefined)
      .filter((next) => !seen.has(endsKey(next.state)))
      .sort((a, b) => a.entangled - b.entangled);
    const [best] = executed;
    if (best === undefined) {
      if (ahead.length === 0) return null;
      at = { ...at, ahead: [] };
      continue;
    }
    if (best.entangled === 0) return best.plan;
    seen.add(endsKey(best.state));
    at = best;
  }
  return null;
}

/** Simulates the first move of a plan. */
function executeFirst(
  { state, plan }: Executed,
  [move, ...rest]: readonly PlannedMove[],
): Executed | undefined {
  const source = state.ropes[move?.rope ?? -1]?.ends[move?.end ?? 0];
  if (move === undefined || source === undefined) return undefined;
  const next = withMove(state, move.rope, move.end, move.target);
  const entangled = entanglementOf(next);
  return {
    state: next,
    plan: [...plan, toAction(state.gridSize, source, move.target)],
    entangled,
    ahead: Math.abs(entangled - move.expected) < SAME ? rest : [],
  };
}

function endsKey({ ropes }: UntangleState): string {
  return JSON.stringify(ropes.map(({ ends }) => ends));
}

function entanglementOf(state: UntangleState): number {
  return entanglement(crossingsOf(settledLines(state)));
}
