/** Instances of a suite's runs. Owns reading the files that it names, and choosing rows by id. */
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { InstanceSelection } from "../../core/schema/run.ts";
import type { Suite } from "../../core/schema/suite.ts";
import { getTask } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { generateInstances, parsePublished, selectPublished } from "../instances.ts";

export type ChosenInstances = {
  readonly selection: InstanceSelection;
  readonly instances: readonly Instance[];
};

/** Reads or makes the instances of a task and a seed, once each. */
export type InstancesOf = (task: AnyTask, seed: number) => Promise<ChosenInstances>;

/** @param folder where paths of the suite start */
export function createInstances(suite: Suite, folder: string): InstancesOf {
  const made = new Map<string, Promise<ChosenInstances>>();
  return (task, seed) => {
    const key = `${task.id} ${seed}`;
    const before = made.get(key);
    if (before !== undefined) return before;
    const now = choose(suite, folder, task, seed);
    made.set(key, now);
    return now;
  };
}

async function choose(
  { instances: chosen, tiers }: Suite,
  folder: string,
  task: AnyTask,
  seed: number,
): Promise<ChosenInstances> {
  if (chosen.kind === "generated") {
    const episodes = chosen.perTier * tiers.length;
    return {
      selection: { kind: "generated", tiers, episodes, seed },
      instances: generateInstances(task, tiers, episodes, seed),
    };
  }
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
    selection: { kind: "published", tiers, episodes, seed, file, sha256: sha256(text) },
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
