/** A limit on money needs prices: asked of all runs of a suite before the first one starts. Pure. */
import { UsageError } from "../../core/errors.ts";
import { estimateWork } from "../rollouts/open-books.ts";
import { settleSuite } from "../settle-suite.ts";
import type { SettledCell } from "./settle-cell.ts";

/** A million tokens each way: what they cost is asked, not whether it is much. */
const SOME_TOKENS = { promptTokens: 1_000_000, completionTokens: 1_000_000 } as const;

/** @throws UsageError when what a generator or a chat model takes is not known */
export function requirePrices(cells: readonly SettledCell[], maxCostUsd: number | undefined): void {
  if (maxCostUsd === undefined) return;
  for (const cell of cells) {
    const { reasoner } = cell;
    if (reasoner?.kind === "chat" && reasoner.costUsd(SOME_TOKENS) === null) {
      throw new UsageError(
        `expected a price of ${reasoner.id} for --max-cost but received none. Give one of its tokens ` +
          "with --prices FILE, 0 for a server of your own, or leave out --max-cost",
      );
    }
    if (cell.generator?.host === undefined) continue;
    // One puzzle tells as much as all of them.
    const { generator, work } = settleSuite({ ...cell, instances: cell.instances.slice(0, 1) });
    estimateWork(generator, work, cell.config.rollout, maxCostUsd);
  }
}
