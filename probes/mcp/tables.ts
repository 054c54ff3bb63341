/**
 * All episodes of one server: which puzzle is next, which folder it goes to, and how they are found
 * again by name. Owns defaults and what the command line has fixed.
 */
import { join } from "node:path";
import { StoreError, UsageError } from "../../core/errors.ts";
import { createRegistry } from "../../core/registry.ts";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { RolloutConfig, RunConfig } from "../../core/schema/run.ts";
import { readRun } from "../../core/store/read-run.ts";
import { readManifest } from "../../core/store/run-store.ts";
import { DIAGNOSTICS_VERSION } from "../../cv-diagnostics/thresholds.ts";
import { BUILTIN_IDS } from "../../generators/builtin/index.ts";
import { getScript } from "../../generators/builtin/scripts.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { agentConfigOf } from "../agent/agent-config.ts";
import { NO_GENERATOR_REF } from "../agent/no-generator.ts";
import { planAgentWork } from "../agent/plan-agent-work.ts";
import { generateInstances } from "../instances.ts";
import { loadAgentTexts } from "../reasoners/agent-texts.ts";
import { createBudget } from "../rollouts/budget.ts";
import { type ClientInfo, createClientReasoner } from "./client-reasoner.ts";
import type { McpCondition } from "./mcp-condition.ts";
import { type Call, openTable, type Table, type TableServices } from "./open-table.ts";

/** Folders of one puzzle. */
const MAX_FOLDERS = 100;
/** Puzzles that are looked through for one that was not played. */
const MAX_SEEDS = 1000;

export type TablesOptions = Omit<TableServices, "reasoner" | "texts" | "budget" | "onNote"> & {
  /** Holds a run folder for each episode. */
  readonly folder: string;
  /** Tasks that can be played. @default all */
  readonly tasks?: readonly string[];
  /** Tiers that can be played, the default first. @default all */
  readonly tiers?: readonly Tier[];
  /** Of the first puzzle. @default 1 */
  readonly seed?: number;
  /** What is asked of the generator, and the size of observations. */
  readonly rollout: Omit<RolloutConfig, "view">;
  /** Frames judged of each clip. @default 41 */
  readonly sampling?: number | "all";
  /** Name of who plays, for the records. */
  readonly agent?: string;
  /** What happens, in lines for people; never the board. */
  readonly log: (line: string) => void;
};

/** What a client asks for; what is absent is chosen. */
export type Wish = {
  readonly task?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly seed?: number | undefined;
};

export type Tables = {
  readonly condition: McpCondition;
  readonly tasks: readonly AnyTask[];
  readonly tiers: readonly Tier[];
  /** @throws UsageError for what cannot be played, StoreError when no folder can be used */
  readonly start: (wish: Wish, client: ClientInfo | undefined, call: Call) => Promise<NamedTable>;
  /** @throws UsageError for an unknown name */
  readonly get: (name: string) => NamedTable;
  /** Ends all that is still played. */
  readonly close: () => Promise<void>;
};

export type NamedTable = Table & { readonly name: string };

