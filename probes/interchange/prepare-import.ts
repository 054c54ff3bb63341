/**
 * What was read -> files that `probe run` takes, and the commands. Nothing is written where the given
 * files serve as they are; clips are linked, and copied only where no link can be made; nothing that is
 * there already is replaced.
 */
import { constants } from "node:fs";
import { copyFile, link, readdir, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { TIERS } from "../../core/schema/common.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import { makeFolder } from "../../core/store/make-folder.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";
import type { ClipRow, ImportReport, QuestionRow, ReadImport, TierCount } from "./import-types.ts";

const INSTANCES = "instances.jsonl";

/**
 * @param out folder for what has to be written
 * @throws UsageError when it has to be written to and is not empty
 * @throws StoreError when it cannot be written
 */
export async function prepareImport(read: ReadImport, out: string): Promise<ImportReport> {
  const isClips = read.kind === "clips";
  const used: readonly (QuestionRow | ClipRow)[] = isClips ? read.clips : read.questions;
  const tasks = [...new Set(used.map(({ task }) => task.id))];
  const writer = createWriter(out);
  const commands: (readonly string[])[] = [];
  for (const task of tasks) {
    const words = ["npx", "probe", "run", "--task", task];
    if (isClips) {
      const clips = read.clips.filter((clip) => clip.task.id === task);
      const gen = replayable(read, clips) ?? (await gatherClips(clips, join(out, task), writer));
      const lines = clips.map(({ instance }) => JSON.stringify(instance));
      const file = await writer.lines(join(out, task, INSTANCES), lines);
      commands.push([...words, "--gen", `replay:${gen}`, "--instances", file]);
    } else {
      const questions = read.questions.filter((question) => question.task.id === task);
      const lines = questions.map(({ row }) => row.raw);
      const file =
        wholeFile(read, questions) ?? (await writer.lines(join(out, task, INSTANCES), lines));
      // Without a judge of its clips a task is played by a reasoner.
      const how = judgeRegistry.has(task) ? [] : ["--condition", "none", "--reasoner", "oracle"];
      commands.push([...words, "--instances", file, ...how]);
    }
  }
  return {
    schema: "topoprobe.import/1",
    kind: read.kind,
    files: read.files,
    usable: countTiers(used),
    withoutWorld: read.withoutWorld,
    withoutJudge: read.withoutJudge,
    withoutClip: read.withoutClip,
    problems: read.problems,
    written: writer.written(),
    copied: writer.copied(),
    commands,
  };
}

function countTiers(rows: readonly (QuestionRow | ClipRow)[]): readonly TierCount[] {
  const tasks = [...new Set(rows.map(({ task }) => task.id))];
  return tasks.flatMap((task) =>
    TIERS.flatMap((tier) => {
      const usable = rows.filter(
        (row) => row.task.id === task && row.instance.tier === tier,
      ).length;
      return usable === 0 ? [] : [{ task, tier, usable }];
    }),
  );
}

/** The file that holds these questions and nothing else. */
function wholeFile(read: ReadImport, questions: readonly QuestionRow[]): string | undefined {
  const file = onlyFile(questions);
  const rows = read.files.find((item) => item.file === file)?.rows;
  return rows === questions.length ? file : undefined;
}

/** The list that the replay generator takes as it is. */
function replayable(read: ReadImport, clips: readonly ClipRow[]): string | undefined {
  const file = onlyFile(clips);
  if (file === undefined || !file.endsWith(".jsonl")) return undefined;
  const isPlain = clips.every(
    ({ isListed, instance, row }) =>
      isListed && instance.id === (row.value["instanceId"] ?? row.value["id"]),
  );
  // One row that is no usable clip spoils the whole list for a replay.
  const rows = read.files.find((item) => item.file === file)?.rows;
  const good = read.clips.filter(({ row }) => row.file === file).length;
  return isPlain && rows === good ? file : undefined;
}

function onlyFile(rows: readonly (QuestionRow | ClipRow)[]): string | undefined {
  const files = new Set(rows.map(({ row }) => row.file));
  return files.size === 1 ? [...files][0] : undefined;
}

/** @returns the folder of the clips */
async function gatherClips(
  clips: readonly ClipRow[],
  folder: string,
  writer: Writer,
): Promise<string> {
  const to = join(folder, "clips");
  const rows: string[] = [];
  for (const { instance, path, video } of clips) {
    const name = `${instance.id}${extname(path).toLowerCase()}`;
    await writer.clip(path, join(to, name));
    rows.push(JSON.stringify({ id: instance.id, video: name, from: video }));
  }
  await writer.lines(join(to, "manifest.jsonl"), rows);
  return to;
}

type Writer = {
  readonly lines: (path: string, lines: readonly string[]) => Promise<string>;
  readonly clip: (from: string, to: string) => Promise<void>;
  readonly written: () => readonly string[];
  readonly copied: () => number;
};

/** Looks at the folder before the first file is written to it. */
function createWriter(out: string): Writer {
  const written: string[] = [];
  let copies = 0;
  let isOpen = false;
  const open = async (): Promise<void> => {
    if (isOpen) return;
    await makeFolder(out, "a folder of the import");
    if ((await readdir(out)).length > 0) {
      throw new UsageError(
        `expected an empty folder for the import but received ${out}, which holds files, of an earlier ` +
          "import perhaps. Remove it, or name another one with --out",
      );
    }
    isOpen = true;
  };
  return {
    lines: async (path, lines) => {
      await open();
      await writeFileAtomic(path, `${lines.join("\n")}\n`);
      written.push(path);
      return path;
    },
    clip: async (from, to) => {
      await open();
      await makeFolder(join(to, ".."), "a folder of clips");
      if (await linkOrCopy(from, to)) copies += 1;
      written.push(to);
    },
    written: () => written,
    copied: () => copies,
  };
}

/** @returns whether it was copied */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  const source = await realpath(from);
  try {
    await link(source, to);
    return false;
  } catch {
    // Another disk, or one without links: whatever the reason, a copy says what is wrong with it.
  }
  try {
    await copyFile(source, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    throw toStoreError(error, to, `a copy of ${from}`);
  }
}
