import { afterEach, describe, expect, test } from "vitest";
import { readRun } from "../../core/store/read-run.ts";
import { enter, leave, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe("a plan", () => {
  const planned = { tasks: ["pipe"], tiers: ["easy", "medium"], episodes: 3 } as const;

  test("is one run, whose puzzles are played once each, also over several servers", async () => {
    const one = await enter(planned);
    const names = await Promise.all([one.call("start_episode"), one.call("start_episode")]);
    expect(names.map(({ data }) => data["episode"])).toEqual(["pipe-easy-1", "pipe-easy-2"]);
    await one.call("end_episode", { episode: "pipe-easy-1" });
    expect((await one.call("start_episode", { seed: 1 })).texts[0]).toContain("are planned");
    expect((await one.call("start_episode", { tier: "medium" })).data).toMatchObject({
      ...{ episode: "pipe-medium-201", tier: "medium", seed: null },
    });
    expect((await one.call("start_episode")).texts[0]).toContain("there is none left");
    await leave();
    const { folder } = one;
    const two = await enter({ ...planned, folder });
    expect((await two.call("start_episode")).data).toMatchObject({ episode: "pipe-easy-2" });
    await two.call("end_episode", { episode: "pipe-easy-2" });
    await leave();
    const { records, missing, manifest } = await readRun(folder);
    expect(records.map(({ episode }) => episode.instanceId)).toEqual([
      ...["pipe-easy-1", "pipe-easy-2"],
    ]);
    expect(missing).toEqual(["pipe-medium-201"]);
    expect(manifest.config.instances).toMatchObject({ episodes: 3, seed: 1 });
  });

  test("is of one client: another one is refused", async () => {
    const one = await enter(planned);
    await one.call("start_episode");
    await leave();
    const two = await enter({ ...planned, folder: one.folder }, "somebody else");
    const { isError, texts } = await two.call("start_episode");
    expect(isError).toBe(true);
    expect(texts[0]).toContain("expected the configuration of the run");
  });
});
