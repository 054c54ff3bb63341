/**
 * Rules of the peg board: which ends may go where, and when no ropes cross any more. Crossings are
 * those of the simulated centre lines seen from above, decided exactly; a rope's crossings with
 * itself do not count, as published.
 *
 * The published environment also reports crossings of the straight lines from peg to peg, in rounded
 * coordinates, where a peg that only touches another line may count. Nothing here reads them.
 */
import { linesCross, type Polyline } from "../../core/geometry/polyline-crossings.ts";
import type { StepResult } from "../task.ts";
import { type Hole, holeAt, rowColOf } from "./board.ts";
import type { EndIndex } from "./physics/world.ts";
import { settledLines } from "./simulate.ts";
import {
  occupiedHoles,
  type UntangleAction,
  type UntangleState,
  untangleActionSchema,
} from "./state.ts";

/**
 * Why an action is refused. All but `already_solved` are published; so is `rope_out_of_range`, which
 * an action of holes cannot meet. The published environment says `invalid_action` for holes beyond
 * the board and for sources without an end; here each has its own reason.
 */
export const ILLEGAL_REASONS = [
  "invalid_action",
  "hole_out_of_range",
  "source_not_endpoint",
  "target_is_current_hole",
  "target_occupied",
  "already_solved",
] as const;
export type IllegalReason = (typeof ILLEGAL_REASONS)[number];

/** Published budget of every tier. */
export const ACTION_BUDGET = 15;

/** Pairs of ropes that cross, lower id first, in ascending order. */
export function crossingPairs(lines: readonly Polyline[]): [number, number][] {
  const flat = lines.map((line) => line.map(([x, y]) => [x, y] as const));
  return flat.flatMap((first, i) =>
    flat.flatMap((second, j): [number, number][] =>
      j > i && linesCross(first, second) ? [[i, j]] : [],
    ),
  );
}

/** Number of pairs of ropes that cross: the published visualCrossings. */
export function countCrossings(state: UntangleState): number {
  return crossingPairs(settledLines(state)).length;
}

/** No two ropes cross. */
export function isSolved(state: UntangleState): boolean {
  return countCrossings(state) === 0;
}

/** Every end into every empty hole: by rope, end, target; none once the board is solved. */
export function legalActions(state: UntangleState): UntangleAction[] {
  if (isSolved(state)) return [];
  const taken = new Set(occupiedHoles(state));
  const empty = Array.from({ length: state.gridSize ** 2 }, (_, hole) => hole).filter(
    (hole) => !taken.has(hole),
  );
  return state.ropes.flatMap(({ ends }) =>
    ends.flatMap((source) => empty.map((target) => toAction(state.gridSize, source, target))),
  );
}

/** The action that moves an end between two holes. */
export function toAction(gridSize: number, source: Hole, target: Hole): UntangleAction {
  const from = rowColOf(gridSize, source);
  const to = rowColOf(gridSize, target);
  return { src_row: from.row, src_col: from.col, tgt_row: to.row, tgt_col: to.col };
}

/** The holes of an action on the board; null when one of them is beyond it. */
export function holesOfAction(
  gridSize: number,
  action: UntangleAction,
): { readonly source: Hole; readonly target: Hole } | null {
  const indices = [action.src_row, action.src_col, action.tgt_row, action.tgt_col];
  if (indices.some((index) => index < 0 || index >= gridSize)) return null;
  return {
    source: holeAt(gridSize, { row: action.src_row, col: action.src_col }),
    target: holeAt(gridSize, { row: action.tgt_row, col: action.tgt_col }),
  };
}

/** The rope end in a hole, if any. */
export function endInHole(
  { ropes }: Pick<UntangleState, "ropes">,
  hole: Hole,
): { readonly rope: number; readonly end: EndIndex } | undefined {
  for (const { id, ends } of ropes) {
    for (const end of [0, 1] as const) if (ends[end] === hole) return { rope: id, end };
  }
  return undefined;
}

/** Moves one rope end. Refusals are values, one of ILLEGAL_REASONS. */
export function step(state: UntangleState, action: UntangleAction): StepResult<UntangleState> {
  const refuse = (reason: IllegalReason): StepResult<UntangleState> => ({ ok: false, reason });
  if (!untangleActionSchema.safeParse(action).success) return refuse("invalid_action");
  const holes = holesOfAction(state.gridSize, action);
  if (holes === null) return refuse("hole_out_of_range");
  const { source, target } = holes;
  const moved = endInHole(state, source);
  if (moved === undefined) return refuse("source_not_endpoint");
  const inTarget = endInHole(state, target);
  if (inTarget?.rope === moved.rope) return refuse("target_is_current_hole");
  if (inTarget !== undefined) return refuse("target_occupied");
  if (isSolved(state)) return refuse("already_solved");
  return { ok: true, state: withMove(state, moved.rope, moved.end, target) };
}

/** The state after an end has gone to an empty hole. */
export function withMove(
  state: UntangleState,
  rope: number,
  end: EndIndex,
  target: Hole,
): UntangleState {
  return {
    ...state,
    ropes: state.ropes.map((entry) => {
      if (entry.id !== rope) return entry;
      const [start, stop] = entry.ends;
      return { ...entry, ends: end === 0 ? ([target, stop] as const) : ([start, target] as const) };
    }),
    moves: [...state.moves, { rope, end, target }],
  };
}
