/**
 * A suite -> the runs that it is made of, each with a name for its folder. Owns which combinations there
 * are: what a condition does not use is not multiplied, and what cannot be is left out with its reason.
 * Pure.
 */
import { UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { Suite, SuiteGenerator, SuiteReasoner } from "../../core/schema/suite.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";
import { BUILTINS } from "../../generators/builtin/index.ts";
import { getTask } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { Condition } from "../conditions/condition.ts";
import { conditionRegistry } from "../conditions/registry.ts";
import { requirePublishedStyle } from "../reasoners/published-state.ts";
import { POLICIES } from "../reasoners/registry.ts";

/** One run of a suite, before anything of it is made. */
export type SuiteCell = {
  /** Of its folder below the suite's, one of its own. */
  readonly name: string;
  readonly task: AnyTask;
  readonly condition: Condition;
  /** Of the instances. */
  readonly seed: number;
  /** Present where the condition uses one. */
  readonly generator?: SuiteGenerator;
  /** Present where the condition uses one. */
  readonly reasoner?: SuiteReasoner;
};

/** A combination that the file asks for and that is not run. */
export type LeftOut = { readonly what: string; readonly reason: string };

export type ExpandedSuite = {
  /** Tasks outermost, then seeds, conditions, reasoners, generators, each in the order of the file. */
  readonly cells: readonly SuiteCell[];
  readonly leftOut: readonly LeftOut[];
};

/** What a generator makes, told without reaching a host. */
export type MakesOf = (generator: SuiteGenerator) => "video" | "image";

/**
 * @throws UsageError for an unknown task or condition, names that are not distinct, seeds that give the
 * same instances twice, or a part of the file that nothing comes of
 */
export function expandSuite(suite: Suite, makesOf: MakesOf): ExpandedSuite {
  const tasks = suite.tasks.map(getTask);
  const conditions = suite.conditions.map(conditionRegistry.get);
  requireKnown(suite);
  const seeds = seedsOf(suite);
  const cells: SuiteCell[] = [];
  const leftOut = new Map<string, LeftOut>();
  const leave = (what: string, reason: string): readonly [] => {
    leftOut.set(what, { what, reason });
    return [];
  };
  for (const task of tasks) {
    for (const seed of seeds) {
      for (const condition of conditions) {
        const ending = seeds.length > 1 ? [`seed${seed}`] : [];
        const generators = generatorsFor(suite, task, condition, makesOf, leave);
        const reasoners = reasonersFor(suite, task, condition, leave);
        for (const reasoner of reasoners) {
          for (const generator of generators) {
            const parts = [task.id, condition.id, nameOf(reasoner), nameOf(generator), ...ending];
            cells.push({
              ...{
                name: parts.filter((part) => part !== undefined).join("-"),
                task,
                condition,
                seed,
              },
              ...(generator === undefined ? {} : { generator }),
              ...(reasoner === undefined ? {} : { reasoner }),
            });
          }
        }
      }
    }
  }
  refuseSameNames(cells);
  refuseUseless(suite, cells, [...leftOut.values()]);
  return { cells, leftOut: [...leftOut.values()] };
}

/** Seeds of the instances, each a set of its own. */
function seedsOf({ instances }: Suite): readonly number[] {
  if (instances.kind === "published") return [instances.seed];
  const sorted = instances.seeds.toSorted((a, b) => a - b);
  for (const [i, seed] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before !== undefined && seed - before < instances.perTier) {
      throw new UsageError(
        `expected seeds at least perTier (${instances.perTier}) apart for instances.seeds but received ` +
          `${before} and ${seed}, which share instances`,
      );
    }
  }
  return instances.seeds;
}

type Leave = (what: string, reason: string) => readonly [];

/** The generators of a condition; one place without a generator where it uses none. */
function generatorsFor(
  suite: Suite,
  task: AnyTask,
  { id, needs, usesReasoner }: Condition,
  makesOf: MakesOf,
  leave: Leave,
): readonly (SuiteGenerator | undefined)[] {
  if (needs === "nothing") return [undefined];
  if (!usesReasoner && !judgeRegistry.has(task.id)) {
    return leave(
      `${task.id} ${id}`,
      `clips of ${task.id} have no judge in this version, and the judge reads the moves off the clip`,
    );
  }
  return suite.generators
    .filter((entry) => isWithin(entry, task, id) && makesOf(entry) === needs)
    .flatMap((entry) => {
      const tasks = BUILTINS.find((builtin) => builtin.id === entry.id)?.tasks;
      if (tasks === undefined || tasks.includes(task.id)) return [entry];
      return leave(`${task.id} ${entry.id}`, `${entry.id} shows ${tasks.join(", ")} only`);
    });
}

