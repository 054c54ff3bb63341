/**
 * All episodes of one server, and how they are found again by name. Owns what the command line has
 * fixed; which puzzle is next, and its folder, is the deck's.
 */
import pLimit from "p-limit";
import { UsageError } from "../../core/errors.ts";
import { createRegistry } from "../../core/registry.ts";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import type { RolloutConfig } from "../../core/schema/run.ts";
import { BUILTIN_IDS } from "../../generators/builtin/index.ts";
import { getScript } from "../../generators/builtin/scripts.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { loadAgentTexts } from "../reasoners/agent-texts.ts";
import { createBudget } from "../rollouts/budget.ts";
import { type ClientInfo, createClientReasoner } from "./client-reasoner.ts";
import { createFreeDeck, createPlannedDeck, type DrawOptions } from "./deck.ts";
import type { McpCondition } from "./mcp-condition.ts";
import { type Call, openTable, type Table, type TableServices } from "./open-table.ts";

export type TablesOptions = Omit<TableServices, "reasoner" | "texts" | "budget" | "onNote"> & {
  /** The run folder of what is planned; else it holds a run folder for each episode. */
  readonly folder: string;
  /** Tasks that can be played. @default all */
  readonly tasks?: readonly string[];
  /** Tiers that can be played, the default first. @default all */
  readonly tiers?: readonly Tier[];
  /**
   * Puzzles that are planned, spread evenly over the tiers, all in one run folder; needs one task.
   * @default none is: each episode has a run folder of its own
   */
  readonly episodes?: number;
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
  /** @throws UsageError for what cannot be played, UsageError or StoreError when no folder can be used */
  readonly start: (wish: Wish, client: ClientInfo | undefined, call: Call) => Promise<NamedTable>;
  /** @throws UsageError for an unknown name */
  readonly get: (name: string) => NamedTable;
  /** Ends all that is still played. */
  readonly close: () => Promise<void>;
};

export type NamedTable = Table & {
  readonly name: string;
  /** As `start_episode` takes it; null where the puzzle was planned. */
  readonly seed: number | null;
};

export function createTables(options: TablesOptions): Tables {
  const { generator, folder, log, episodes } = options;
  const condition: McpCondition = generator?.kind ?? "none";
  const tasks = options.tasks === undefined ? TASKS.items : options.tasks.map(getTask);
  const tiers = options.tiers ?? TIERS;
  const tables = new Map<string, NamedTable>();
  const texts = loadAgentTexts();
  const budget = createBudget(options.maxCostUsd);
  const services = { ...options, texts, budget, onNote: log };
  const draws: DrawOptions = {
    ...{ folder, texts, tiers, rollout: options.rollout, sampling: options.sampling ?? 41 },
    ...{ seed: options.seed ?? 1, isOpen: (name) => tables.has(name), services },
    ...(generator === undefined ? {} : { generator }),
  };
  const deck =
    episodes === undefined
      ? createFreeDeck(draws)
      : createPlannedDeck(draws, onlyTask(tasks), episodes);

  const start: Tables["start"] = async (wish, client, call) => {
    const task = createRegistry("task", tasks).get(wish.task ?? onlyTask(tasks).id);
    const { tier } = wish;
    if (tier !== undefined && !tiers.includes(tier)) {
      throw new UsageError(`expected one of ${tiers.join(", ")} for tier but received "${tier}"`);
    }
    if (generator !== undefined && BUILTIN_IDS.includes(generator.id)) {
      getScript(generator.id, task.id);
    }
    const reasoner = createClientReasoner(client, options.agent);
    const { name, seed, run, item, onClose } = await deck.draw({ ...wish, task }, reasoner);
    const seat = { run, task, condition, item, onClose };
    const opened = await openTable({ ...services, reasoner }, seat, call);
    const table: NamedTable = { ...opened, name, seed };
    tables.set(name, table);
    log(`${name}: started, ${condition}, ${table.path}`);
    return table;
  };
  // Two at a time would draw the same puzzle.
  const queue = pLimit(1);

  return {
    ...{ condition, tasks, tiers },
    start: (wish, client, call) => queue(() => start(wish, client, call)),
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
      await deck.close();
    },
  };
}

function onlyTask(tasks: readonly AnyTask[]): AnyTask {
  const [task, ...more] = tasks;
  if (task !== undefined && more.length === 0) return task;
  throw new UsageError(
    `expected a task but received none. One of: ${tasks.map(({ id }) => id).join(", ")}`,
  );
}
