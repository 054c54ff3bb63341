/** A limit on money needs to know what a chat model's tokens cost. Pure. */
import { UsageError } from "../core/errors.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";

/** A million tokens each way: what they cost is asked, not whether it is much. */
const SOME_TOKENS = { promptTokens: 1_000_000, completionTokens: 1_000_000 } as const;

/** @throws UsageError when there is a limit, and a chat model whose price is not known */
export function requireTokenPrice(
  reasoner: Reasoner | undefined,
  maxCostUsd: number | undefined,
): void {
  if (maxCostUsd === undefined || reasoner?.kind !== "chat") return;
  if (reasoner.costUsd(SOME_TOKENS) !== null) return;
  throw new UsageError(
    `expected a price of ${reasoner.id} for --max-cost but received none. Give one of its tokens ` +
      "with --prices FILE, 0 for a server of your own, or leave out --max-cost",
  );
}
