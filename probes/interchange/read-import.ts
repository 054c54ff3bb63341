/**
 * Published files -> puzzles and clips that can be used, and why the others cannot. Reads, and writes
 * nothing; what follows from it is `prepare-import.ts`.
 */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ProbeError, UsageError } from "../../core/errors.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";
import { findClip } from "../../generators/replay/find-clip.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { ClipRow, Passed, Problem, QuestionRow, ReadImport } from "./import-types.ts";
import { instanceOfClip } from "./instance-of-clip.ts";
import { isOwnInstance, readOwnInstance } from "./own-instance.ts";
import { isObject, parseRows, type Row, textField } from "./parse-rows.ts";
import { findTask } from "./task-names.ts";

/**
 * @param files JSON Lines: `question.jsonl`, lists of clips, `model_answer.jsonl`; in any order
 * @param onRow told after each row
 * @throws UsageError when a file cannot be read, or is empty
 */
export async function readImport(
  files: readonly string[],
  onRow: (done: number, total: number) => void = () => undefined,
): Promise<ReadImport> {
  const problems: Problem[] = [];
  const rows: Row[] = [];
  const counts: { file: string; rows: number }[] = [];
  for (const file of files) {
    const parsed = parseRows(await readLines(file), file);
    rows.push(...parsed.rows);
    problems.push(...parsed.problems);
    const count = parsed.rows.length + parsed.problems.length;
    if (count === 0) throw new UsageError(`expected rows in ${file} but received none`);
    counts.push({ file, rows: count });
  }
  const notes: Notes = {
    problem: (row, reason, id = textField(row.value, "id")) => {
      const { file, line } = row;
      problems.push({ file, line, ...(id === undefined ? {} : { id }), reason });
    },
    withoutWorld: new Map(),
    withoutJudge: new Map(),
  };
  const clipRows = rows.filter(isClipRow);
  const asked = new Set(clipRows.map(idOfClip));
  // Beside clips only their puzzles matter, and some take seconds to check.
  const questionRows = rows.filter(
    (row) =>
      !isClipRow(row) && (clipRows.length === 0 || asked.has(textField(row.value, "id") ?? "")),
  );
  const total = questionRows.length + clipRows.length;
  let done = 0;
  const count = (): void => {
    done += 1;
    onRow(done, total);
  };
  const questions = readQuestions(questionRows, notes, count);
  const byId = new Map(questions.map(({ instance }) => [instance.id, instance]));
  const clips: ClipRow[] = [];
  let withoutClip = 0;
  for (const row of clipRows) {
    const clip = await readClipRow(row, byId, notes);
    if (clip === "no clip") withoutClip += 1;
    else if (clip !== undefined) clips.push(clip);
    count();
  }
  return {
    kind: clipRows.length > 0 ? "clips" : "questions",
    questions,
    clips: nameApart(clips),
    files: counts,
    withoutWorld: toPassed(notes.withoutWorld),
    withoutJudge: toPassed(notes.withoutJudge),
    withoutClip,
    problems: problems.sort(
      (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line,
    ),
  };
}

type Notes = {
  readonly problem: (row: Row, reason: string, id?: string) => void;
  readonly withoutWorld: Map<string, number>;
  readonly withoutJudge: Map<string, number>;
};

function toPassed(counts: ReadonlyMap<string, number>): readonly Passed[] {
  return [...counts].map(([name, rows]) => ({ name, rows }));
}

function countIn(counts: Map<string, number>, name: string): undefined {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function readLines(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(
      `expected a readable file for ${file} but received ${fsErrorCode(error) ?? error}`,
      { cause: error },
    );
  }
}

/** As lists of clips are read for replays. */
function idOfClip({ value }: Row): string | undefined {
  return textField(value, "instanceId") ?? textField(value, "id");
}

function isClipRow({ value }: Row): boolean {
  return value["video"] !== undefined || value["trajectory"] !== undefined;
}

function readQuestions(rows: readonly Row[], notes: Notes, onRow: () => void): QuestionRow[] {
  const found: QuestionRow[] = [];
  const lineOf = new Map<string, Row>();
  for (const row of rows) {
    onRow();
    const isOwn = isOwnInstance(row.value);
    const task = taskOfRow(row, isOwn ? textField(row.value, "task") : undefined, notes);
    if (task === undefined) continue;
    const instance = attempt(row, notes, () =>
      isOwn ? readOwnInstance(task, row.value) : task.importPublished(row.value),
    );
    if (instance === undefined) continue;
    const earlier = lineOf.get(instance.id);
    if (earlier !== undefined) {
      const reason = `expected an id of its own but received that of ${earlier.file}, line ${earlier.line}`;
      notes.problem(row, reason, instance.id);
      continue;
    }
    lineOf.set(instance.id, row);
    found.push({ row, task, instance });
  }
  return found;
}

async function readClipRow(
  row: Row,
  questions: ReadonlyMap<string, Instance>,
  notes: Notes,
): Promise<ClipRow | "no clip" | undefined> {
  const id = idOfClip(row);
  if (id === undefined) return void notes.problem(row, "expected an id but received none");
  const task = taskOfRow(row, questions.get(id)?.task, notes);
  if (task === undefined) return undefined;
  const listed = row.value["video"];
  const video = listed ?? videoOfAnswer(row.value["trajectory"]);
  if (video === undefined) return "no clip";
  if (!judgeRegistry.has(task.id)) return countIn(notes.withoutJudge, task.id);
  if (typeof video !== "string") {
    return void notes.problem(row, "expected a relative path for video but received another value");
  }
  const { meta_info: meta } = row.value as { readonly meta_info?: unknown };
  const instance = attempt(row, notes, () =>
    instanceOfClip(task, id, isObject(meta) ? meta : {}, questions),
  );
  if (instance === undefined) return undefined;
  const place = { id, video, line: row.line };
  const clip = await findClip(
    {
      folder: dirname(row.file),
      manifest: { path: row.file, read: async () => ({ ok: true, rows: [place] }) },
    },
    id,
  );
  if (!clip.ok) return void notes.problem(row, clip.reason);
  return { row, task, instance, path: clip.path, video, isListed: listed !== undefined };
}

/** The first clip that a model answer tells of. */
function videoOfAnswer(trajectory: unknown): unknown {
  if (!Array.isArray(trajectory)) return undefined;
  const step: unknown = trajectory.find(
    (item) => isObject(item) && (item["imagined_video"] ?? null) !== null,
  );
  return isObject(step) ? step["imagined_video"] : undefined;
}

/** @param otherwise the name where the row has none */
function taskOfRow(row: Row, otherwise: string | undefined, notes: Notes): AnyTask | undefined {
  const name =
    textField(row.value, "task_name") ??
    textField(row.value["meta_info"], "task_name") ??
    otherwise;
  if (name === undefined) {
    return void notes.problem(
      row,
      "expected a question or a clip with task_name but received none",
    );
  }
  const found = findTask(name);
  if (found.ok) return found.task;
  if (!found.isPublished) return void notes.problem(row, found.reason);
  return countIn(notes.withoutWorld, name);
}

function attempt<T>(row: Row, notes: Notes, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return void notes.problem(row, error.message);
  }
}

/** Several clips of one puzzle become instances of their own, with the published suffix. */
function nameApart(clips: readonly ClipRow[]): readonly ClipRow[] {
  const total = new Map<string, number>();
  for (const { instance } of clips) total.set(instance.id, (total.get(instance.id) ?? 0) + 1);
  const seen = new Map<string, number>();
  return clips.map((clip) => {
    const { id } = clip.instance;
    if ((total.get(id) ?? 0) < 2) return clip;
    const order = (seen.get(id) ?? 0) + 1;
    seen.set(id, order);
    const name = `${id}__video_${String(order).padStart(3, "0")}`;
    return { ...clip, instance: { ...clip.instance, id: name } };
  });
}
