/** Which layouts a tier takes, on the way and in the end, and how they are rated. Formulas as published. */
import type { LayoutMetrics } from "./metrics.ts";
import type { MovedMetrics } from "./move-metrics.ts";
import type { UntangleTier } from "./tiers.ts";

/** What may still be off while a board is being scrambled. */
export type SoftBounds = {
  readonly maxNearPairs: number;
  readonly maxDegree: number;
  readonly maxGap: number;
  readonly minSeparation: number;
  readonly maxSpread: number;
  readonly largestComponent: readonly [number, number];
  readonly multiCrossRopes: readonly [number, number];
  readonly cycleRank: readonly [number, number];
};

/** @param progress share of the scramble that is done, 0..1 */
export function softBounds(tier: UntangleTier, progress: number): SoftBounds {
  const isEarly = progress < 0.7;
  const softMin = (min: number): number =>
    progress < 0.45 ? 0 : Math.max(0, min - (isEarly ? 3 : 1));
  const softMax = (max: number): number => max + (isEarly ? 2 : 1);
  return {
    maxNearPairs: softMax(tier.nearPairs[1]),
    maxDegree: tier.maxDegree + (isEarly ? 1 : 0),
    maxGap: tier.maxGap + 1,
    minSeparation: tier.minSeparation * (progress < 0.5 ? 0.55 : 0.7),
    maxSpread: tier.maxSpread + (isEarly ? 1.4 : 0.8),
    largestComponent: [softMin(tier.largestComponent[0]), softMax(tier.largestComponent[1])],
    multiCrossRopes: [softMin(tier.multiCrossRopes[0]), softMax(tier.multiCrossRopes[1])],
    cycleRank: [progress < 0.8 ? 0 : tier.cycleRank[0], tier.cycleRank[1] + 1],
  };
}

/** Whether a finished layout is within the tier's bounds. */
export function fitsTier(tier: UntangleTier, metrics: LayoutMetrics): boolean {
  return (
    isWithin(metrics.nearPairs, tier.nearPairs) &&
    metrics.involved >= tier.minInvolved &&
    metrics.maxDegree <= tier.maxDegree &&
    metrics.gap <= tier.maxGap &&
    metrics.separation >= tier.minSeparation &&
    metrics.spread <= tier.maxSpread &&
    isWithin(metrics.largestComponent, tier.largestComponent) &&
    isWithin(metrics.multiCrossRopes, tier.multiCrossRopes) &&
    isWithin(metrics.cycleRank, tier.cycleRank)
  );
}

/** Whether a value lies in an inclusive range. Read by index: taking it apart costs more than the rest. */
export function isWithin(value: number, range: readonly [min: number, max: number]): boolean {
  return value >= range[0] && value <= range[1];
}

/** What makes a layout hard to read, weighed; 0 within the tier's bounds. */
export function readabilityPenalty(tier: UntangleTier, metrics: MovedMetrics): number {
  const { graph } = metrics;
  let penalty = 0;
  penalty += Math.max(0, graph.maxDegree - tier.maxDegree) * 260;
  penalty += Math.max(0, metrics.gap - tier.maxGap) * 320;
  penalty += Math.max(0, tier.minSeparation - metrics.separation) * 260;
  penalty += Math.max(0, metrics.spread - tier.maxSpread) * 240;
  penalty += Math.max(0, graph.largestComponent - tier.largestComponent[1]) * 220;
  penalty += Math.max(0, graph.multiCrossRopes - tier.multiCrossRopes[1]) * 180;
  penalty += Math.max(0, graph.cycleRank - tier.cycleRank[1]) * 320;
  return penalty;
}

/** Near pairs count more the closer their crossing points lie. */
export function clusterBonus(
  { nearPairs, spread }: Pick<LayoutMetrics, "nearPairs" | "spread">,
  weight: number,
): number {
  return nearPairs > 0 ? (nearPairs * weight) / Math.max(0.6, spread) : 0;
}
