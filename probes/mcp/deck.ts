/**
 * Which puzzle is next, and the run folder that it goes to: one folder for all that was planned, or one
 * for each episode where clients choose.
 */
import { join } from "node:path";
import { ProbeError, StoreError, UsageError } from "../../core/errors.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { InstanceSelection, RolloutConfig } from "../../core/schema/run.ts";
import { latestByKey, readRun } from "../../core/store/read-run.ts";
import { readManifest } from "../../core/store/run-store.ts";
import { DIAGNOSTICS_VERSION } from "../../cv-diagnostics/thresholds.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { agentConfigOf } from "../agent/agent-config.ts";
import { refOfGenerator } from "../agent/no-generator.ts";
import { planAgentWork } from "../agent/plan-agent-work.ts";
import { generateInstances } from "../instances.ts";
import type { AgentTexts } from "../reasoners/agent-texts.ts";
import type { PolicyReasoner } from "../reasoners/reasoner.ts";
import type { WorkItem } from "../work-item.ts";
import { type McpConfig, type OpenRun, openRun } from "./open-run.ts";

/** Folders of one puzzle. */
const MAX_FOLDERS = 100;
/** Puzzles that are looked through for one that was not played. */
const MAX_SEEDS = 1000;

export type DrawOptions = {
  readonly folder: string;
  readonly texts: AgentTexts;
  readonly tiers: readonly Tier[];
  readonly generator?: Generator<BuiltinRequest>;
  readonly rollout: Omit<RolloutConfig, "view">;
  readonly sampling: number | "all";
  readonly seed: number;
  /** Whether an episode of this name was started by this server. */
  readonly isOpen: (name: string) => boolean;
  readonly services: Parameters<typeof openRun>[0];
};

export type DrawWish = {
  readonly task: AnyTask;
  readonly tier?: Tier | undefined;
  readonly seed?: number | undefined;
};

/** An episode that can be opened. */
export type Drawn = {
  readonly name: string;
  /** Null where it was planned. */
  readonly seed: number | null;
  readonly run: OpenRun;
  readonly item: WorkItem;
  readonly onClose: () => Promise<void>;
};

export type Deck = {
  readonly draw: (wish: DrawWish, reasoner: PolicyReasoner) => Promise<Drawn>;
  readonly close: () => Promise<void>;
};

/** Each episode has a run folder of its own: the puzzle's id, with a number where it is played again. */
export function createFreeDeck(options: DrawOptions): Deck {
  const { folder, tiers, services, isOpen } = options;
  const isPlayed = async (name: string): Promise<boolean> => {
    if (isOpen(name)) return true;
    const path = join(folder, name);
    if ((await readManifest(path)) === null) return false;
    return (await readRun(path)).missing.length === 0;
  };
  const choose = async ({ task, seed: wished, ...wish }: DrawWish) => {
    const tier = wish.tier ?? tiers[0] ?? "easy";
    const at = (seed: number) => {
      const selection = { kind: "generated" as const, tiers: [tier], episodes: 1, seed };
      return { seed, selection, instances: generateInstances(task, [tier], 1, seed) };
    };
    if (wished !== undefined) return at(wished);
    for (let seed = options.seed; seed < options.seed + MAX_SEEDS; seed += 1) {
      const puzzle = at(seed);
      if (!(await isPlayed(puzzle.instances[0]?.id ?? ""))) return puzzle;
    }
    throw new UsageError(
      `expected a puzzle of ${task.id}, ${tier}, that was not played but received none from seed ` +
        `${options.seed} on. Give a seed`,
    );
  };
  return {
    draw: async (wish, reasoner) => {
      const { seed, selection, instances } = await choose(wish);
      const { config, work } = plan(options, wish.task, reasoner, selection, instances);
      const item = firstOf(work);
      let refusal: unknown;
      for (let play = 1; play <= MAX_FOLDERS; play += 1) {
        const name = play === 1 ? item.instance.id : `${item.instance.id}.${play}`;
        if (await isPlayed(name)) continue;
        try {
          const run = await openRun(services, join(folder, name), config, work);
          return { name, seed, run, item, onClose: run.store.close };
        } catch (error) {
          // It holds something else, or somebody writes to it: there are others.
          if (!(error instanceof UsageError || error instanceof StoreError)) throw error;
          refusal ??= error;
        }
      }
      throw (
        refusal ??
        new UsageError(
          `expected at most ${MAX_FOLDERS} episodes of ${item.instance.id} in ${folder} but received ` +
            "one more. Choose another seed, or another folder with --out",
        )
      );
    },
    close: async () => undefined,
  };
}

/** All puzzles are planned, and lie in one run folder; each is played once. */
export function createPlannedDeck(options: DrawOptions, task: AnyTask, episodes: number): Deck {
  const { folder, tiers, seed, services, isOpen } = options;
  const selection = { kind: "generated" as const, tiers: [...tiers], episodes, seed };
  const instances = generateInstances(task, tiers, episodes, seed);
  let opening: Promise<{ run: OpenRun; rest: WorkItem[] }> | undefined;
  const open = async (reasoner: PolicyReasoner) => {
    const { config, work } = plan(options, task, reasoner, selection, instances);
    const run = await openRun(services, folder, config, work);
    const latest = latestByKey(run.store.episodes);
    return { run, rest: work.filter(({ key }) => latest.get(key)?.status !== "ok") };
  };
  return {
    draw: async (wish, reasoner) => {
      if (wish.seed !== undefined) {
        throw new UsageError(
          `expected no seed but received ${wish.seed}: the puzzles of this server are planned. ` +
            "Leave it out to get the next one",
        );
      }
      opening ??= open(reasoner);
      // What went wrong may go well the next time, such as a folder that was in use.
      opening.catch(() => {
        opening = undefined;
      });
      const { run, rest } = await opening;
      const item = rest.find(
        ({ instance }) =>
          !isOpen(instance.id) && (wish.tier === undefined || instance.tier === wish.tier),
      );
      if (item === undefined) {
        const of = wish.tier === undefined ? "" : ` of tier ${wish.tier}`;
        throw new UsageError(`expected a puzzle${of} that was not played but there is none left`);
      }
      rest.splice(rest.indexOf(item), 1);
      return { name: item.instance.id, seed: null, run, item, onClose: async () => undefined };
    },
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      await opened?.run.store.close();
    },
  };
}

function plan(
  { texts, generator, rollout, sampling }: DrawOptions,
  task: AnyTask,
  reasoner: PolicyReasoner,
  selection: InstanceSelection,
  instances: readonly Instance[],
): { readonly config: McpConfig; readonly work: readonly WorkItem[] } {
  const agent = agentConfigOf(reasoner);
  const config: McpConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: refOfGenerator(generator),
    ...{ condition: generator?.kind ?? "none", reasoner: reasoner.id, agent },
    instances: selection,
    rollout: { ...rollout, view: task.views[0] ?? "" },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling },
  };
  return { config, work: planAgentWork(task, instances, config, agent, texts) };
}

function firstOf(work: readonly WorkItem[]): WorkItem {
  const [item] = work;
  if (item === undefined) throw new ProbeError("internal", "expected a puzzle");
  return item;
}
