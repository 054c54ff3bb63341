import { describe, expect, it } from "vitest";
import { UsageError } from "../core/errors.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { BUILTINS } from "../generators/builtin/index.ts";
import { TASKS } from "../tasks/registry.ts";
import { planRun, type RunOptions } from "./run-plan.ts";

const options: RunOptions = {
  ...{ task: "pipe", gen: "oracle", tier: ["easy"], episodes: 1, seed: 1, frames: 9, fps: 8 },
  ...{ condition: "video-policy", concurrency: 1, sampling: 5, deadline: 30 },
  size: { widthPx: 208, heightPx: 120 },
};
const env = { REPLICATE_API_TOKEN: "r8_not-a-token" };
const judged = TASKS.ids.filter((id) => judgeRegistry.has(id));

describe("the plan of a run", () => {
  it("refuses a fault of another task before anything is made, and says what there is", async () => {
    const plan = planRun({ ...options, gen: "fault:gap" }, {});
    await expect(plan).rejects.toThrow(UsageError);
    await expect(plan).rejects.toThrow(/task pipe .*"fault:gap".*Choose one of oracle.*retype/);
  });

  it.each(judged)("takes every generator that shows %s", async (task) => {
    for (const { id, tasks } of BUILTINS) {
      const plan = planRun({ ...options, task, gen: id }, {});
      if (tasks.includes(task)) expect((await plan).generator?.id).toBe(id);
      else await expect(plan).rejects.toThrow(UsageError);
    }
  });

  it.each(judged)(
    "leaves the pace of %s to the generator, unless one is asked for",
    async (task) => {
      const asked = async (changes: Partial<RunOptions>): Promise<unknown> =>
        (await planRun({ ...options, task, ...changes }, {})).config.generator.params;
      expect(await asked({})).toEqual({ crf: 18 });
      expect(await asked({ movesPerSecond: 7 })).toEqual({ crf: 18, movesPerSecond: 7 });
    },
  );

  it("asks for the shape that a model was made for, unless another one is chosen", async () => {
    const { frames: _, fps: __, size: ___, ...bare } = options;
    const shapeOf = async (gen: string, changes: Partial<RunOptions> = {}) =>
      (await planRun({ ...bare, gen, ...changes }, env)).config.rollout;
    const wan = { frames: 81, fps: 16, widthPx: 832, heightPx: 480 };
    expect(await shapeOf("wan2.2")).toMatchObject(wan);
    expect(await shapeOf("oracle")).toMatchObject(wan);
    expect(await shapeOf("cogvideox")).toMatchObject({ frames: 49, fps: 8, widthPx: 720 });
    expect(await shapeOf("cogvideox", { fps: 12 })).toMatchObject({ frames: 49, fps: 12 });
  });

  it("records the prompt file, and keeps runs of other prompts and hosts apart", async () => {
    const plain = await planRun({ ...options, gen: "wan2.2" }, env);
    expect(plain.path).toBe("runs/pipe-wan2.2-replicate-easy");
    expect(plain.config.prompt?.name).toBe("pipe.md");
    const goal = { ...options, gen: "wan2.2", prompt: "prompts/rollout/pipe-goal.md" };
    const given = await planRun(goal, env);
    expect(given.path).toBe("runs/pipe-wan2.2-replicate-pipe-goal-easy");
    expect(given.config.prompt?.sha256).not.toBe(plain.config.prompt?.sha256);
    expect((await planRun(options, env)).path).toBe("runs/pipe-oracle-easy");
  });

  it("makes a short name of a long command, another one for each", async () => {
    const gen = `command:python sample.py {image} {prompt} {out} --note ${"x".repeat(300)}`;
    const paths = [gen, `${gen}y`].map(
      async (id) => (await planRun({ ...options, gen: id }, {})).path,
    );
    const [first = "", second = ""] = await Promise.all(paths);
    expect(first).toMatch(/^runs\/pipe-command-python[\w.-]{20,60}-easy$/);
    expect(second).not.toBe(first);
  });
});
