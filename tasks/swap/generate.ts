/**
 * Makes swap boards from seeds, draw for draw as the published generator does, so that its seeds give
 * its boards. Owns the tiers; the order of random draws is part of the contract.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import type { Tier } from "../../core/schema/common.ts";
import { exchanged, minSwaps } from "./rules.ts";
import { BLANK, blocksOf, type SwapCell, type SwapState } from "./state.ts";

type Shape = readonly [rows: number, cols: number];

/** The published tiers: shapes among which the seed chooses. */
export const SWAP_TIERS: Readonly<Record<Tier, readonly Shape[]>> = {
  easy: [
    [2, 2],
    [2, 3],
    [3, 2],
    [3, 3],
  ],
  medium: [
    [3, 4],
    [4, 3],
  ],
  hard: [[4, 4]],
};

/** Shuffles of the goal before the generator gives up. */
const MAX_ATTEMPTS = 512;
const UINT32_RANGE = 2 ** 32;

export type GeneratedSwap = {
  readonly state: SwapState;
  /** Shuffles drawn for the start, this one included. */
  readonly attempts: number;
};

/** Integer below n. */
type Draw = (n: number) => number;

/**
 * The board of a tier and seed. The shape and the arrangements come from two streams of the same seed.
 * @throws RuleError when every shuffle of MAX_ATTEMPTS is the goal itself
 */
export function generateSwap(tier: Tier, seed: number): GeneratedSwap {
  const shapes = SWAP_TIERS[tier];
  const [rows, cols] = shapes[drawsOf(seed)(shapes.length)] ?? [2, 2];
  const draw = drawsOf(seed);
  const goal = [...shuffled<SwapCell>(blocksOf(rows * cols), draw), BLANK] as const;
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    const cells = shuffled<SwapCell>(goal, draw);
    if (minSwaps(cells, goal) >= 1) return { state: { rows, cols, cells, goal }, attempts };
  }
  throw new RuleError(
    describeMismatch("seed", `a board of tier ${tier} within ${MAX_ATTEMPTS} shuffles`, seed),
    { context: { tier, seed } },
  );
}

/** Draws as published: the remainder of a 32-bit output, not its scaled value. */
function drawsOf(seed: number): Draw {
  const rng = createMulberry32(seed);
  return (n) => (rng.real() * UINT32_RANGE) % n;
}

/** Fisher-Yates from the last item down. */
function shuffled<T extends SwapCell>(items: readonly T[], draw: Draw): SwapCell[] {
  let mixed: SwapCell[] = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    mixed = exchanged(mixed, last, draw(last + 1));
  }
  return mixed;
}
