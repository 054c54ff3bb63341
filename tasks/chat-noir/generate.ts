/**
 * Makes Chat Noir boards from seeds, draw for draw as the generator of the published data set did, so
 * that its seeds give its boards. Owns the tiers; the order of random draws is part of the contract.
 *
 * Two sets of ranges of blocks are published. The data set's boards come from the ones used here; the
 * others, of up to 21 blocks, give other boards for the same seeds.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { createMt19937 } from "../../core/rng/mt19937.ts";
import type { Tier } from "../../core/schema/common.ts";
import { cellCount, hexBoard, RADII, type Radius } from "./board.ts";
import { catRngOf } from "./cat.ts";
import { type Forecast, forecast, WANTED_ADJACENT_WINS, WANTED_WINS } from "./forecast.ts";
import { blocksOf, canEscape } from "./paths.ts";
import { actionBudget } from "./rules.ts";
import type { ChatNoirState } from "./state.ts";

/** Inclusive range of integers. */
type Range = readonly [min: number, max: number];

/** Blocks at the start by tier and radius; the cat's policy has the tier's name. */
export const CHAT_NOIR_TIERS: Readonly<Record<Tier, Readonly<Record<Radius, Range>>>> = {
  easy: { 3: [8, 10], 4: [10, 13] },
  medium: { 3: [10, 12], 4: [13, 16] },
  hard: { 3: [12, 14], 4: [16, 19] },
};

/** Draws of blocks before the generator gives up. */
const MAX_ATTEMPTS = 512;

export type GeneratedChatNoir = {
  readonly state: ChatNoirState;
  /** Draws of blocks, this one included. */
  readonly attempts: number;
  /** Why the board was accepted. */
  readonly forecast: Forecast;
};

/**
 * The board of a tier and seed: from it at least five first blocks, three of them beside the cat, trap
 * the predicted cat.
 * @throws RuleError when no draw of MAX_ATTEMPTS is such a board
 */
export function generateChatNoir(tier: Tier, seed: number): GeneratedChatNoir {
  const rng = createMt19937(seed);
  const radius = rng.choice(RADII);
  const count = rng.randint(...CHAT_NOIR_TIERS[tier][radius]);
  const board = hexBoard(radius);
  const cat = board.centre;
  const candidates = Array.from({ length: cellCount(radius) }, (_, cell) => cell).filter(
    (cell) => cell !== cat,
  );
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    const blocked = rng.sample(candidates, count).sort((a, b) => a - b);
    const blocks = blocksOf(board, blocked);
    if (!canEscape(board, blocks, cat)) continue;
    const turns = actionBudget({ radius, blocked });
    const found = forecast({ board, blocks, cat, policy: tier }, turns);
    if (found.wins.length < WANTED_WINS) continue;
    if (found.adjacentWins.length < WANTED_ADJACENT_WINS) continue;
    return {
      state: { radius, blocked, cat, policy: tier, catRng: catRngOf(seed), lastBlocked: null },
      attempts,
      forecast: found,
    };
  }
  throw new RuleError(
    describeMismatch("seed", `a board of tier ${tier} within ${MAX_ATTEMPTS} draws`, seed),
    { context: { tier, seed } },
  );
}
