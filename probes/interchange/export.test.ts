import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { readRun } from "../../core/store/read-run.ts";
import { createFakeGenerator, createFakeJudge } from "../../tests/e2e/helpers/fakes.ts";
import { newRunPath, SUITE_INSTANCES, suiteOptions } from "../../tests/e2e/helpers/small-suite.ts";
import { parsePublished } from "../instances.ts";
import { runSuite } from "../run-suite.ts";
import { exportRun } from "./export-run.ts";
import { type ReadModelAnswer, readModelAnswer } from "./model-answer.ts";
import { parseRows } from "./parse-rows.ts";
import { prepareImport } from "./prepare-import.ts";
import { readImport } from "./read-import.ts";
import { writeModelAnswers } from "./write-model-answers.ts";

const [first, second, third, fourth] = SUITE_INSTANCES.map(({ id }) => id);
const run = newRunPath();
const file = join(run, "model_answer.jsonl");
let read: readonly Extract<ReadModelAnswer, { ok: true }>[] = [];

/** The plan of the second clip could not be read, that of the third ends too early, with an illegal move. */
beforeAll(async () => {
  const judge = createFakeJudge((verdict) => {
    if (verdict.instanceId === second) return { ...verdict, plan: null };
    if (verdict.instanceId !== third || verdict.plan === null) return verdict;
    const [action] = verdict.plan.actions;
    return { ...verdict, plan: { ...verdict.plan, actions: [{ x: 9, y: 9 }, action] } };
  });
  const generator = createFakeGenerator({
    onResult: (id) => {
      if (id === fourth) throw new UsageError("no clip");
    },
  });
  await runSuite(suiteOptions(run, { generator, diagnose: judge.diagnose }));
  const exported = await exportRun(run);
  expect(exported).toMatchObject({ missing: [], withoutRow: 0 });
  expect(await writeModelAnswers([exported], file)).toEqual({ file, rows: 4, leadsOut: false });
  read = parseRows(readFileSync(file, "utf8"), file).rows.map(({ value }) => {
    const answer = readModelAnswer(value);
    if (!answer.ok) throw new Error(answer.reason);
    return answer;
  });
});

const answerOf = (id: string | undefined) => read.find(({ row }) => row.id === id);

describe("the export of a run whose clips are the policy", () => {
  it("gives back every field that both name", async () => {
    const { records } = await readRun(run);
    for (const { episode, verdict } of records) {
      if (episode.status === "error") continue;
      const answer = answerOf(episode.instanceId);
      const meta = answer?.row.meta_info;
      expect(answer?.task.id).toBe(episode.task);
      expect(meta).toMatchObject({
        difficulty: episode.tier,
        seed: episode.seed,
        model_id: episode.generator.id,
        success: episode.success,
        total_steps: episode.world.steps,
      });
      const steps = answer?.steps ?? [];
      const actions = verdict?.plan?.actions.slice(0, episode.world.steps) ?? [null];
      expect(steps.map(({ action }) => action)).toEqual(actions);
      expect(steps[0]).toMatchObject({
        imagined_video: episode.clip?.path,
        current_images: [`episodes/${episode.instanceId}/observation.png`],
      });
      const prompt = readFileSync(join(run, "episodes", episode.instanceId, "prompt.txt"), "utf8");
      expect(`${steps[0]?.video_prompt}\n`).toBe(prompt);
      expect(steps.slice(1).every((step) => step.imagined_video === undefined)).toBe(true);
    }
  });

  it("tells outcomes, step by step", () => {
    const solved = answerOf(first);
    expect(solved?.row.meta_info).toMatchObject({ success: true, final_reason: "success" });
    expect(solved?.steps.at(-1)?.state).toBe("success");
    expect(solved?.steps[0]).toMatchObject({ state: "in progress", illegal: false });
    expect(answerOf(second)).toMatchObject({
      row: { meta_info: { success: false, final_reason: "plan_ended", total_steps: 0 } },
      steps: [{ action: null, invalid_response: true, illegal: true, state: "failed" }],
    });
    expect(answerOf(third)).toMatchObject({
      row: { meta_info: { final_reason: "plan_ended", total_steps: 2 } },
      steps: [
        { action: { x: 9, y: 9 }, illegal: true, invalid_response: false, state: "in progress" },
        { illegal: false, state: "failed" },
      ],
    });
    expect(answerOf(fourth)).toMatchObject({
      row: { meta_info: { success: false, final_reason: "api_error_aborted", total_steps: 0 } },
      steps: [{ action: null, api_error: true, api_error_message: "usage: no clip" }],
    });
  });

  it("writes the published shape, and no absolute path", () => {
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(tmpdir());
    const [row] = parseRows(text, file).rows;
    expect(row?.value).toMatchObject({
      type: "episode_rollout",
      category: ["continuity", "continuity_pipe", "interactive"],
      meta_info: { task_name: "continuity_pipe", level: "grid_4x4", config: "../metadata.json" },
    });
    expect(row?.value["trajectory"]).toContainEqual(
      expect.objectContaining({ answer: [expect.any(Number), expect.any(Number)] }),
    );
  });

  it("is imported again: the same puzzles, the same clips", async () => {
    const out = join(mkdtempSync(join(tmpdir(), "probe-import-")), "out");
    const report = await prepareImport(await readImport([file]), out);
    expect(report).toMatchObject({ kind: "clips", withoutClip: 1, problems: [], copied: 0 });
    const [words = []] = report.commands;
    const instancesFile = words[words.indexOf("--instances") + 1] ?? "";
    const { task } = read[0] ?? {};
    if (task === undefined) throw new Error("no rows");
    const instances = parsePublished(task, readFileSync(instancesFile, "utf8"), instancesFile);
    expect(instances.map(({ instance }) => instance)).toEqual(SUITE_INSTANCES.slice(0, 3));
    for (const { id } of SUITE_INSTANCES.slice(0, 3)) {
      const clip = readFileSync(join(run, "episodes", id, "imagined-00.mp4"));
      expect(sha256(readFileSync(join(out, "pipe", "clips", `${id}.mp4`)))).toBe(sha256(clip));
    }
  });
});

describe("writeModelAnswers", () => {
  it("never overwrites, and says where paths lead out", async () => {
    const exported = await exportRun(run);
    await expect(writeModelAnswers([exported], file)).rejects.toThrow(/a new file for --out/);
    const elsewhere = join(mkdtempSync(join(tmpdir(), "probe-export-")), "a.jsonl");
    expect(await writeModelAnswers([exported], elsewhere)).toMatchObject({ leadsOut: true });
    expect(readFileSync(elsewhere, "utf8")).toContain('"../');
    const again = join(run, "twice.jsonl");
    await expect(writeModelAnswers([exported, exported], again)).rejects.toThrow(
      /without common episodes/,
    );
  });

  it("finds instances of generated runs whose folders are gone", async () => {
    rmSync(join(run, "episodes", fourth ?? "", "instance.json"));
    const { episodes } = await exportRun(run);
    expect(episodes.at(-1)?.instance).toEqual(SUITE_INSTANCES[3]);
    writeFileSync(join(run, "episodes", first ?? "", "instance.json"), "{}");
    await expect(exportRun(run)).rejects.toThrow(/an instance of pipe/);
  });
});
