/** Prices of a model at a host -> what rollouts cost. Pure. */
import type { RolloutRequest } from "../generator.ts";
import type { Pricing } from "../host.ts";
import { fitRequest } from "./fit-request.ts";
import type { Capabilities, HostId, Model, Price } from "./schema.ts";

/**
 * The estimate is the most that a rollout can cost: computing counts for as long as a job may take.
 * Both are null when no row fits.
 *
 * @param prices the first row of this model and host that fits the size counts
 * @param deadlineMs longest time that a job may compute
 */
export function pricingOf(
  model: Model,
  host: HostId,
  prices: readonly Price[],
  deadlineMs: number,
): Pricing {
  const capabilities: Capabilities = model.hosts[host]?.capabilities ?? { seed: false };
  const rows = prices.filter((price) => price.model === model.id && price.host === host);
  const costOf = (request: RolloutRequest, billedSec: number | undefined): number | null => {
    const fitted = fitRequest(model.id, capabilities, request, model.kind);
    const row = rows.find(({ size }) => size === undefined || size === fitted.size?.name);
    if (row === undefined) return null;
    const { perRolloutUsd = 0, perClipSecUsd = 0, perBilledSecUsd = 0 } = row;
    if (perBilledSecUsd > 0 && billedSec === undefined) return null;
    const clipSec =
      fitted.seconds ?? (fitted.frames ?? request.frames) / (fitted.fps ?? request.fps);
    return roundUsd(perRolloutUsd + perClipSecUsd * clipSec + perBilledSecUsd * (billedSec ?? 0));
  };
  return {
    estimateUsd: (request) => costOf(request, deadlineMs / 1000),
    costUsd: costOf,
  };
}

/** To millionths: sums of such figures are written and compared. */
function roundUsd(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