export function createTables(options: TablesOptions): Tables {
  const { generator, folder, log, rollout, sampling = 41, seed: firstSeed = 1 } = options;
  const condition: McpCondition = generator?.kind ?? "none";
  const tasks = options.tasks === undefined ? TASKS.items : options.tasks.map(getTask);
  const tiers = options.tiers ?? TIERS;
  const tables = new Map<string, NamedTable>();
  const texts = loadAgentTexts();
  const budget = createBudget(options.maxCostUsd);
  const services = { ...options, texts, budget, onNote: log };

  const isPlayed = async (name: string): Promise<boolean> => {
    if (tables.has(name)) return true;
    const path = join(folder, name);
    if ((await readManifest(path)) === null) return false;
    return (await readRun(path)).missing.length === 0;
  };
  const chooseInstance = async (task: AnyTask, tier: Tier, wished: number | undefined) => {
    if (wished !== undefined) return { seed: wished, instance: instanceOf(task, tier, wished) };
    for (let seed = firstSeed; seed < firstSeed + MAX_SEEDS; seed += 1) {
      const instance = instanceOf(task, tier, seed);
      if (!(await isPlayed(instance.id))) return { seed, instance };
    }
    throw new UsageError(
      `expected a puzzle of ${task.id}, ${tier}, that was not played but received none from seed ` +
        `${firstSeed} on. Give a seed`,
    );
  };
  /** The first folder of this puzzle that can be taken: a new one, or one that was left. */
  const openFolder = async (instance: Instance, open: (path: string) => Promise<Table>) => {
    let refusal: unknown;
    for (let play = 1; play <= MAX_FOLDERS; play += 1) {
      const name = play === 1 ? instance.id : `${instance.id}.${play}`;
      if (await isPlayed(name)) continue;
      try {
        const table: NamedTable = { ...(await open(join(folder, name))), name };
        tables.set(name, table);
        return table;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        refusal ??= error;
      }
    }
    throw (
      refusal ??
      new UsageError(
        `expected at most ${MAX_FOLDERS} episodes of ${instance.id} in ${folder} but received one ` +
          "more. Choose another seed, or another folder with --out",
      )
    );
  };

  return {
    ...{ condition, tasks, tiers },
    start: async (wish, client, call) => {
      const task = createRegistry("task", tasks).get(wish.task ?? onlyOne(tasks));
      const tier = wish.tier ?? tiers[0] ?? "easy";
      if (!tiers.includes(tier)) {
        throw new UsageError(`expected one of ${tiers.join(", ")} for tier but received "${tier}"`);
      }
      if (generator !== undefined && BUILTIN_IDS.includes(generator.id)) {
        getScript(generator.id, task.id);
      }
      const { seed, instance } = await chooseInstance(task, tier, wish.seed);
      const reasoner = createClientReasoner(client, options.agent);
      const agent = agentConfigOf(reasoner);
      const config: RunConfig & { readonly agent: typeof agent } = {
        task: task.id,
        taskVersion: task.version,
        generator:
          generator === undefined
            ? NO_GENERATOR_REF
            : { id: generator.id, version: generator.version, params: { ...generator.params } },
        ...{ condition, reasoner: reasoner.id, agent },
        instances: { kind: "generated", tiers: [tier], episodes: 1, seed },
        rollout: { ...rollout, view: task.views[0] ?? "" },
        judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling },
      };
      const [item] = planAgentWork(task, [instance], config, agent, texts);
      if (item === undefined) throw new UsageError(`expected a puzzle of ${task.id}`);
      const table = await openFolder(instance, (path) =>
        openTable({ ...services, reasoner }, { path, task, config, condition, item }, call),
      );
      log(`${table.name}: started, ${condition}, ${table.path}`);
      return table;
    },
    get: (name) => {
      const table = tables.get(name);
      if (table !== undefined) return table;
      const known = [...tables.keys()].slice(-3).join(", ");
      throw new UsageError(
        `expected the id of an episode of this server but received ${JSON.stringify(name.slice(0, 80))}. ` +
          `${known === "" ? "There is none yet: call start_episode" : `Last ones: ${known}`}`,
      );
    },
    close: async () => {
      await Promise.all([...tables.values()].map((table) => table.close()));
    },
  };
}

function instanceOf(task: AnyTask, tier: Tier, seed: number): Instance {
  const [instance] = generateInstances(task, [tier], 1, seed);
  if (instance === undefined) throw new UsageError(`expected a puzzle of ${task.id}`);
  return instance;
}

function onlyOne(tasks: readonly AnyTask[]): string {
  const [task, ...more] = tasks;
  if (task !== undefined && more.length === 0) return task.id;
  throw new UsageError(
    `expected a task but received none. One of: ${tasks.map(({ id }) => id).join(", ")}`,
  );
}
