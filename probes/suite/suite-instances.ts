/** Instances of a suite's runs. Owns reading the files that it names, and choosing rows by id. */
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { InstanceSelection } from "../../core/schema/run.ts";
import type { Suite } from "../../core/schema/suite.ts";
import { getTask } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import {
  generateInstances,
  parsePublished,
  selectPublished,
  spreadEpisodes,
  TIER_SEED_OFFSET,
} from "../instances.ts";

export type ChosenInstances = {
  readonly selection: InstanceSelection;
  readonly instances: readonly Instance[];
};

/** Instances by task and seed, read or made once each, and only when they are asked for. */
export type SuiteInstances = {
  /** All of them. Undefined when it was interrupted: making them takes a while. */
  readonly all: (task: AnyTask, seed: number) => Promise<ChosenInstances | undefined>;
  /**
   * As many as all of them, each with its own id, tier and seed, to be counted and priced: where the
   * steps are known without making a puzzle, one puzzle stands in for all. Not to be run or compared.
   */
  readonly outline: (task: AnyTask, seed: number) => Promise<ChosenInstances | undefined>;
  /** One of them at least, at once: what can be told from it is the same for all. */
  readonly sample: (task: AnyTask, seed: number) => Promise<ChosenInstances>;
  readonly count: (task: AnyTask, seed: number) => Promise<number>;
};

/**
 * @param folder where paths of the suite start
 * @param onNote told what takes a while
 */
export function createInstances(
  suite: Suite,
  folder: string,
  signal: AbortSignal,
  onNote: (note: string) => void,
): SuiteInstances {
  const { instances, tiers } = suite;
  const made = new Map<string, Promise<ChosenInstances | undefined>>();
  const samples = new Map<string, ChosenInstances>();
  const readOnce = new Map<string, Promise<ChosenInstances>>();
  const read = (files: SuiteFiles, task: AnyTask, seed: number): Promise<ChosenInstances> =>
    keep(readOnce, task.id, () => choosePublished(files, tiers, folder, task, seed));
  const all: SuiteInstances["all"] = (task, seed) =>
    instances.kind === "published"
      ? read(instances, task, seed)
      : keep(made, `${task.id} ${seed}`, () => {
          const episodes = instances.perTier * tiers.length;
          onNote(`making ${episodes} puzzles of ${task.id}, seed ${seed}`);
          return generateWhile(task, tiers, episodes, seed, signal);
        });
  const sample: SuiteInstances["sample"] = async (task, seed) => {
    if (instances.kind === "published") return await read(instances, task, seed);
    return keep(samples, `${task.id} ${seed}`, () => generateOne(task, tiers, seed));
  };
  return {
    all,
    outline: async (task, seed) => {
      const { actionBudget } = task;
      if (instances.kind === "published" || actionBudget === undefined) return all(task, seed);
      const episodes = instances.perTier * tiers.length;
      const [model] = (await sample(task, seed)).instances;
      return model === undefined ? all(task, seed) : standIns(model, tiers, episodes, seed);
    },
    sample,
    count: async (task, seed) =>
      instances.kind === "published"
        ? (await read(instances, task, seed)).instances.length
        : instances.perTier * tiers.length,
  };
}

type SuiteFiles = Extract<Suite["instances"], { kind: "published" }>;

function keep<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const before = kept.get(key);
  if (before !== undefined) return before;
  const now = make();
  kept.set(key, now);
  return now;
}

function generateOne(task: AnyTask, tiers: readonly Tier[], seed: number): ChosenInstances {
  const first = tiers.slice(0, 1);
  return {
    selection: { kind: "generated", tiers: first, episodes: 1, seed },
    instances: generateInstances(task, first, 1, seed),
  };
}