/** The reasoners of a condition; one place without a reasoner where the clip decides. */
function reasonersFor(
  suite: Suite,
  task: AnyTask,
  { id, usesReasoner }: Condition,
  leave: Leave,
): readonly (SuiteReasoner | undefined)[] {
  if (!usesReasoner) return [undefined];
  return suite.reasoners
    .filter((entry) => isWithin(entry, task, id))
    .flatMap((entry) => {
      const refusal = refusalOfStyle(entry, task);
      if (refusal !== undefined) return leave(`${task.id} ${entry.id}`, refusal);
      const asksForNothing = POLICIES.has(entry.id) && (id === "text" || id === "image");
      if (!asksForNothing) return [entry];
      return leave(
        `${id} ${entry.id}`,
        `${entry.id} sees the state and imagines nothing: it would be the same as none`,
      );
    });
}

/** Why the task has no prompt in the style that is asked for. */
function refusalOfStyle({ promptStyle }: SuiteReasoner, { id }: AnyTask): string | undefined {
  if (promptStyle !== "published") return undefined;
  try {
    requirePublishedStyle(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

function isWithin(
  { tasks, conditions }: SuiteGenerator | SuiteReasoner,
  task: AnyTask,
  condition: string,
): boolean {
  const isOfTask = tasks === undefined || tasks.some((name) => getTask(name).id === task.id);
  return isOfTask && (conditions === undefined || conditions.includes(condition));
}

const MAX_NAME_LENGTH = 40;

/** Of a part of a folder's name. */
function nameOf(entry: SuiteGenerator | SuiteReasoner | undefined): string | undefined {
  if (entry === undefined) return undefined;
  if (entry.name !== undefined) return entry.name;
  const via = "via" in entry && entry.via !== undefined ? `-${entry.via}` : "";
  const plain = `${entry.id}${via}`.replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  return plain.length <= MAX_NAME_LENGTH
    ? plain
    : `${plain.slice(0, MAX_NAME_LENGTH)}-${sha256(entry.id).slice(0, 8)}`;
}

/** Names in limits are checked too: one that is misspelt would leave out more than was meant. */
function requireKnown({ tasks, conditions, generators, reasoners, instances }: Suite): void {
  for (const entry of [...generators, ...reasoners]) {
    for (const name of entry.tasks ?? []) getTask(name);
    for (const name of entry.conditions ?? []) conditionRegistry.get(name);
  }
  const ids = tasks.map((name) => getTask(name).id);
  if (new Set(ids).size < ids.length) {
    throw new UsageError(`expected each task once for tasks but received ${tasks.join(", ")}`);
  }
  if (conditions.some((id) => conditionRegistry.get(id).usesReasoner) && reasoners.length === 0) {
    throw new UsageError(
      `expected at least one reasoner for conditions ${conditions.join(", ")} but received none. ` +
        'Add one to reasoners, such as {"id": "oracle"}',
    );
  }
  if (instances.kind !== "published") return;
  const files = Object.keys(instances.files).map((name) => getTask(name).id);
  const lacking = ids.filter((id) => !files.includes(id));
  if (lacking.length > 0) {
    throw new UsageError(
      `expected a file of every task for instances.files but received none of ${lacking.join(", ")}`,
    );
  }
}

function refuseSameNames(cells: readonly SuiteCell[]): void {
  const seen = new Set<string>();
  for (const { name } of cells) {
    if (seen.has(name)) {
      throw new UsageError(
        `expected a folder of its own for each run but received ${name} twice. ` +
          'Give the entries that differ a "name"',
      );
    }
    seen.add(name);
  }
}

/** An entry that nothing comes of is a slip of the pen. */
function refuseUseless(
  { conditions, generators, reasoners }: Suite,
  cells: readonly SuiteCell[],
  leftOut: readonly LeftOut[],
): void {
  const useless = [
    ...conditions
      .filter((id) => cells.every(({ condition }) => condition.id !== id))
      .map((id) => `condition ${id}`),
    ...generators
      .filter((entry) => cells.every(({ generator }) => generator !== entry))
      .map(({ id }) => `generator ${id}`),
    ...reasoners
      .filter((entry) => cells.every(({ reasoner }) => reasoner !== entry))
      .map(({ id }) => `reasoner ${id}`),
  ];
  if (useless.length === 0) return;
  const reasons = leftOut.map(({ what, reason }) => `\n  ${what}: ${reason}`).join("");
  throw new UsageError(
    `expected something to run for every entry of the suite but nothing comes of ${useless.join(", ")}. ` +
      `A condition needs a generator of what it shows, and an entry a condition that uses it${reasons}`,
  );
}
