/** The published tiers: sizes of the board, bounds on its layout, accepted crossings. */
import type { Tier } from "../../../core/schema/common.ts";

/** Inclusive range. */
export type Range = readonly [min: number, max: number];

export type UntangleTier = {
  readonly gridSize: number;
  readonly ropeCount: number;
  /** Near pairs of the layout wanted at the end. */
  readonly nearPairs: Range;
  /** Moves that scramble a template. */
  readonly scrambleSteps: Range;
  /** Fewest ropes in a near pair. */
  readonly minInvolved: number;
  /** Most near pairs that do not cross. */
  readonly maxGap: number;
  /** Most near pairs of one rope. */
  readonly maxDegree: number;
  /** Least distance of two crossing points, world units. */
  readonly minSeparation: number;
  /** Greatest distance of two crossing points, world units. */
  readonly maxSpread: number;
  /** Ropes of the largest connected group of near pairs. */
  readonly largestComponent: Range;
  /** Ropes in two near pairs or more. */
  readonly multiCrossRopes: Range;
  /** Independent cycles of the graph of near pairs. */
  readonly cycleRank: Range;
  /** Templates are drawn this many times their number. */
  readonly searchMultiplier: number;
  /** Crossing pairs of ropes after the start has settled. */
  readonly acceptedCrossings: Range;
  /** Hard boards bend some ropes through the middle and give all of them more length. */
  readonly isTangled: boolean;
};

const UNBOUNDED: Range = [0, Number.POSITIVE_INFINITY];

export const UNTANGLE_TIERS: Readonly<Record<Tier, UntangleTier>> = {
  easy: {
    gridSize: 5,
    ropeCount: 4,
    nearPairs: [2, 3],
    scrambleSteps: [2, 3],
    minInvolved: 2,
    maxGap: 0,
    maxDegree: 3,
    minSeparation: 1.8,
    maxSpread: Number.POSITIVE_INFINITY,
    largestComponent: UNBOUNDED,
    multiCrossRopes: UNBOUNDED,
    cycleRank: UNBOUNDED,
    searchMultiplier: 8,
    acceptedCrossings: [2, 3],
    isTangled: false,
  },
  medium: {
    gridSize: 6,
    ropeCount: 5,
    nearPairs: [5, 6],
    scrambleSteps: [5, 6],
    minInvolved: 4,
    maxGap: 1,
    maxDegree: 3,
    minSeparation: 1.15,
    maxSpread: Number.POSITIVE_INFINITY,
    largestComponent: UNBOUNDED,
    multiCrossRopes: UNBOUNDED,
    cycleRank: UNBOUNDED,
    searchMultiplier: 8,
    acceptedCrossings: [4, 6],
    isTangled: false,
  },
  hard: {
    gridSize: 6,
    ropeCount: 6,
    nearPairs: [5, 7],
    scrambleSteps: [7, 9],
    minInvolved: 4,
    maxGap: 2,
    maxDegree: 4,
    minSeparation: 0.45,
    maxSpread: 2.4,
    largestComponent: [3, 4],
    multiCrossRopes: [3, 4],
    cycleRank: [1, 2],
    searchMultiplier: 40,
    acceptedCrossings: [5, 7],
    isTangled: true,
  },
};
