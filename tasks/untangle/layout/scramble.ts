/**
 * Layouts from seeds, draw for draw as the published generator does: templates are scrambled by
 * moves drawn by weight, those within the tier's bounds are kept. The order of draws and of roundings
 * is part of the contract.
 */
import type { Mulberry32 } from "../../../core/rng/mulberry32.ts";
import type { Hole } from "../board.ts";
import {
  clusterBonus,
  fitsTier,
  isWithin,
  readabilityPenalty,
  type SoftBounds,
  softBounds,
} from "./bounds.ts";
import { measureLayout } from "./metrics.ts";
import { createMoveMetrics, type MovedMetrics, type MoveMetrics } from "./move-metrics.ts";
import type { PegLines } from "./peg-lines.ts";
import { type Layout, listTemplates, signatureOf } from "./templates.ts";
import type { UntangleTier } from "./tiers.ts";

/** Fewest templates drawn. */
const MIN_ATTEMPTS = 96;

export type ScrambledLayout = {
  readonly templateName: string;
  readonly layout: Layout;
  readonly signature: string;
  /** Moves that made it out of the template. */
  readonly steps: number;
};

type ScrambleMove = {
  readonly rope: number;
  readonly end: 0 | 1;
  readonly source: Hole;
  readonly target: Hole;
};

/**
 * Layouts within a tier's bounds, of different signatures, in the order in which they were found.
 * The published generator goes on to draw one of them; where there is none it takes the best rated
 * one outside the bounds, which is left out here.
 */
export function scrambleLayouts(
  tier: UntangleTier,
  lines: PegLines,
  rng: Mulberry32,
): ScrambledLayout[] {
  const templates = listTemplates(tier.gridSize, tier.ropeCount);
  const attempts = Math.max(MIN_ATTEMPTS, templates.length * tier.searchMultiplier);
  const measure = createMoveMetrics(lines, tier.ropeCount);
  const accepted = new Map<string, ScrambledLayout>();
  const firstMoves: FirstMoves = new Map();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const template = templates[rng.randint(0, templates.length - 1)];
    if (template === undefined) continue;
    const targetSteps = rng.randint(...tier.scrambleSteps);
    const start = template.layout;
    const { layout, steps } = scramble(tier, measure, rng, start, targetSteps, firstMoves);
    if (steps < targetSteps || !fitsTier(tier, measureLayout(lines, layout))) continue;
    const signature = signatureOf(layout);
    if (accepted.has(signature)) continue;
    accepted.set(signature, { templateName: template.name, layout, signature, steps });
  }
  return [...accepted.values()];
}

/** Rated first moves by template and number of moves, which decide them: templates are drawn often. */
type FirstMoves = Map<Layout, Map<number, readonly RatedMove[]>>;

/** Moves ends one after the other; stops early when no move is allowed. */
function scramble(
  tier: UntangleTier,
  measure: MoveMetrics,
  rng: Mulberry32,
  start: Layout,
  targetSteps: number,
  firstMoves: FirstMoves,
): { layout: Layout; steps: number } {
  const known = firstMoves.get(start) ?? new Map<number, readonly RatedMove[]>();
  firstMoves.set(start, known);
  let layout = start;
  let last: ScrambleMove | undefined;
  for (let step = 0; step < targetSteps; step++) {
    const progress = (step + 1) / Math.max(1, targetSteps);
    const kept = step === 0 ? known.get(targetSteps) : undefined;
    const choices = kept ?? rateMoves(tier, measure, layout, last, progress);
    if (step === 0) known.set(targetSteps, choices);
    const chosen = drawByWeight(choices, rng);
    if (chosen === undefined) return { layout, steps: step };
    layout = withMove(layout, chosen);
    last = chosen;
  }
  return { layout, steps: targetSteps };
}

const ROPE_ENDS = [0, 1] as const;

type RatedMove = { readonly move: ScrambleMove; readonly score: number };

