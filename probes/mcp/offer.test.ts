import { afterEach, describe, expect, test } from "vitest";
import { createFilmer, createPainter } from "../agent/testing/rollout-makers.ts";
import type { TablesOptions } from "./index.ts";
import { enter, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe("offer", () => {
  test("what the generator makes decides what can be imagined", async () => {
    const names = async (given: Partial<TablesOptions>) =>
      (await (await enter(given)).client.listTools()).tools.map(({ name }) => name);
    const common = ["list_tasks", "start_episode", "observe", "act", "judge", "end_episode"];
    expect((await names({})).toSorted()).toEqual(common.toSorted());
    expect(await names({ generator: createPainter() })).toContain("imagine_image");
    const withClip = await names({ generator: createFilmer() });
    expect(withClip).toContain("imagine_video");
    expect(withClip).not.toContain("imagine_image");
  });

  test("tasks and tiers of the command line are all there are", async () => {
    const { call } = await enter({ tasks: ["pipe"], tiers: ["easy"] });
    const { data } = await call("list_tasks");
    expect(data).toMatchObject({ tiers: ["easy"], imagination: "none" });
    expect((data["tasks"] as { task: string }[]).map(({ task }) => task)).toEqual(["pipe"]);
    expect((await call("start_episode", { task: "swap" })).isError).toBe(true);
    expect((await call("start_episode", { tier: "hard" })).isError).toBe(true);
    expect((await call("start_episode")).data).toMatchObject({ task: "pipe", tier: "easy" });
  });

  test("a task is asked for where there are several", async () => {
    const { call } = await enter();
    const { isError, texts } = await call("start_episode");
    expect(isError).toBe(true);
    expect(texts[0]).toContain("expected a task but received none. One of: pipe");
  });
});
