/**
 * Makes pipe boards from seeds, draw for draw as the published generator does, so that its seeds
 * give its boards. Owns the tiers; the order of random draws is part of the contract.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { createMt19937, type Rng } from "../../core/rng/mt19937.ts";
import type { Tier } from "../../core/schema/common.ts";
import { isSolved, solutionTicks } from "./rules.ts";
import { countOpenings, type PipeState, SIDES } from "./state.ts";

/** Inclusive range of integers. */
type Range = readonly [min: number, max: number];

export type PipeTier = {
  readonly gridSize: number;
  /** Cells with a piece. */
  readonly activeCells: Range;
  /** Pieces with three openings. */
  readonly junctions: Range;
  /** Fewest clockwise turns to the stored solution. */
  readonly ticks: Range;
};

/** The published tiers. */
export const PIPE_TIERS: Readonly<Record<Tier, PipeTier>> = {
  easy: { gridSize: 4, activeCells: [10, 13], junctions: [2, 3], ticks: [13, 17] },
  medium: { gridSize: 5, activeCells: [13, 17], junctions: [3, 5], ticks: [17, 23] },
  hard: { gridSize: 5, activeCells: [17, 23], junctions: [5, 7], ticks: [23, 27] },
};

/** Trees grown before the generator gives up. */
const MAX_ATTEMPTS = 20_000;
/** Scrambles drawn for one tree. */
const MAX_SCRAMBLES = 40;

export type GeneratedPipe = {
  readonly state: PipeState;
  /** Trees grown, this one included. */
  readonly attempts: number;
};

/**
 * The board of a tier and seed.
 * @throws RuleError when no tree of MAX_ATTEMPTS fits the tier
 */
export function generatePipe(tier: Tier, seed: number): GeneratedPipe {
  const limits = PIPE_TIERS[tier];
  const rng = createMt19937(seed);
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    const { sourceIndex, masks } = growTree(rng, limits);
    if (masks.some((mask) => countOpenings(mask) === 4)) continue;
    if (!isWithin(masks.filter((mask) => countOpenings(mask) === 3).length, limits.junctions)) {
      continue;
    }
    for (let scramble = 0; scramble < MAX_SCRAMBLES; scramble++) {
      const rotations = masks.map((mask) => (mask === 0 ? 0 : Math.floor(4 * rng.real())));
      const state: PipeState = {
        gridSize: limits.gridSize,
        sourceIndex,
        solvedMasks: masks,
        rotations,
      };
      if (isWithin(solutionTicks(state), limits.ticks) && !isSolved(state)) {
        return { state, attempts };
      }
    }
  }
  throw new RuleError(
    describeMismatch("seed", `a board of tier ${tier} within ${MAX_ATTEMPTS} attempts`, seed),
    { context: { tier, seed } },
  );
}

/** Grows a spanning tree of random size from a random source by uniform choice of a free edge. */
function growTree(rng: Rng, limits: PipeTier): { sourceIndex: number; masks: number[] } {
  const { gridSize } = limits;
  const sourceIndex = rng.below(gridSize ** 2);
  const target = rng.randint(...limits.activeCells);
  const masks: number[] = new Array<number>(gridSize ** 2).fill(0);
  const isActive = masks.map((_, index) => index === sourceIndex);
  for (let active = 1; active < target; active++) {
    const edge = rng.choice(freeEdges(isActive, gridSize));
    masks[edge.from] = (masks[edge.from] ?? 0) | edge.bit;
    masks[edge.to] = (masks[edge.to] ?? 0) | edge.facing;
    isActive[edge.to] = true;
  }
  return { sourceIndex, masks };
}

/** Edges from an active cell to an inactive one, by cell index, then N, E, S, W. */
function freeEdges(isActive: readonly boolean[], gridSize: number) {
  return isActive.flatMap((active, from) => {
    if (!active) return [];
    return SIDES.flatMap(({ bit, facing, dx, dy }) => {
      const x = (from % gridSize) + dx;
      const y = Math.floor(from / gridSize) + dy;
      if (x < 0 || y < 0 || x >= gridSize || y >= gridSize) return [];
      const to = y * gridSize + x;
      return isActive[to] === true ? [] : [{ from, to, bit, facing }];
    });
  });
}

function isWithin(value: number, [min, max]: Range): boolean {
  return value >= min && value <= max;
}
