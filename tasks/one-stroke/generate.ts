/**
 * Makes One Stroke boards from seeds, draw for draw as the published generator does, so that its
 * seeds give its boards. Owns the tiers; the order of random draws is part of the contract.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { createMt19937, type Rng } from "../../core/rng/mt19937.ts";
import type { Tier } from "../../core/schema/common.ts";
import { regionsOf } from "./regions.ts";
import { drawSimplePath } from "./simple-path.ts";
import { searchShortest } from "./solve.ts";
import {
  CELL_COLOURS,
  type CellColour,
  edgesOfPath,
  type Move,
  startState,
  type Vertex,
} from "./state.ts";

export type StrokeTier = {
  /** Cells along each side. */
  readonly boardSize: number;
  /** Place of the size in the published seed formula, from 0. */
  readonly sizeIndex: number;
  /** Lengths of the construction path, in edges. */
  readonly pathLengths: readonly number[];
  readonly colourCounts: readonly number[];
  /** Length of the shortest solution, inclusive. */
  readonly shortest: readonly [min: number, max: number];
  /** Fewest turns of the construction path, and fewest regions that it cuts. */
  readonly minTurns: number;
  readonly minRegions: number;
  /** Share of a region's cells that is coloured, 0..1. */
  readonly fill: readonly [min: number, max: number];
};

/** The published tiers. */
export const STROKE_TIERS: Readonly<Record<Tier, StrokeTier>> = {
  easy: {
    boardSize: 4,
    sizeIndex: 0,
    pathLengths: [10, 12, 14, 16],
    colourCounts: [3],
    shortest: [9, 14],
    minTurns: 5,
    minRegions: 3,
    fill: [0.6, 1],
  },
  medium: {
    boardSize: 5,
    sizeIndex: 1,
    pathLengths: [14, 16, 18, 20, 22],
    colourCounts: [3, 4, 5],
    shortest: [11, 18],
    minTurns: 7,
    minRegions: 4,
    fill: [0.6, 1],
  },
  hard: {
    boardSize: 6,
    sizeIndex: 2,
    pathLengths: [20, 22, 24, 26, 28],
    colourCounts: [5, 6, 7],
    shortest: [19, 20],
    minTurns: 8,
    minRegions: 5,
    fill: [0.65, 1],
  },
};

/** Published bound: construction paths drawn before the generator gives up. */
export const MAX_ATTEMPTS = 1000;
/** Regions of at most this many cells are coloured whole. */
const SMALL_REGION = 2;

const SETUP_FACTOR = 0x9e3779b97f4a7c15n;
const SIZE_FACTOR = 0x94d049bb133111ebn;

/** Published seed of the random stream, 0..2^64-1. The data set has one setup a seed, of index 0. */
export function setupSeed(seed: number, sizeIndex: number, setupIndex = 0): bigint {
  const mixed =
    BigInt(seed) ^ (BigInt(setupIndex + 1) * SETUP_FACTOR) ^ (BigInt(sizeIndex + 1) * SIZE_FACTOR);
  return BigInt.asUintN(64, mixed);
}

export type GeneratedStroke = {
  readonly cells: (CellColour | null)[][];
  /** The alphabetically first of the shortest solutions. */
  readonly solution: readonly Move[];
  /** Edges of the path that the board was made from; never below the solution's length. */
  readonly constructionLength: number;
  /** Construction paths drawn, this one included. */
  readonly attempts: number;
};

/**
 * The board of a tier and seed.
 * @throws RuleError when none of MAX_ATTEMPTS fits the tier
 */
export function generateStroke(tier: Tier, seed: number): GeneratedStroke {
  const limits = STROKE_TIERS[tier];
  const rng = createMt19937(setupSeed(seed, limits.sizeIndex));
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    // The published generator draws the board size too, from a list of one.
    const boardSize = rng.choice([limits.boardSize]);
    const path = drawSimplePath(rng, boardSize + 1, rng.choice(limits.pathLengths));
    if (path === null || countTurns(path) < limits.minTurns) continue;
    const cells = drawCells(rng, limits, path);
    if (cells === null) continue;
    const [min, max] = limits.shortest;
    const solution = searchShortest(startState(cells), { maxLength: max }).moves;
    if (solution === null || solution.length < min) continue;
    return { cells, solution, constructionLength: path.length - 1, attempts };
  }
  throw new RuleError(
    describeMismatch(
      "seed",
      `a board of tier ${tier} within ${MAX_ATTEMPTS} attempts`,
      seed,
      "Take another seed.",
    ),
    { context: { tier, seed } },
  );
}

/** Colours some of the regions that a path cuts; null when they are too few. */
function drawCells(
  rng: Rng,
  limits: StrokeTier,
  path: readonly Vertex[],
): (CellColour | null)[][] | null {
  const side = limits.boardSize + 1;
  const cellsOfRegion: Vertex[][] = [];
  for (const [j, row] of regionsOf(side, side, edgesOfPath(path)).entries()) {
    for (const [i, region] of row.entries()) {
      const cells = cellsOfRegion[region];
      if (cells === undefined) cellsOfRegion[region] = [[i, j]];
      else cells.push([i, j]);
    }
  }
  if (cellsOfRegion.length < limits.minRegions) return null;
  const counts = limits.colourCounts.filter((count) => count <= cellsOfRegion.length);
  if (counts.length === 0) return null;

  const count = rng.choice(counts);
  const chosen = rng.shuffle(cellsOfRegion).slice(0, count);
  const colours = rng.shuffle(CELL_COLOURS);
  const cells = Array.from({ length: limits.boardSize }, () =>
    new Array<CellColour | null>(limits.boardSize).fill(null),
  );
  for (const [index, region] of chosen.entries()) {
    const mixed = rng.shuffle(region);
    for (const [i, j] of mixed.slice(0, drawFilled(rng, region.length, limits.fill))) {
      const row = cells[j];
      if (row !== undefined) row[i] = colours[index] ?? null;
    }
  }
  return cells;
}

/** How many cells of a region are coloured: all of a small one, else a share drawn uniformly. */
function drawFilled(rng: Rng, size: number, [min, max]: readonly [number, number]): number {
  if (size <= SMALL_REGION) return size;
  return rng.randint(Math.ceil(size * min), Math.ceil(size * max));
}

function countTurns(path: readonly Vertex[]): number {
  const steps = edgesOfPath(path).map(([x0, y0, x1, y1]) => `${x1 - x0},${y1 - y0}`);
  return steps.filter((step, index) => index > 0 && step !== steps[index - 1]).length;
}
