import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { createReplayGenerator } from "../../generators/replay/index.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import { sharedRowsPath } from "../../tests/shared-rows.ts";
import { parsePublished } from "../instances.ts";
import { prepareImport } from "./prepare-import.ts";
import { readImport } from "./read-import.ts";

const fixtureOf = (taskId: string): string =>
  fileURLToPath(
    new URL(`../../tasks/${taskId}/__fixtures__/published-rows.jsonl`, import.meta.url),
  );
const PIPE_ROWS = fixtureOf("pipe");
const [PIPE_LINE = ""] = readFileSync(PIPE_ROWS, "utf8").split("\n");
const PIPE_ROW = JSON.parse(PIPE_LINE);
const PIPE_ID = String(PIPE_ROW.id);

let root = "";
let out = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "probe-import-"));
  out = join(root, "out");
  mkdirSync(join(root, "clips"));
});

const put = (name: string, content = name): string => {
  writeFileSync(join(root, name), content);
  return join(root, name);
};
const list = (...rows: readonly unknown[]): string =>
  put("clips/manifest.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const importFiles = async (...files: readonly string[]) =>
  prepareImport(await readImport(files), out);
const optionOf = (words: readonly string[] | undefined, option: string): string =>
  words?.[words.indexOf(option) + 1] ?? "";
const instancesOf = (taskId: string, file: string) =>
  parsePublished(getTask(taskId), readFileSync(file, "utf8"), file).map((row) => row.instance);

describe("the import of published questions", () => {
  it("leaves files alone that serve as they are", async () => {
    const files = TASKS.ids.map(fixtureOf);
    const report = await importFiles(...files);
    expect(report).toMatchObject({ kind: "questions", problems: [], written: [] });
    expect(report.commands.map((words) => optionOf(words, "--instances"))).toEqual(files);
    expect(report.usable.reduce((sum, { usable }) => sum + usable, 0)).toBe(
      report.files.reduce((sum, { rows }) => sum + rows, 0),
    );
    expect(existsSync(out)).toBe(false);
  });

  it("parts a file of all tasks, line by line as it was, and says what cannot be used", async () => {
    const rows = TASKS.ids.map((id) => readFileSync(fixtureOf(id), "utf8").trim());
    const maze = JSON.stringify({ id: "m", meta_info: { task_name: "continuity_2d_maze" } });
    const broken = JSON.stringify({ ...PIPE_ROW, id: "another" });
    const file = put("all.jsonl", [...rows, maze, "nope", broken, PIPE_LINE, '{"a":1}'].join("\n"));
    const report = await importFiles(file);
    expect(report.withoutWorld).toEqual([{ name: "continuity_2d_maze", rows: 1 }]);
    expect(report.problems.map(({ id, reason }) => [id, reason])).toEqual([
      [undefined, expect.stringMatching(/a JSON object/)],
      ["another", expect.stringMatching(/row\.id/)],
      [PIPE_ID, expect.stringMatching(/an id of its own/)],
      [undefined, expect.stringMatching(/task_name/)],
    ]);
    for (const [index, id] of TASKS.ids.entries()) {
      const words = report.commands.find((command) => optionOf(command, "--task") === id);
      const written = optionOf(words, "--instances");
      expect(readFileSync(written, "utf8").trim()).toBe(rows[index]);
      expect(instancesOf(id, written).length).toBeGreaterThan(1);
    }
  });

  const shared = ["continuity_pipe.jsonl", "continuity_2d_maze.jsonl", "enclosure_sheep.jsonl"];
  const present = shared.flatMap((name) => sharedRowsPath(name) ?? []);
  it.skipIf(present.length < shared.length)(
    "takes the real files (skipped when they are absent)",
    async () => {
      const report = await importFiles(...present);
      expect(report.usable).toEqual(
        ["easy", "medium", "hard"].map((tier) => ({ task: "pipe", tier, usable: 2 })),
      );
      expect(report.withoutWorld.map(({ name, rows }) => [name, rows])).toEqual([
        ["continuity_2d_maze", 6],
        ["enclosure_sheep", 6],
      ]);
      expect(report.problems).toEqual([]);
    },
  );

  it.each([
    ["missing.jsonl", /a readable file/],
    ["empty.jsonl", /expected rows/],
  ])("refuses %s", async (name, reason) => {
    put("empty.jsonl", "\n");
    await expect(readImport([join(root, name)])).rejects.toThrow(reason);
  });
});

describe("the import of loose clips", () => {
  it("takes a list as it is, with the puzzles beside", async () => {
    put("clips/a.mp4");
    const file = list(
      { id: PIPE_ID, task_name: "pipe", video: "a.mp4", question: "?" },
      { id: "pipe-easy-3", meta_info: { task_name: "continuity_pipe" }, video: "a.mp4" },
    );
    const report = await importFiles(file, PIPE_ROWS);
    const [words] = report.commands;
    expect(optionOf(words, "--gen")).toBe(`replay:${file}`);
    expect(report.written).toEqual([optionOf(words, "--instances")]);
    const task = getTask("pipe");
    expect(instancesOf("pipe", optionOf(words, "--instances"))).toEqual([
      task.importPublished(PIPE_ROW),
      task.generate("easy", 3),
    ]);
    expect(() => createReplayGenerator(optionOf(words, "--gen"))).not.toThrow();
  });

  it("links what a replay cannot take, and makes puzzles of their own for several clips of one", async () => {
    put("clips/a.mp4", "first");
    put("clips/b.WEBM", "second");
    const file = list(
      { id: PIPE_ID, task_name: "pipe", video: "a.mp4", meta_info: PIPE_ROW.meta_info },
      { id: PIPE_ID, task_name: "pipe", video: "b.WEBM", meta_info: PIPE_ROW.meta_info },
      { id: "x", task_name: "swap2d", video: "a.mp4" },
    );
    const report = await importFiles(file);
    expect(report.withoutJudge).toEqual([{ name: "swap", rows: 1 }]);
    const [words] = report.commands;
    const folder = optionOf(words, "--gen").replace("replay:", "");
    expect(readdirSync(folder).sort()).toEqual([
      `${PIPE_ID}__video_001.mp4`,
      `${PIPE_ID}__video_002.webm`,
      "manifest.jsonl",
    ]);
    expect(statSync(join(folder, `${PIPE_ID}__video_001.mp4`)).ino).toBe(
      statSync(join(root, "clips/a.mp4")).ino,
    );
    expect(report.copied).toBe(0);
    const instances = instancesOf("pipe", optionOf(words, "--instances"));
    expect(instances.map(({ id }) => id)).toEqual([
      `${PIPE_ID}__video_001`,
      `${PIPE_ID}__video_002`,
    ]);
    expect(instances[0]?.origin).toEqual({ kind: "mindtopo", rowId: PIPE_ID });
  });

  it("builds a puzzle from the board that a row tells", async () => {
    put("clips/a.mp4");
    const { gridSize, sourceIndex, solvedMasks, rotations } =
      PIPE_ROW.meta_info.initial_state.reset_config;
    const board = { gridSize, sourceIndex, solvedMasks, rotations, difficulty: "easy", seed: 5 };
    const row = { id: "mine", task_name: "pipe", video: "a.mp4" };
    const file = list(
      { ...row, meta_info: board },
      { ...row, id: "no-tier", meta_info: { ...board, difficulty: undefined } },
      { ...row, id: "no-board", meta_info: { ...board, rotations: [1] } },
    );
    const report = await importFiles(file);
    expect(report.problems.map(({ id }) => id)).toEqual(["no-tier", "no-board"]);
    const [instance] = instancesOf("pipe", optionOf(report.commands[0], "--instances"));
    expect(instance).toMatchObject({ id: "mine", tier: "easy", seed: 5, actionBudget: 19 });
  });

  it("takes clips of model answers, and counts those without", async () => {
    put("clips/a.mp4");
    const meta_info = { task_name: "continuity_pipe" };
    const answer = { type: "imported_video", meta_info };
    const file = list(
      {
        ...{ ...answer, id: "pipe-easy-1" },
        trajectory: [{ step_index: 0, imagined_video: "a.mp4" }],
      },
      { ...answer, id: "pipe-easy-2", trajectory: [{ step_index: 0, imagined_video: null }] },
    );
    const report = await importFiles(file);
    expect(report).toMatchObject({ kind: "clips", withoutClip: 1, problems: [] });
    expect(report.usable).toEqual([{ task: "pipe", tier: "easy", usable: 1 }]);
    expect(existsSync(join(out, "pipe", "clips", "pipe-easy-1.mp4"))).toBe(true);
  });

  it.each([
    ["../secret.mp4", /a path that leaves the folder/],
    ["/etc/hostname", /an absolute path/],
    ["link.mp4", /a link that leaves the folder/],
    ["folder/secret.mp4", /a link that leaves the folder/],
    ["gone.mp4", /no such file/],
    ["a.txt", /another kind of file/],
    [7, /a relative path/],
  ])("refuses the clip %j, and nothing of it is reachable", async (video, reason) => {
    put("secret.mp4", "secret");
    put("clips/a.txt");
    put("clips/good.mp4");
    symlinkSync(join(root, "secret.mp4"), join(root, "clips/link.mp4"));
    symlinkSync(root, join(root, "clips/folder"));
    const file = list(
      { id: "pipe-easy-1", task_name: "pipe", video },
      { id: "pipe-easy-2", task_name: "pipe", video: "good.mp4" },
    );
    const report = await importFiles(file);
    expect(report.problems).toMatchObject([{ file, line: 1, id: "pipe-easy-1" }]);
    expect(report.problems[0]?.reason).toMatch(reason);
    const folder = optionOf(report.commands[0], "--gen").replace("replay:", "");
    expect(readdirSync(folder).sort()).toEqual(["manifest.jsonl", "pipe-easy-2.mp4"]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["an unknown task", { task_name: "pipes" }, /a known task id.*"pipes"; nearest: pipe/],
    ["no task", {}, /task_name/],
    ["no id", { id: undefined, task_name: "pipe" }, /an id/],
    ["an id that names no folder", { id: "../up", task_name: "pipe" }, /for id/],
    ["an untold puzzle", { task_name: "pipe" }, /question\.jsonl/],
    [
      "a tier that the generator does not make so",
      { id: "pipe-easy-x", task_name: "pipe" },
      /jsonl/,
    ],
    [
      "a board that is not the generator's",
      {
        id: "pipe-easy-1",
        task_name: "pipe",
        meta_info: { initial_state: { gridSize: 5 } },
      },
      /meta_info\.initial_state\.gridSize/,
    ],
  ])("names %s", async (_, row, reason) => {
    put("clips/a.mp4");
    const report = await importFiles(list({ id: "one", video: "a.mp4", ...row }));
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.reason).toMatch(reason);
    expect(report).toMatchObject({ kind: "clips", commands: [], written: [] });
  });

  it("never writes into a folder that holds something", async () => {
    put("clips/a.mp4");
    const file = list({ id: "pipe-easy-1", task_name: "pipe", video: "a.mp4" });
    mkdirSync(out);
    writeFileSync(join(out, "mine.txt"), "mine");
    await expect(importFiles(file)).rejects.toThrow(
      /an empty folder for the import but received .+ with --out/,
    );
    expect(readdirSync(out)).toEqual(["mine.txt"]);
  });
});
