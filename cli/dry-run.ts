/** `probe run --dry-run`: what would be asked, and what it would cost. Sends and writes nothing. */
import { plural } from "../audits/plural.ts";
import { EXIT_CODES } from "../core/errors.ts";
import type { RequestPreview } from "../generators/generator.ts";
import type { Missing } from "../generators/host.ts";
import { type PlannedAction, planRollouts, type RolloutPlan } from "../probes/plan-rollouts.ts";
import { type CliIo, printJson } from "./io.ts";
import { formatCosts, formatUsd } from "./run-costs.ts";
import type { RunOptions, RunPlan } from "./run-plan.ts";

/** Requests that are printed whole; `--json` has all of them. */
const SHOWN_REQUESTS = 1;

export type DryRunOptions = RunOptions & {
  /** What the host lacks, without which nothing can be sent. */
  readonly missing: Missing | undefined;
};

/** Prints what a run would do. @returns the exit code */
export async function dryRun(plan: RunPlan, options: DryRunOptions, io: CliIo): Promise<number> {
  const { retryFailed = false, retryUnknown = false, maxCost, missing } = options;
  const planned = await planRollouts({
    ...{ runPath: plan.path, task: plan.task, config: plan.config, instances: plan.instances },
    ...{ retryFailed, retryUnknown, withPreviews: plan.reasoner === undefined },
    ...(plan.generator === undefined ? {} : { generator: plan.generator }),
    ...(plan.promptOf === undefined ? {} : { promptOf: plan.promptOf }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    signal: new AbortController().signal,
  });
  if (options.json === true) {
    const { condition, generator, reasoner } = plan.config;
    const host = plan.generator?.host?.id;
    printJson(io, {
      ...{ schema: "topoprobe.dry-run/1", run: plan.path, task: plan.task.id, condition },
      ...{ generator: generator.id, reasoner },
      ...(host === undefined ? {} : { host }),
      ...(missing === undefined ? {} : { missing: missing.variable }),
      ...planned,
    });
  } else {
    const needs =
      missing === undefined
        ? ""
        : `needs      ${missing.variable} before anything is sent: ${missing.hint}\n`;
    io.out(`${describePlan(plan, planned, maxCost)}\n${needs}`);
  }
  return EXIT_CODES.ok;
}

function describePlan(plan: RunPlan, planned: RolloutPlan, maxCost: number | undefined): string {
  const { generator, task, path } = plan;
  const { counts, costs, items } = planned;
  const host = generator?.host;
  const isHosted = host !== undefined;
  const tokens = plan.reasoner?.kind === "chat" ? "; what tokens cost is not in it" : "";
  const previews = items.flatMap(({ instanceId, preview }) =>
    preview === undefined ? [] : [{ instanceId, preview }],
  );
  const shown = previews.slice(0, SHOWN_REQUESTS).map((item) => `${describeRequest(item)}\n`);
  const more = previews.length - shown.length;
  return [
    `dry run: nothing is sent, nothing is written\n`,
    ...shown,
    ...(more > 0 ? [`... and ${more} more of this kind (--json prints them all)\n`] : []),
    `task       ${task.id}, ${plural(items.length, "episode")}`,
    ...(plan.reasoner === undefined ? [] : [`condition  ${plan.config.condition}`]),
    ...(plan.reasoner === undefined ? [] : [`reasoner   ${plan.reasoner.id}`]),
    ...describeAgentCalls(plan, counts.ask),
    ...(generator === undefined
      ? []
      : [`generator  ${generator.id}${isHosted ? ` at ${host.id}` : ", which asks no host"}`]),
    `run        ${path}`,
    `${plan.reasoner === undefined ? "rollouts" : "episodes"}   ${describeCounts(counts)}`,
    ...(isHosted ? [`estimate   ${describeEstimate(planned, maxCost)}${tokens}`] : []),
    ...(isHosted && (costs.knownUsd > 0 || costs.unknownCount > 0)
      ? [`so far     ${formatCosts(costs)}`]
      : []),
  ].join("\n");
}

/** What one agent's episode may ask for at most; its words come from the reasoner. */
function describeAgentCalls({ reasoner, config, instances }: RunPlan, episodes: number): string[] {
  if (reasoner === undefined || config.agent === undefined) return [];
  const { condition, agent } = config;
  const perEpisode = condition === "image" ? agent.maxPictures : condition === "video" ? 1 : 0;
  const imagined = reasoner.kind === "policy" && condition !== "video" ? 0 : perEpisode * episodes;
  const steps = instances.reduce((sum, { actionBudget }) => sum + actionBudget, 0);
  const what = condition === "video" ? "clips" : "pictures";
  return [
    `asks for   at most ${imagined} ${what}, in words of the reasoner, and ` +
      `${reasoner.kind === "chat" ? `${steps} moves` : "no moves, as it is no model"}`,
  ];
}

const WORDS: Readonly<Record<PlannedAction, string>> = {
  ask: "to ask for",
  "pick-up": "to pick up at the host",
  judge: "to judge",
  finished: "finished",
  stands: "left as they ended (--retry-failed, --retry-unknown)",
};

function describeCounts(counts: RolloutPlan["counts"]): string {
  const actions: readonly PlannedAction[] = ["ask", "pick-up", "judge", "finished", "stands"];
  const parts = actions.flatMap((action) =>
    counts[action] === 0 ? [] : [`${counts[action]} ${WORDS[action]}`],
  );
  return parts.join(", ");
}

function describeEstimate(
  { totalUsd, counts, affordable }: RolloutPlan,
  maxCost: number | undefined,
): string {
  if (totalUsd === null) return "unknown: no price is known (--prices FILE)";
  const limit =
    maxCost === undefined || affordable === counts.ask
      ? ""
      : `; ${affordable} of ${counts.ask} fit into --max-cost ${maxCost}`;
  return `at most ${formatUsd(totalUsd)}${limit}`;
}

function describeRequest(item: {
  readonly instanceId: string;
  readonly preview: RequestPreview;
}): string {
  const { instanceId, preview } = item;
  const body = JSON.stringify(preview.body, null, 2);
  const lines = [`${instanceId}: ${preview.method} ${preview.url}`, body];
  lines.push(...preview.warnings.map((warning) => `warning: ${warning}`));
  return lines.join("\n");
}
