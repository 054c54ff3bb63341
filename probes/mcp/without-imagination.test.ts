import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readRun } from "../../core/store/read-run.ts";
import { ANSWERS, ILLEGAL, PIPE_1, pipe, plan, recordOf } from "./testing/pipe-1.ts";
import { enter, leave, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe("without imagination", () => {
  test("an episode is played to its end and written down as any other", async () => {
    const { call, folder } = await enter({ agent: "sharp" }, "bench");
    const first = await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    expect(first.texts[0]).toContain(pipe.prompt(pipe.initialState(PIPE_1), PIPE_1.actionBudget));
    expect(first.pictures).toBe(1);
    expect(first.data).toMatchObject({
      ...{ episode: PIPE_1.id, step: 0, movesLeft: PIPE_1.actionBudget },
      ...{ terminated: false, truncated: false, success: false },
    });
    const episode = PIPE_1.id;
    const refused = await call("act", { episode, answer: ILLEGAL });
    expect(refused.data).toMatchObject({ outcome: expect.stringMatching(/illegal|invalid/) });
    expect((await call("act", { episode, answer: "I cannot tell." })).data).toMatchObject({
      ...{ outcome: "invalid", step: 2, movesLeft: PIPE_1.actionBudget - 2 },
    });
    let last = await call("observe", { episode });
    expect(last.data).toMatchObject({ step: 2 });
    for (const answer of ANSWERS) last = await call("act", { episode, answer: JSON.parse(answer) });
    expect(last.data).toMatchObject({ outcome: "moved", terminated: true, success: true });
    expect(last.texts.join("\n")).toContain("The episode is over: the puzzle is solved.");
    expect(last.pictures).toBe(1);

    const record = await recordOf(folder, episode);
    expect(record).toMatchObject({ condition: "none", success: true, generator: { id: "none" } });
    expect(record.agent).toMatchObject({
      reasoner: { id: "mcp:sharp", version: "1", params: { client: "bench", clientVersion: "1" } },
      ...{ terminated: true, truncated: false, shortestSteps: plan.length },
      usage: { calls: ANSWERS.length + 2, promptTokens: null, costUsd: null },
    });
    expect(record.world).toMatchObject({ steps: ANSWERS.length + 2 });
    expect(record.agent?.steps.slice(-1)[0]).toMatchObject({
      ...{ outcome: "moved", reply: ANSWERS.at(-1) },
      answer: { method: "json", isFormatValid: true, action: plan.at(-1) },
    });
    const ended = await call("end_episode", { episode });
    expect(ended.data["record"]).toEqual(JSON.parse(JSON.stringify(record)));
    const late = await call("act", { episode, answer: ILLEGAL });
    expect(late.isError).toBe(true);
    expect(late.texts[0]).toContain("which is over");
    expect((await call("judge", { episode })).texts[0]).toContain("nothing to judge");
    const { timings } = await readRun(join(folder, episode));
    expect(timings.map(({ kind }) => kind)).toEqual(["invocation", "episode"]);
  });

  test("the budget of moves ends it", async () => {
    const { call, folder } = await enter();
    const { data } = await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    for (let move = 1; move < PIPE_1.actionBudget; move += 1) {
      await call("act", { episode: data["episode"], answer: "?" });
    }
    const last = await call("act", { episode: data["episode"], answer: "?" });
    expect(last.data).toMatchObject({ movesLeft: 0, truncated: true, success: false });
    expect(await recordOf(folder, PIPE_1.id)).toMatchObject({
      world: { steps: PIPE_1.actionBudget, invalid: PIPE_1.actionBudget, success: false },
    });
  });

  test("giving up is neither the world's end nor the budget's", async () => {
    const { call, folder } = await enter();
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const ended = await call("end_episode", { episode: PIPE_1.id });
    expect(ended.data["record"]).toMatchObject({ success: false });
    const { agent } = await recordOf(folder, PIPE_1.id);
    expect(agent).toMatchObject({ terminated: false, truncated: false, steps: [] });
    expect((await call("act", { episode: PIPE_1.id, answer: "?" })).isError).toBe(true);
  });

  test("without a seed the next one that was not played is started, also by a later server", async () => {
    const one = await enter({ tasks: ["pipe"], seed: 0 });
    expect((await one.call("start_episode")).data).toMatchObject({ seed: 0 });
    expect((await one.call("start_episode")).data).toMatchObject({ seed: 1 });
    await one.call("end_episode", { episode: pipe.generate("easy", 0).id });
    await leave();
    const two = await enter({ tasks: ["pipe"], seed: 0, folder: one.folder });
    // Seed 0 is played; 1 was left, and its folder is taken up again.
    expect((await two.call("start_episode")).data).toMatchObject({ seed: 1, episode: PIPE_1.id });
    expect((await two.call("start_episode", { seed: 1 })).data).toMatchObject({
      episode: `${PIPE_1.id}.2`,
    });
  });

  test("calls that fit nothing leave the episode alone", async () => {
    const { call } = await enter();
    expect((await call("act", { episode: "e", answer: "?" })).texts[0]).toContain("start_episode");
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const early = await call("judge", { episode: PIPE_1.id });
    expect(early.texts[0]).toContain("still played");
    expect((await call("act", { episode: PIPE_1.id })).isError).toBe(true);
    expect((await call("observe", { episode: PIPE_1.id })).data).toMatchObject({ step: 0 });
  });

  test("an episode that is left gives no line", async () => {
    const { call, folder } = await enter();
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    await call("act", { episode: PIPE_1.id, answer: ANSWERS[0] });
    await leave();
    expect((await readRun(join(folder, PIPE_1.id))).missing).toEqual([PIPE_1.id]);
  });
});