/** Every allowed move with its score: by rope, then by end, then by target hole. */
function rateMoves(
  tier: UntangleTier,
  measure: MoveMetrics,
  layout: Layout,
  last: ScrambleMove | undefined,
  progress: number,
): RatedMove[] {
  const bounds = softBounds(tier, progress);
  const { metrics } = measure;
  const wanted = tier.nearPairs[0] + (tier.nearPairs[1] - tier.nearPairs[0]) * progress;
  const occupied = new Set(layout.flat());
  const empty = Array.from({ length: tier.gridSize ** 2 }, (_, hole) => hole).filter(
    (hole) => !occupied.has(hole),
  );
  const rated: RatedMove[] = [];
  for (const [rope, ends] of layout.entries()) {
    for (const end of ROPE_ENDS) {
      const isSameRope = last?.rope === rope;
      const isSameEnd = isSameRope && last.end === end;
      measure.lift(layout, rope, end);
      measure.lay(ends[end]);
      const distanceBefore = Math.abs(metrics.nearPairs - wanted);
      for (const target of empty) {
        if (isSameEnd && last.source === target && last.target === ends[end]) continue;
        measure.lay(target);
        if (!isAllowed(measure, bounds)) continue;
        measure.measureLength();
        const score = scoreOf(tier, metrics, distanceBefore, wanted);
        rated.push({
          move: { rope, end, source: ends[end], target },
          score: score - (isSameRope ? 8 : 0) - (isSameEnd ? 14 : 0),
        });
      }
    }
  }
  return rated;
}

/** Whether the layout laid last is within the bounds; the cheap figures are looked at first. */
function isAllowed(measure: MoveMetrics, bounds: SoftBounds): boolean {
  const { metrics } = measure;
  if (metrics.nearPairs > bounds.maxNearPairs || metrics.gap > bounds.maxGap) return false;
  const { graph } = metrics;
  if (
    graph.maxDegree > bounds.maxDegree ||
    !isWithin(graph.largestComponent, bounds.largestComponent) ||
    !isWithin(graph.multiCrossRopes, bounds.multiCrossRopes) ||
    !isWithin(graph.cycleRank, bounds.cycleRank)
  ) {
    return false;
  }
  measure.measurePoints();
  return metrics.separation >= bounds.minSeparation && metrics.spread <= bounds.maxSpread;
}

function scoreOf(
  tier: UntangleTier,
  metrics: MovedMetrics,
  distanceBefore: number,
  wanted: number,
): number {
  const { graph } = metrics;
  const tangle =
    graph.largestComponent * 22 +
    graph.multiCrossRopes * 28 +
    graph.cycleRank * 60 +
    clusterBonus(metrics, 20);
  return (
    (distanceBefore - Math.abs(metrics.nearPairs - wanted)) * 35 +
    metrics.nearPairs * 24 +
    metrics.crossingPairs * 10 +
    graph.involved * 8 +
    tangle +
    metrics.minLength * 8 -
    readabilityPenalty(tier, metrics)
  );
}

/** Draws in proportion to max(1, score - lowest + 1); undefined when there is nothing to draw. */
function drawByWeight(choices: readonly RatedMove[], rng: Mulberry32): ScrambleMove | undefined {
  if (choices.length === 0) return undefined;
  const lowest = choices.reduce((min, { score }) => Math.min(min, score), Number.POSITIVE_INFINITY);
  const weights = choices.map(({ score }) => Math.max(1, score - lowest + 1));
  let rest = rng.real() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest <= 0) return choices[index]?.move;
  }
  return choices.at(-1)?.move;
}

function withMove(layout: Layout, { rope, end, target }: ScrambleMove): Layout {
  return layout.map((ends, index) => {
    if (index !== rope) return ends;
    return end === 0 ? ([target, ends[1]] as const) : ([ends[0], target] as const);
  });
}
