/** A limit on money needs prices: asked of all runs of a suite before the first one starts. Pure. */
import { requireTokenPrice } from "../require-token-price.ts";
import { estimateWork } from "../rollouts/open-books.ts";
import { settleSuite } from "../settle-suite.ts";
import type { SettledCell } from "./settle-cell.ts";

/** @throws UsageError when what a generator or a chat model takes is not known */
export function requirePrices(cells: readonly SettledCell[], maxCostUsd: number | undefined): void {
  if (maxCostUsd === undefined) return;
  for (const cell of cells) {
    requireTokenPrice(cell.reasoner, maxCostUsd);
    if (cell.generator?.host === undefined) continue;
    // One puzzle tells as much as all of them.
    const { generator, work } = settleSuite({ ...cell, instances: cell.instances.slice(0, 1) });
    estimateWork(generator, work, cell.config.rollout, maxCostUsd);
  }
}