/** What `generateInstances` would make, with the puzzle of one instance in all of them. */
function standIns(
  model: Instance,
  tiers: readonly Tier[],
  episodes: number,
  seed: number,
): ChosenInstances {
  const instances = placesOf(tiers, episodes, seed).map((place) => ({
    ...{ ...model, ...place },
    id: `${model.task}-${place.tier}-${place.seed}`,
  }));
  return { selection: { kind: "generated", tiers: [...tiers], episodes, seed }, instances };
}

/** Tier and seed of each instance, in order. */
function placesOf(
  tiers: readonly Tier[],
  episodes: number,
  seed: number,
): { readonly tier: Tier; readonly seed: number }[] {
  return spreadEpisodes(episodes, tiers).flatMap(({ tier, count }) =>
    Array.from({ length: count }, (_, k) => ({ tier, seed: seed + TIER_SEED_OFFSET[tier] + k })),
  );
}

/** As `generateInstances` does; between two of them it listens whether to go on. */
async function generateWhile(
  task: AnyTask,
  tiers: readonly Tier[],
  episodes: number,
  seed: number,
  signal: AbortSignal,
): Promise<ChosenInstances | undefined> {
  const instances: Instance[] = [];
  for (const place of placesOf(tiers, episodes, seed)) {
    await setImmediate();
    if (signal.aborted) return undefined;
    instances.push(task.generate(place.tier, place.seed));
  }
  return { selection: { kind: "generated", tiers: [...tiers], episodes, seed }, instances };
}

async function choosePublished(
  chosen: SuiteFiles,
  tiers: readonly Tier[],
  folder: string,
  task: AnyTask,
  seed: number,
): Promise<ChosenInstances> {
  const [, files] =
    Object.entries(chosen.files).find(([name]) => getTask(name).id === task.id) ?? [];
  if (files === undefined) {
    throw new UsageError(`expected a file of ${task.id} for instances.files but received none`);
  }
  const text = await readAs(folder, files.rows);
  const rows = parsePublished(task, text, files.rows);
  const ids =
    files.ids === undefined ? undefined : parseIds(await readAs(folder, files.ids), files.ids);
  const unknown = ids?.filter((id) => rows.every((row) => publishedId(row.instance) !== id)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(
      `expected ids of rows of ${files.rows} for ${files.ids} but received ${unknown.length} others, ` +
        `the first "${unknown[0]}"`,
    );
  }
  const wanted = new Set(ids);
  const left =
    ids === undefined ? rows : rows.filter(({ instance }) => wanted.has(publishedId(instance)));
  const episodes = chosen.perTier === undefined ? null : chosen.perTier * tiers.length;
  const file = basename(files.rows);
  return {
    selection: { kind: "published", tiers: [...tiers], episodes, seed, file, sha256: sha256(text) },
    instances: selectPublished(left, tiers, episodes, files.rows),
  };
}

/** The id that a row has in the published file. */
function publishedId({ id, origin }: Instance): string {
  return origin.kind === "mindtopo" ? origin.rowId : id;
}

/**
 * A JSON array of ids, or one id a line.
 *
 * @throws UsageError when there is none, or one stands twice
 */
export function parseIds(text: string, name: string): readonly string[] {
  const ids = text.trimStart().startsWith("[")
    ? parseArray(text, name)
    : text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
  if (ids.length === 0) throw new UsageError(describeMismatch(name, "ids of instances", text));
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice === undefined) return ids;
  throw new UsageError(describeMismatch(name, "each id once", twice));
}

function parseArray(text: string, name: string): readonly string[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(describeMismatch(name, "a JSON array of ids", text), { cause: error });
  }
  if (Array.isArray(json) && json.every((id) => typeof id === "string")) return json;
  throw new UsageError(describeMismatch(name, "a JSON array of ids", json));
}

async function readAs(folder: string, path: string): Promise<string> {
  try {
    return await readFile(resolve(folder, path), "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "an error";
    throw new UsageError(
      `expected a readable file for ${path} of the suite but received ${code}. ` +
        "Paths in a suite start at the folder of its file",
      { cause },
    );
  }
}
