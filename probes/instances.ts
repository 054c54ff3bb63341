/**
 * Where a run's instances come from: the task's generator, or rows of the published data set. Owns
 * the seed rule and how episodes spread over tiers.
 */
import { z } from "zod";
import { describeMismatch, ProbeError, UsageError } from "../core/errors.ts";
import type { Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import { TASKS } from "../tasks/registry.ts";
import type { AnyTask } from "../tasks/task.ts";
import { isOwnInstance, readOwnInstance } from "./interchange/own-instance.ts";
import { parseJsonWithBigints } from "./json-with-bigints.ts";

/** The published data sets number their seeds 1..200, 201..400 and 401..600 by tier. */
export const TIER_SEED_OFFSET: Readonly<Record<Tier, number>> = { easy: 0, medium: 200, hard: 400 };

/** Splits a number of episodes over tiers as evenly as can be; the first tiers get the rest. */
export function spreadEpisodes(
  episodes: number,
  tiers: readonly Tier[],
): readonly { readonly tier: Tier; readonly count: number }[] {
  const base = Math.floor(episodes / tiers.length);
  const rest = episodes % tiers.length;
  return tiers.map((tier, i) => ({ tier, count: base + (i < rest ? 1 : 0) }));
}

/**
 * Generates instances: the k-th of a tier (k from 0) has seed `seed` + the tier's offset + k.
 * @throws RuleError when the task cannot make one of them
 */
export function generateInstances(
  task: AnyTask,
  tiers: readonly Tier[],
  episodes: number,
  seed: number,
): readonly Instance[] {
  return spreadEpisodes(episodes, tiers).flatMap(({ tier, count }) =>
    Array.from({ length: count }, (_, k) => task.generate(tier, seed + TIER_SEED_OFFSET[tier] + k)),
  );
}

/** One instance of a published file, and the line it came from (from 1). */
export type PublishedRow = { readonly line: number; readonly instance: Instance };

/**
 * Reads every row of a published JSONL file; a line may also be an instance as `instance.json` has it.
 *
 * @param name the file's name, for messages
 * @throws UsageError naming the line, the field, what was expected and what was received
 */
export function parsePublished(task: AnyTask, text: string, name: string): readonly PublishedRow[] {
  const rows: PublishedRow[] = [];
  const lineOf = new Map<string, number>();
  for (const [index, raw] of text.split("\n").entries()) {
    const line = index + 1;
    if (raw.trim() === "") continue;
    const instance = importRow(task, raw, `${name}, line ${line}`);
    const earlier = lineOf.get(instance.id);
    if (earlier !== undefined) {
      throw new UsageError(
        `${name}, line ${line}: expected an id of its own but received "${instance.id}", which line ` +
          `${earlier} has already`,
        { context: { file: name, line } },
      );
    }
    lineOf.set(instance.id, line);
    rows.push({ line, instance });
  }
  if (rows.length === 0) {
    throw new UsageError(
      describeMismatch(
        name,
        `rows of ${task.publishedName}`,
        text.slice(0, 40),
        "The file is empty",
      ),
    );
  }
  return rows;
}

/**
 * Takes rows of the chosen tiers, in the file's order within each tier.
 *
 * @param episodes how many in all, spread evenly; null for every row
 * @throws UsageError when the file has too few
 */
export function selectPublished(
  rows: readonly PublishedRow[],
  tiers: readonly Tier[],
  episodes: number | null,
  name: string,
): readonly Instance[] {
  const ofTier = (tier: Tier): readonly Instance[] =>
    rows.filter((row) => row.instance.tier === tier).map((row) => row.instance);
  if (episodes === null) {
    const all = tiers.flatMap(ofTier);
    if (all.length === 0) {
      throw new UsageError(
        `expected rows of tier ${tiers.join(" or ")} in ${name} but received none. Choose another --tier`,
      );
    }
    return all;
  }
  return spreadEpisodes(episodes, tiers).flatMap(({ tier, count }) => {
    const available = ofTier(tier);
    if (available.length < count) {
      throw new UsageError(
        `expected ${count} rows of tier ${tier} in ${name} but received ${available.length}. ` +
          "Lower --episodes, or leave it out to take every row",
      );
    }
    return available.slice(0, count);
  });
}

function importRow(task: AnyTask, raw: string, where: string): Instance {
  let row: unknown;
  try {
    row = parseJsonWithBigints(raw);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${where}: ${describeMismatch("the row", "a JSON object", raw.trim())} (${reason})`,
      { cause: error },
    );
  }
  try {
    if (isOwnInstance(row)) return readOwnInstance(task, row);
    refuseOtherTask(task, row);
    return task.importPublished(row);
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    throw new UsageError(`${where}: ${error.message}`, { cause: error, context: error.context });
  }
}

const namedSchema = z.looseObject({ meta_info: z.looseObject({ task_name: z.string() }) });

/** @throws UsageError naming the task that the row is of, when that is another one */
function refuseOtherTask(task: AnyTask, row: unknown): void {
  const named = namedSchema.safeParse(row);
  if (!named.success || named.data.meta_info.task_name === task.publishedName) return;
  const name = named.data.meta_info.task_name;
  const other = TASKS.items.find(({ publishedName }) => publishedName === name);
  throw new UsageError(
    `expected a row of ${task.publishedName} for --task ${task.id} but received one of ${name}` +
      (other === undefined ? ", which has no world in this version" : `. Use --task ${other.id}`),
  );
}
