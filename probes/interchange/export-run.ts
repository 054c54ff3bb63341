/** A run folder -> all that its published rows are made of. Reads only. */
import { readFile } from "node:fs/promises";
import { describeMismatch, StoreError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { type Instance, instanceSchema } from "../../core/schema/instance.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";
import { type RunRecord, readRun } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import { getTask } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { ExportedEpisode } from "./export-rows.ts";
import { type JsonObject, parseRows, textField } from "./parse-rows.ts";
import { readPlan } from "./planned-instances.ts";

export type ExportedRun = {
  readonly path: string;
  readonly episodes: readonly ExportedEpisode[];
  /** Instances without a finished episode. */
  readonly missing: readonly string[];
  /** Episodes of published puzzles whose rows are not at hand, so that they are told from the board. */
  readonly withoutRow: number;
};

/**
 * Reads what is finished.
 *
 * @param questions files of published rows; the one that the run was made from is looked for as well
 * @throws StoreError when it is no run folder, or an instance in it cannot be read
 * @throws UsageError when a file of questions cannot be read
 */
export async function exportRun(
  path: string,
  questions: readonly string[] = [],
): Promise<ExportedRun> {
  const run = await readRun(path);
  const task = getTask(run.manifest.config.task);
  const rows = await questionRows(run, questions);
  const planned = readPlan(task, run);
  const episodes: ExportedEpisode[] = [];
  let withoutRow = 0;
  for (const record of run.records) {
    const { instanceId } = record.episode;
    const instance = (await readInstance(path, task, instanceId)) ?? planned(instanceId);
    if (instance === undefined) {
      throw new StoreError(
        describeMismatch(
          inRun(path, episodePath(instanceId, ARTEFACTS.instance)),
          "the instance of the episode",
          "no such file",
        ),
      );
    }
    const question = rows.get(instanceId);
    if (question === undefined && instance.origin.kind === "mindtopo") withoutRow += 1;
    const prompt = await readOptional(inRun(path, episodePath(instanceId, ARTEFACTS.prompt)));
    episodes.push({ ...record, task, instance, question, prompt: prompt?.replace(/\n$/, "") });
  }
  return { path, episodes, missing: run.missing, withoutRow };
}

async function readInstance(
  path: string,
  task: AnyTask,
  instanceId: string,
): Promise<Instance | undefined> {
  const file = inRun(path, episodePath(instanceId, ARTEFACTS.instance));
  const text = await readOptional(file);
  if (text === undefined) return undefined;
  const parsed = instanceSchema.safeParse(parse(text));
  if (parsed.success && parsed.data.task === task.id) return parsed.data;
  throw new StoreError(describeMismatch(file, `an instance of ${task.id}`, text.slice(0, 60)));
}

/** Published rows by their ids. The file of the run counts only while it is the same. */
async function questionRows(
  run: RunRecord,
  files: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const { instances } = run.manifest.config;
  const texts: [string, string][] = [];
  if (instances.kind === "published") {
    const text = await readOptional(instances.file);
    if (text !== undefined && sha256(text) === instances.sha256) texts.push([instances.file, text]);
  }
  for (const file of files) texts.push([file, await readFile(file, "utf8")]);
  const rows = texts.flatMap(([file, text]) => parseRows(text, file).rows);
  return new Map(
    rows.flatMap(({ value }): [string, JsonObject][] => {
      const id = textField(value, "id");
      const isQuestion = id !== undefined && value["meta_info"] !== undefined;
      return isQuestion && value["trajectory"] === undefined ? [[id, value]] : [];
    }),
  );
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (fsErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
