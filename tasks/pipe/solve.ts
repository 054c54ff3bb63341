/**
 * Fewest clockwise quarter turns that connect every piece to the source, over all arrangements and
 * not the stored one alone. Owns the search; legality and connectivity are those of rules.ts.
 *
 * With n pieces, c connected groups and k independent cycles, the joined openings number
 * 2(n - c + k). Calling unjoined openings plus twice the cycles "waste", an arrangement therefore
 * connects everything exactly when its waste is at most (all openings) - 2(n - 1). On boards grown
 * as a tree that allowance is 0: every opening must meet another and no cycle may close.
 */
import { RuleError } from "../../core/errors.ts";
import { cellAction, currentMask, currentMasks, isAllConnected, turnsBetween } from "./rules.ts";
import {
  countOpenings,
  EAST,
  NORTH,
  type PipeAction,
  type PipeState,
  SOUTH,
  WEST,
} from "./state.ts";

/** Orientations tried before the best plan found so far is taken (generated boards need under 1000). */
export const MAX_SOLVER_NODES = 2_000_000;

export type PipeSolution = {
  /** Turns, row-major by cell, all turns of a cell in a row. */
  readonly plan: readonly PipeAction[];
  /** False when the search was cut short: the plan is the best found, at worst the stored solution. */
  readonly isProvenMinimal: boolean;
  /** Orientations tried. */
  readonly nodes: number;
};

/** One way to place a piece: its openings and the turns that it costs. */
type Choice = { readonly mask: number; readonly turns: number };

/**
 * A shortest plan from a state, empty when it is solved, null when nothing connects all pieces.
 * @param maxNodes bound of the search. @default MAX_SOLVER_NODES
 * @throws RuleError when the bound is spent and the stored solution does not connect everything
 */
export function findShortestPlan(
  state: PipeState,
  maxNodes: number = MAX_SOLVER_NODES,
): PipeSolution | null {
  const { gridSize, sourceIndex, solvedMasks } = state;
  const masks = currentMasks(state);
  const stored = isAllConnected(solvedMasks, sourceIndex, gridSize)
    ? masks.map((mask, index) => turnsBetween(mask, solvedMasks[index] ?? 0) ?? 0)
    : null;
  const search = searchTurns(masks, sourceIndex, gridSize, stored, maxNodes);
  const turns = search.turns;
  if (turns === null) {
    if (search.isComplete) return null;
    throw new RuleError(
      `expected a plan within ${maxNodes} orientations for a pipe board but received none. ` +
        "Raise the bound.",
    );
  }
  const plan = turns.flatMap((count, index) =>
    Array.from({ length: count }, () => cellAction(index, gridSize)),
  );
  return { plan, isProvenMinimal: search.isComplete, nodes: search.nodes };
}

/** The plan alone, as the task contract asks for it. */
export function solve(state: PipeState): readonly PipeAction[] | null {
  return findShortestPlan(state)?.plan ?? null;
}

function searchTurns(
  masks: readonly number[],
  sourceIndex: number,
  gridSize: number,
  stored: readonly number[] | null,
  maxNodes: number,
): { turns: readonly number[] | null; isComplete: boolean; nodes: number } {
  const isPiece = masks.map((mask, index) => mask !== 0 || index === sourceIndex);
  const openings = masks.reduce((sum, mask) => sum + countOpenings(mask), 0);
  const allowance = openings - 2 * (isPiece.filter(Boolean).length - 1);
  const choices = masks.map((mask) => listChoices(mask));
  let best = stored;
  let bestCost = stored === null ? Number.POSITIVE_INFINITY : sumOf(stored);
  let nodes = 0;
  let isComplete = true;
  const placed: number[] = masks.map(() => 0);
  const turns: number[] = masks.map(() => 0);

  function visit(index: number, cost: number, waste: number, groups: readonly number[]): void {
    if (index === masks.length) {
      best = [...turns];
      bestCost = cost;
      return;
    }
    const x = index % gridSize;
    const north = index >= gridSize ? (placed[index - gridSize] ?? 0) & SOUTH : 0;
    const west = x > 0 ? (placed[index - 1] ?? 0) & EAST : 0;
    for (const choice of choices[index] ?? []) {
      if (cost + choice.turns >= bestCost) break;
      if (nodes >= maxNodes) {
        isComplete = false;
        return;
      }
      nodes++;
      let wasted = waste;
      let joined = groups;
      const meet = (mine: number, theirs: number, neighbour: number): void => {
        if ((mine !== 0) !== (theirs !== 0)) wasted += 1;
        if (mine === 0 || theirs === 0) return;
        const a = joined[index] ?? index;
        const b = joined[neighbour] ?? neighbour;
        if (a === b) wasted += 2;
        else joined = joined.map((group) => (group === a ? b : group));
      };
      meet(choice.mask & NORTH, north, index - gridSize);
      meet(choice.mask & WEST, west, index - 1);
      if (x === gridSize - 1 && (choice.mask & EAST) !== 0) wasted += 1;
      if (index >= masks.length - gridSize && (choice.mask & SOUTH) !== 0) wasted += 1;
      if (wasted > allowance) continue;
      placed[index] = choice.mask;
      turns[index] = choice.turns;
      visit(index + 1, cost + choice.turns, wasted, joined);
    }
  }

  if (allowance >= 0) {
    visit(
      0,
      0,
      0,
      masks.map((_, index) => index),
    );
  }
  return { turns: best, isComplete, nodes };
}

/** The different placements of a piece, fewest turns first. */
function listChoices(mask: number): Choice[] {
  const choices: Choice[] = [];
  for (let turns = 0; turns < 4; turns++) {
    const turned = currentMask(mask, turns);
    if (choices.every((choice) => choice.mask !== turned)) choices.push({ mask: turned, turns });
  }
  return choices;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
