import { describe, expect, it } from "vitest";
import { UsageError } from "../core/errors.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { BUILTINS } from "../generators/builtin/index.ts";
import { TASKS } from "../tasks/registry.ts";
import { planRun, type RunOptions } from "./run-plan.ts";

const options: RunOptions = {
  ...{ task: "pipe", gen: "oracle", tier: ["easy"], episodes: 1, seed: 1, frames: 9, fps: 8 },
  ...{ condition: "video-policy", concurrency: 1, sampling: 5 },
  size: { widthPx: 208, heightPx: 120 },
};
const judged = TASKS.ids.filter((id) => judgeRegistry.has(id));

describe("the plan of a run", () => {
  it("refuses a fault of another task before anything is made, and says what there is", async () => {
    const plan = planRun({ ...options, gen: "fault:gap" });
    await expect(plan).rejects.toThrow(UsageError);
    await expect(plan).rejects.toThrow(/task pipe .*"fault:gap".*Choose one of oracle.*retype/);
  });

  it.each(judged)("takes every generator that shows %s", async (task) => {
    for (const { id, tasks } of BUILTINS) {
      const plan = planRun({ ...options, task, gen: id });
      if (tasks.includes(task)) expect((await plan).generator.id).toBe(id);
      else await expect(plan).rejects.toThrow(UsageError);
    }
  });

  it.each(judged)(
    "leaves the pace of %s to the generator, unless one is asked for",
    async (task) => {
      const asked = async (changes: Partial<RunOptions>): Promise<unknown> =>
        (await planRun({ ...options, task, ...changes })).config.generator.params;
      expect(await asked({})).toEqual({ crf: 18 });
      expect(await asked({ movesPerSecond: 7 })).toEqual({ crf: 18, movesPerSecond: 7 });
    },
  );
});
