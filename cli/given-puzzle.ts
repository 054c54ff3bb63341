/** `--instance FILE[#ID]` -> puzzle: an instance.json, or a row of the published data set. */
import { UsageError } from "../core/errors.ts";
import type { Instance } from "../core/schema/instance.ts";
import { parsePublished } from "../probes/instances.ts";
import { getTask, TASKS } from "../tasks/registry.ts";
import type { AnyTask } from "../tasks/task.ts";
import { type Puzzle, readPuzzleFile } from "./clip-targets.ts";
import { readText } from "./read-text.ts";

/**
 * Reads the puzzle that the options name.
 *
 * @param spec a file, or a JSONL file, `#`, and the id of a row
 * @param taskId needed only for a JSONL file whose rows do not say their task
 * @throws UsageError when there is no such instance, or it is of another task
 */
export async function readGivenPuzzle(spec: string, taskId: string | undefined): Promise<Puzzle> {
  const hash = spec.lastIndexOf("#");
  const file = hash === -1 ? spec : spec.slice(0, hash);
  const id = hash === -1 ? undefined : spec.slice(hash + 1);
  const isRows = id !== undefined || /\.(jsonl|ndjson)$/i.test(file);
  const puzzle = isRows
    ? { instance: await readRow(file, id, taskId) }
    : await readPuzzleFile(file);
  if (taskId !== undefined && getTask(taskId).id !== puzzle.instance.task) {
    throw new UsageError(
      `expected an instance of ${taskId} for --instance but received one of ${puzzle.instance.task}`,
    );
  }
  return puzzle;
}

async function readRow(
  file: string,
  id: string | undefined,
  taskId: string | undefined,
): Promise<Instance> {
  const text = await readText(file, "--instance");
  const task = taskId === undefined ? taskOfRows(text, file) : getTask(taskId);
  const rows = parsePublished(task, text, file);
  const ids = rows.map((row) => row.instance.id);
  const wanted = id ?? (ids.length === 1 ? ids[0] : undefined);
  const row = rows.find((candidate) => candidate.instance.id === wanted);
  if (row !== undefined) return row.instance;
  throw new UsageError(
    `expected --instance ${file}#ID with the id of a row but received ${id ?? "no id"}. ` +
      `Ids: ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ", ..." : ""}`,
  );
}

/** The task whose published name stands in the first row. */
function taskOfRows(text: string, file: string): AnyTask {
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const task = TASKS.items.find((item) => first.includes(`"${item.publishedName}"`));
  if (task !== undefined) return task;
  throw new UsageError(
    `expected --task for ${file}, as its first row names none of ${TASKS.ids.join(", ")}`,
  );
}
