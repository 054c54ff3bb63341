/**
 * What a run would ask its generator for, and what that can cost at most. Reads the run folder and
 * nothing else: nothing is written, nothing is sent.
 */
import { episodeSchema } from "../core/schema/episode.ts";
import { rolloutRecordSchema } from "../core/schema/rollout.ts";
import type { RunConfig } from "../core/schema/run.ts";
import { readJournal } from "../core/store/journal.ts";
import { latestByKey } from "../core/store/read-run.ts";
import { EPISODES_FILE, inRun, ROLLOUTS_FILE } from "../core/store/run-layout.ts";
import { readManifest, refuseOtherRun } from "../core/store/run-store.ts";
import type { RequestPreview } from "../generators/generator.ts";
import { agentProgress } from "./agent/agent-progress.ts";
import { requestFor } from "./imagine.ts";
import { drawStart, sceneOfStart } from "./observe.ts";
import { findReplacedClips } from "./replaced-clips.ts";
import { requireClips } from "./require-clips.ts";
import { mustBuy, progressOf } from "./rollouts/choose-work.ts";
import { type Costs, sumCosts } from "./rollouts/costs.ts";
import { estimateWork, openBooks } from "./rollouts/open-books.ts";
import { rolloutState } from "./rollouts/rollout-state.ts";
import type { SuiteOptions } from "./run-suite.ts";
import { settleSuite } from "./settle-suite.ts";
import type { WorkItem } from "./work-item.ts";

/**
 * - `finished`: judged already
 * - `stands`: an error that is not tried again by itself
 * - `judge`: the clip is there, only the judging is missing
 * - `pick-up`: asked for already; its host is asked how it stands
 * - `ask`: would be asked for
 */
export type PlannedAction = "finished" | "stands" | "judge" | "pick-up" | "ask";

export type PlannedRollout = {
  readonly instanceId: string;
  readonly action: PlannedAction;
  /** Most that it can still cost, in US dollars; null when no price is known. 0 when nothing is bought. */
  readonly estimateUsd: number | null;
  /** What would be sent; only for `ask`, and for generators that ask a host. */
  readonly preview?: RequestPreview;
};

export type RolloutPlan = {
  readonly items: readonly PlannedRollout[];
  readonly counts: Readonly<Record<PlannedAction, number>>;
  /** Sum over `ask`, in US dollars; null when a price is missing. */
  readonly totalUsd: number | null;
  /** How many of `ask` fit into what is left; all of them when there is no limit. */
  readonly affordable: number;
  /** Of the rollouts in the folder. */
  readonly costs: Costs;
};

export type PlanOptions = Pick<
  SuiteOptions,
  "runPath" | "task" | "generator" | "config" | "instances" | "signal"
> &
  Partial<
    Pick<SuiteOptions, "promptOf" | "maxCostUsd" | "retryFailed" | "retryUnknown" | "mayLackClips">
  > & {
    /** Whether requests are shown, for which every observation is drawn. @default true */
    readonly withPreviews?: boolean;
  };

/**
 * @throws UsageError when the folder holds another run, a replay serves not one clip of a new one, or
 * there is a limit and no price
 * @throws StoreError when the folder is damaged
 */
export async function planRollouts(options: PlanOptions): Promise<RolloutPlan> {
  const { runPath, task, config, maxCostUsd, withPreviews = true } = options;
  const { generator, agent, work } = settleSuite(options);
  const { host } = generator;
  const estimates = estimateWork(generator, work, config.rollout, maxCostUsd);
  if (options.mayLackClips !== true) await requireClips(options, generator, work);
  const existing = await readManifest(runPath);
  if (existing !== null) {
    const instances = work.map(({ instance, key }) => ({
      ...{ id: instance.id, tier: instance.tier, key },
    }));
    refuseOtherRun(runPath, existing, { config, instances });
  }
  const rollouts = await readJournal(inRun(runPath, ROLLOUTS_FILE), rolloutRecordSchema);
  const latest = latestByKey(await readJournal(inRun(runPath, EPISODES_FILE), episodeSchema));
  const replaced = await findReplacedClips(generator, work, latest, options.signal);
  const store = { rollouts, appendRollout: async () => undefined };
  const { log, budget } = openBooks(store, work, estimates, maxCostUsd);

  const counts = { finished: 0, stands: 0, judge: 0, "pick-up": 0, ask: 0 };
  let totalUsd: number | null = 0;
  let affordable = 0;
  const planItem = async (item: WorkItem): Promise<PlannedRollout> => {
    const { key, instance } = item;
    const state = rolloutState(log.recordsOf(key));
    const progress =
      agent === undefined
        ? progressOf(
            latest.get(key),
            replaced.has(key),
            host === undefined ? undefined : state,
            options,
          )
        : agentProgress(latest.get(key), replaced.has(key), options);
    const action = actionOf(progress, host === undefined || mustBuy(state, options), state.kind);
    counts[action] += 1;
    if (action !== "ask") return { instanceId: instance.id, action, estimateUsd: 0 };
    const estimateUsd = host === undefined ? 0 : times(estimates.get(key), rolloutsOf(config));
    totalUsd = totalUsd === null || estimateUsd === null ? null : totalUsd + estimateUsd;
    if (budget.reserve(key, estimateUsd ?? 0)) affordable += 1;
    if (host === undefined || !withPreviews)
      return { instanceId: instance.id, action, estimateUsd };
    const scene = sceneOfStart(task, instance, config.rollout);
    const png = await drawStart(task, instance, scene);
    const preview = host.preview(requestFor(item, config.rollout, png));
    return { instanceId: instance.id, action, estimateUsd, preview };
  };
  const items: PlannedRollout[] = [];
  for (const item of work) items.push(await planItem(item));
  return { items, counts, totalUsd, affordable, costs: sumCosts(log.costs()) };
}

/** Most rollouts that one episode asks for. */
function rolloutsOf({ condition, agent }: RunConfig): number {
  return agent !== undefined && condition === "image" ? agent.maxPictures : 1;
}

function times(usd: number | null | undefined, count: number): number | null {
  return usd === null || usd === undefined ? null : usd * count;
}

function actionOf(
  progress: ReturnType<typeof progressOf>,
  isAsked: boolean,
  kind: ReturnType<typeof rolloutState>["kind"],
): PlannedAction {
  if (progress !== "unfinished") return progress;
  if (isAsked) return "ask";
  if (kind === "downloaded") return "judge";
  return kind === "open" ? "pick-up" : "stands";
}
