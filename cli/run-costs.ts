/** What a run cost and what it left undone, in words. */
import { plural } from "../audits/plural.ts";
import type { Costs } from "../probes/rollouts/costs.ts";
import type { SuiteResult } from "../probes/run-suite.ts";

/** Such as "1.52 USD", "at least 1.52 USD: what 3 rollouts cost is not known". */
export function formatCosts({ knownUsd, unknownCount }: Costs): string {
  if (unknownCount === 0) return formatUsd(knownUsd);
  const known = knownUsd === 0 ? "" : `at least ${formatUsd(knownUsd)}: `;
  return `${known}what ${plural(unknownCount, "rollout")} cost is not known`;
}

/** The same of what a chat model's replies cost. */
export function formatReplyCosts({ knownUsd, unknownCount }: Costs): string {
  if (unknownCount === 0) return formatUsd(knownUsd);
  const known = knownUsd === 0 ? "" : `at least ${formatUsd(knownUsd)}: `;
  return `${known}what the replies cost is not known (--prices FILE)`;
}

/** Cents, and more digits where cents would say nothing. */
export function formatUsd(usd: number): string {
  return `${usd === 0 || usd >= 0.1 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
}

/**
 * What is not done and how it could be, a line each. Nothing when all is done.
 * @param errors episodes that ended in an error, those that stand among them
 */
export function describeRest(
  { status, undone, standing }: Pick<SuiteResult, "status" | "undone" | "standing">,
  maxCostUsd: number | undefined,
  errors = 0,
): readonly string[] {
  const lines: string[] = [];
  const again = errors - standing.unknown - standing.failed;
  if (again > 0) {
    lines.push(
      `${again} of the episodes that ended in an error are tried again by the same command`,
    );
  }
  if (status === "budget" && maxCostUsd !== undefined) {
    lines.push(
      `stopped: another rollout would exceed --max-cost ${maxCostUsd}. ${count(undone.length)} ` +
        "left: a higher limit goes on from here",
    );
  }
  if (standing.unknown > 0) {
    lines.push(
      `${count(standing.unknown)} unknown: nobody knows whether the rollout was bought. ` +
        "--retry-unknown buys it anew",
    );
  }
  if (standing.failed > 0) {
    lines.push(
      `${count(standing.failed)} failed: the rollout was bought and gave no clip. --retry-failed buys it anew`,
    );
  }
  return lines;
}

function count(episodes: number): string {
  return plural(episodes, "episode is", "episodes are");
}
