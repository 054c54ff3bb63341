import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { pipeTask } from "../../tasks/pipe/index.ts";
import type { PipePose } from "../../tasks/pipe/render.ts";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { EASY_BOARD } from "../../tests/helpers/untangle-boards.ts";
import type { BuiltinRequest } from "../generator.ts";
import { drawShots } from "./film.ts";
import { BUILTIN_IDS, BUILTINS, createBuiltinGenerator, prepareScript } from "./index.ts";
import type { ClipScript } from "./script.ts";
import { getScript } from "./scripts.ts";

const CONTEXT = startContext();
const REQUEST: BuiltinRequest = {
  instance: pipeTask.generate("easy", 1),
  instanceId: "pipe-easy-1",
  firstFramePng: new Uint8Array([1, 2, 3]),
  prompt: "",
  view: "published",
  frames: 30,
  fps: 16,
  widthPx: 160,
  heightPx: 96,
  seed: 0,
};

function script(id: string, frames = 81): ClipScript<PipePose> & { valid: readonly PipePose[] } {
  const { context } = prepareScript(id, { ...REQUEST, frames }, 2.5);
  return { ...getScript(id, "pipe")(context), valid: context.poses };
}

describe("scripts", () => {
  const state = pipeTask.initialState(REQUEST.instance);
  const start = pipeTask.poseOf(state);

  test("oracle: from the start to all connected, one piece at a time", () => {
    const { shots } = script("oracle");
    expect(shots[0]?.pose).toEqual(start);
    expect(shots.at(-1)?.pose.cells.every((cell) => cell.mask === 0 || cell.connected)).toBe(true);
    for (const { pose } of shots) {
      expect(pose.cells.filter((cell) => cell.angleDeg % 90 !== 0).length).toBeLessThanOrEqual(1);
    }
  });

  test("still: the start in every frame", () => {
    const { shots, truth } = script("still");
    expect(shots).toHaveLength(81);
    expect(shots.every((shot) => shot.pose === shots[0]?.pose)).toBe(true);
    expect(shots[0]?.pose).toEqual(start);
    expect(truth).toBeUndefined();
  });

  test("jump: two poses, cut in the middle", () => {
    const { shots, truth, valid } = script("jump");
    expect(truth).toMatchObject({ frame: 41 });
    expect(shots[40]?.pose).toEqual(start);
    expect(shots[41]?.pose).toEqual(valid.at(-1));
    expect(new Set(shots.map((shot) => shot.pose)).size).toBe(2);
  });

  test("crossfade: opacity grows over the middle third only", () => {
    const { shots } = script("crossfade");
    const ratios = shots.map((shot) => shot.over?.alphaRatio);
    expect(ratios.slice(0, 28).every((ratio) => ratio === undefined)).toBe(true);
    expect(ratios.slice(54).every((ratio) => ratio === undefined)).toBe(true);
    const middle = ratios.slice(28, 54).map((ratio) => ratio ?? Number.NaN);
    expect(middle.every((ratio, k) => k === 0 || ratio > (middle[k - 1] ?? 1))).toBe(true);
    expect(shots[27]?.pose).toEqual(start);
  });
});

test("a task's clips have its own pace unless another one is asked for", () => {
  const { clipMovesPerSecond = 0 } = untangleTask;
  const instance = { ...REQUEST.instance, task: "untangle", initialState: EASY_BOARD };
  const lengthOf = (pace?: number): number => {
    const { context } = prepareScript("oracle", { ...REQUEST, instance, frames: 81 }, pace);
    const [slot] = context.timeline.slots;
    return (slot?.endFrame ?? 0) - (slot?.firstFrame ?? 0);
  };
  expect(lengthOf()).toBe(REQUEST.fps / clipMovesPerSecond);
  expect(lengthOf(2)).toBe(REQUEST.fps / 2);
  const { context } = prepareScript("oracle", { ...REQUEST, frames: 200 });
  // 16 / 2.5 = 6.4 frames a move.
  expect(context.timeline.slots[0]).toEqual({ firstFrame: 8, endFrame: 14 });
});

test("frames: equal poses share one image, a dissolve lies between its two pictures", () => {
  const scene = pipeTask.scene(pipeTask.initialState(REQUEST.instance), REQUEST);
  const images = [...drawShots(pipeTask, scene, script("crossfade").shots)];
  expect(images[1]).toBe(images[0]);
  const at = (frame: number): number =>
    [...(images[frame]?.data ?? [])].reduce((sum, value) => sum + value, 0);
  const [start, middle, end] = [at(0), at(40), at(80)];
  expect(middle).toBeGreaterThan(Math.min(start, end));
  expect(middle).toBeLessThan(Math.max(start, end));
});

describe("generator", () => {
  let dir = "";
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "builtin-"));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test("start, a handle through JSON, status, result: the same bytes every time", async () => {
    const clips = await Promise.all(
      ["a", "b"].map(async (name) => {
        const generator = createBuiltinGenerator("fault:vanish", { crf: 30 });
        const started = await generator.start(REQUEST, CONTEXT);
        const handle = JSON.parse(JSON.stringify(started));
        expect(handle).toEqual(started);
        expect(JSON.stringify(handle)).not.toContain("firstFramePng");
        expect(await generator.status(handle, CONTEXT)).toEqual({ state: "succeeded" });
        const destination = join(dir, `${name}.mp4`);
        const result = await generator.result(handle, destination, CONTEXT);
        expect(result).toMatchObject({ path: destination, kind: "video" });
        expect(result.truth).toMatchObject({ check: "cell_occupancy_consistency" });
        expect(result.warnings[0]).toMatch(/do not fit 30 frames/);
        return readFileSync(destination);
      }),
    );
    expect(clips[0]?.length).toBeGreaterThan(1000);
    expect(clips[0]?.equals(clips[1] ?? Buffer.alloc(0))).toBe(true);
    expect(readdirSync(dir).sort()).toEqual(["a.mp4", "b.mp4"]);
  });

  test("an aborted signal stops it", async () => {
    const generator = createBuiltinGenerator("oracle");
    await expect(
      generator.start(REQUEST, startContext({ signal: AbortSignal.abort() })),
    ).rejects.toThrow(/abort/i);
  });

  test("the params have defaults and enter the contract", () => {
    expect(createBuiltinGenerator("oracle").params).toEqual({ crf: 18 });
    expect(createBuiltinGenerator("oracle", { crf: 0 }).params).toMatchObject({ crf: 0 });
  });

  test("unknown ids, tasks and params are refused", async () => {
    expect(() => createBuiltinGenerator("fault:retpye")).toThrow(/nearest: fault:retype/);
    expect(() => createBuiltinGenerator("oracle", { crf: 99 })).toThrow(UsageError);
    expect(() => createBuiltinGenerator("oracle", { speed: 1 })).toThrow(/no further fields/);
    expect(() => getScript("oracle", "no-such-task")).toThrow(/a known task id/);
    const handle = { generator: "oracle", id: "x", data: { ...REQUEST, view: 3 } };
    const result = createBuiltinGenerator("oracle").result(handle, join(dir, "c.mp4"), CONTEXT);
    await expect(result).rejects.toThrow(/handle\.data/);
  });
});

test("the listing names each generator with the tasks that it can show", () => {
  expect(BUILTIN_IDS.slice(0, 4)).toEqual(["oracle", "still", "jump", "crossfade"]);
  for (const { id, tasks } of BUILTINS) {
    expect(tasks.length).toBeGreaterThan(0);
    for (const task of tasks) expect(getScript(id, task)).toBeTypeOf("function");
  }
});
