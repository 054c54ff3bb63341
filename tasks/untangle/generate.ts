/**
 * Makes untangle boards from seeds. The first start that a seed draws is the published one, draw for
 * draw; the published data set skips seeds whose start does not fit, here the seed draws on. Ours is
 * that a start does not fit either when the solver finds no plan for it, or when the ropes cannot be
 * told apart in the picture of the start or after a move of that plan.
 */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import { createMulberry32, type Mulberry32 } from "../../core/rng/mulberry32.ts";
import type { Tier } from "../../core/schema/common.ts";
import { isWithin } from "./layout/bounds.ts";
import { isLegible } from "./layout/legible.ts";
import { measureLayout } from "./layout/metrics.ts";
import { type PegLines, pegLinesOf } from "./layout/peg-lines.ts";
import { type ScrambledLayout, scrambleLayouts } from "./layout/scramble.ts";
import { UNTANGLE_TIERS, type UntangleTier } from "./layout/tiers.ts";
import { countCrossings, isSolved, step } from "./rules.ts";
import { recall, settledLines } from "./simulate.ts";
import { solve } from "./solve.ts";
import { startState, type UntangleState } from "./state.ts";

/** Searches for layouts before the generator gives up, and starts drawn from one search. */
const MAX_SEARCHES = 4;
const MAX_STARTS = 40;

export type GeneratedUntangle = {
  readonly state: UntangleState;
  readonly templateName: string;
  readonly signature: string;
  /** Layouts within the bounds that the search found. */
  readonly acceptedCandidateCount: number;
  /** Starts drawn, this one included. */
  readonly attempts: number;
};

/**
 * The board of a tier and seed.
 * @throws RuleError when no start of MAX_SEARCHES searches fits the tier
 */
export function generateUntangle(tier: Tier, seed: number): GeneratedUntangle {
  const limits = UNTANGLE_TIERS[tier];
  let attempts = 0;
  for (const drawn of drawStarts(limits, seed)) {
    attempts++;
    const state = startState(limits.gridSize, drawn.start);
    if (!isWithin(countCrossings(state), limits.acceptedCrossings)) continue;
    if (!hasLegiblePlan(state)) continue;
    const { templateName, signature, acceptedCandidateCount } = drawn;
    return { state, templateName, signature, acceptedCandidateCount, attempts };
  }
  throw new RuleError(
    describeMismatch(
      "seed",
      `a board of tier ${tier} within ${attempts} starts`,
      seed,
      "Take another seed.",
    ),
    { context: { tier, seed } },
  );
}

/** Whether the ropes can be told apart at the start and after each move of the solver's plan. */
function hasLegiblePlan(start: UntangleState): boolean {
  if (!isLegible(settledLines(start))) return false;
  let state = start;
  for (const action of solve(start) ?? []) {
    const next = step(state, action);
    if (!next.ok || !isLegible(settledLines(next.state))) return false;
    state = next.state;
  }
  return isSolved(state);
}

export type DrawnStart = Pick<
  GeneratedUntangle,
  "templateName" | "signature" | "acceptedCandidateCount"
> & {
  readonly start: UntangleState["start"];
  /** Moves that made the layout. */
  readonly steps: number;
};

/** First starts kept, the most recently used ones: a row is often read again. */
const KEPT_STARTS = 16;
const firstStarts = new Map<string, DrawnStart | undefined>();

/** The first start of a seed, whether it fits or not: what published rows hold. */
export function publishedStart(tier: Tier, seed: number): DrawnStart | undefined {
  return recall(firstStarts, KEPT_STARTS, `${tier} ${seed}`, () => {
    for (const drawn of drawStarts(UNTANGLE_TIERS[tier], seed)) return drawn;
    return undefined;
  });
}

/** Starts of a seed in the order in which they are drawn, each layout of a search at most once. */
function* drawStarts(limits: UntangleTier, seed: number): Generator<DrawnStart> {
  const lines = pegLinesOf(limits.gridSize);
  const rng = createMulberry32(seed);
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const candidates = scrambleLayouts(limits, lines, rng);
    const acceptedCandidateCount = candidates.length;
    for (let count = 0; count < MAX_STARTS && candidates.length > 0; count++) {
      const [drawn] = candidates.splice(rng.randint(0, candidates.length - 1), 1);
      if (drawn === undefined) break;
      const { templateName, signature, steps } = drawn;
      const start = startOf(limits, lines, rng, drawn);
      yield { templateName, signature, steps, acceptedCandidateCount, start };
    }
  }
}

/** Chance of four ropes in the central tangle; else there are three. */
const FOUR_ROPES = 0.6;

/** Draws the central tangle of a layout, if its tier has one. */
function startOf(
  limits: UntangleTier,
  lines: PegLines,
  rng: Mulberry32,
  { layout }: ScrambledLayout,
): UntangleState["start"] {
  const ends = layout.map(([start, end]) => [start, end] as const);
  if (!limits.isTangled) return { ends, isLong: false, tangle: [] };
  const { dominantComponent } = measureLayout(lines, layout);
  const tangle =
    dominantComponent.length >= 3 ? [...dominantComponent] : layout.map((_, rope) => rope);
  for (let last = tangle.length - 1; last > 0; last--) {
    const other = rng.randint(0, last);
    const [a, b] = [tangle[last] ?? 0, tangle[other] ?? 0];
    tangle[last] = b;
    tangle[other] = a;
  }
  const size = Math.min(tangle.length, rng.real() < FOUR_ROPES ? 4 : 3);
  return { ends, isLong: true, tangle: tangle.slice(0, size) };
}
