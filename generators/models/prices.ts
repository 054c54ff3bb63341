/**
 * What rollouts cost where nobody has said otherwise. A table: `--prices FILE` takes its place row by
 * row. A model at a host that is not here has no known price, which is not a price of zero.
 *
 * Hosts change prices without notice, and do not tell them through their interfaces. Figures are upper
 * ones where sources differ.
 */
import type { Price } from "./schema.ts";

export const PRICES: readonly Price[] = [
  {
    model: "wan2.2",
    host: "replicate",
    size: "480p",
    perClipSecUsd: 0.06,
    source: "third-party lists of prices, 0.15 to 0.30 a clip of 5 s, November 2026; upper figure",
  },
  {
    model: "ltx-2.3",
    host: "replicate",
    perClipSecUsd: 0.06,
    source: "third-party lists of prices at 1080p, November 2026",
  },
];
