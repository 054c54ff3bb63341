import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import type { OkEpisode } from "../../core/schema/episode.ts";
import { readRun } from "../../core/store/read-run.ts";
import { getTask } from "../../tasks/registry.ts";
import { createFilmer, createPainter } from "../agent/testing/rollout-makers.ts";
import type { TablesOptions } from "./index.ts";
import { enter, leave, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

async function recordOf(folder: string, name: string): Promise<OkEpisode> {
  const { records, missing } = await readRun(join(folder, name));
  expect(missing).toEqual([]);
  const episode = records[0]?.episode;
  if (episode?.status !== "ok") throw new Error(`expected a record: ${JSON.stringify(records)}`);
  return episode;
}

const pipe = getTask("pipe");
const PIPE_1 = pipe.generate("easy", 1);
const plan = pipe.solve(pipe.initialState(PIPE_1)) ?? [];
const ANSWERS = plan.map((action) => pipe.encodeAnswer(action));
const ILLEGAL = '{"answer":{"x":99,"y":0}}';

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

describe("pictures", () => {
  test("are painted from the board, ten an episode, and counted", async () => {
    const painter = createPainter();
    const { call, folder } = await enter({ generator: painter });
    const episode = PIPE_1.id;
    const start = await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    expect(start.texts[0]).toContain("imagine_image");
    expect((await call("imagine_image", { episode, prompt: "  " })).isError).toBe(true);
    for (let picture = 1; picture <= 10; picture += 1) {
      const made = await call("imagine_image", { episode, prompt: `picture ${picture}` });
      expect(made.data).toMatchObject({ imaginationsLeft: 10 - picture });
      expect(made.pictures).toBe(1);
    }
    const more = await call("imagine_image", { episode, prompt: "one more" });
    expect(more).toMatchObject({ isError: true, data: { reason: "limit" } });
    expect((await call("observe", { episode })).pictures).toBe(2);
    const acted = await call("act", { episode, answer: ANSWERS[0] });
    expect(acted.pictures).toBe(1);
    await call("end_episode", { episode });
    const { condition, agent } = await recordOf(folder, episode);
    expect(condition).toBe("image");
    const asked = agent?.steps[0]?.imaginations ?? [];
    expect(asked.map(({ skipped }) => skipped)).toEqual([
      "empty_prompt",
      ...Array.from({ length: 10 }, () => undefined),
      "limit",
    ]);
    expect(agent?.steps[0]?.calls).toBe(13);
    expect(painter.requests.map(({ prompt }) => prompt)).toHaveLength(10);
  });

  test("a failure of the generator is told, and the episode goes on", async () => {
    const painter = createPainter({
      statuses: [{ state: "failed", reason: "no paint" }, { state: "succeeded" }],
      host: {},
    });
    const { call, folder, lines } = await enter({ generator: painter });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const failed = await call("imagine_image", { episode, prompt: "a" });
    expect(failed).toMatchObject({
      isError: true,
      data: { imaginationsLeft: 9, reason: "failed" },
    });
    expect(lines.join("\n")).toContain("no paint");
    const second = await call("imagine_image", { episode, prompt: "b" });
    expect(second.pictures).toBe(1);
    await call("act", { episode, answer: ANSWERS[0] });
    await call("end_episode", { episode });
    const { agent } = await recordOf(folder, episode);
    expect(agent?.steps[0]?.imaginations[0]?.skipped).toContain("no paint");
  });

  test("--max-cost holds for all episodes of the server", async () => {
    const painter = createPainter({ host: {} });
    const { call, folder } = await enter({ generator: painter, maxCostUsd: 0.6 });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 2 });
    await call("imagine_image", { episode: PIPE_1.id, prompt: "a" });
    const second = pipe.generate("easy", 2).id;
    const refused = await call("imagine_image", { episode: second, prompt: "a" });
    expect(refused.isError).toBe(true);
    expect((await call("act", { episode: second, answer: "?" })).texts[0]).toContain("--max-cost");
    expect((await readRun(join(folder, second))).missing).toEqual([second]);
    expect(painter.requests).toHaveLength(1);
  });

  test("taking the request back stops the job, and the episode goes on", async () => {
    const takenBack = new AbortController();
    let isPolled = (): void => undefined;
    const polled = new Promise<void>((resolve) => {
      isPolled = resolve;
    });
    let isStopped = false;
    const painter = createPainter({
      host: {},
      onCancel: () => {
        isStopped = true;
      },
    });
    const slow: typeof painter = {
      ...painter,
      status: async () => {
        if (isStopped) return { state: "canceled", reason: "stopped" };
        isPolled();
        return { state: "running" };
      },
    };
    const clock = {
      now: () => performance.now(),
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, Math.min(ms, 5));
          signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
        }),
    };
    const notes: Progress[] = [];
    const { call, folder } = await enter({ generator: slow, clock });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const asked = call(
      "imagine_image",
      { episode, prompt: "slow" },
      { signal: takenBack.signal, onprogress: (note) => notes.push(note) },
    );
    await polled;
    await expect.poll(() => notes.length).toBeGreaterThan(2);
    takenBack.abort();
    await expect(asked).rejects.toThrow();
    // Calls are served one after the other: this one waits for the job to be stopped.
    expect((await call("observe", { episode })).data).toMatchObject({ imaginationsLeft: 10 });
    expect(isStopped).toBe(true);
    expect(notes.some(({ message }) => message === "imagining")).toBe(true);
    const grown = notes.map(({ progress }) => progress);
    expect(grown).toEqual(grown.toSorted((a, b) => a - b));
    await call("act", { episode, answer: ANSWERS[0] });
    await call("end_episode", { episode });
    const { agent } = await recordOf(folder, episode);
    expect(agent?.steps[0]?.imaginations).toMatchObject([
      { prompt: "slow", skipped: "failed: cancelled by the client" },
    ]);
    const journal = readFileSync(join(folder, episode, "rollouts.jsonl"), "utf8");
    expect(journal).toContain('"state":"canceled"');
  });
});

describe("a clip", () => {
  test("is made once, before the first move, shown in eight frames, and judged at the end", async () => {
    const { call, folder } = await enter({ generator: createFilmer() });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const made = await call("imagine_video", { episode, prompt: "The pieces turn." });
    expect(made.pictures).toBe(8);
    expect(made.data).toMatchObject({ imaginationsLeft: 0 });
    expect(readFileSync(String(made.data["file"])).length).toBeGreaterThan(0);
    expect((await call("observe", { episode })).pictures).toBe(9);
    expect((await call("imagine_video", { episode, prompt: "Another." })).isError).toBe(true);
    expect((await call("act", { episode, answer: ANSWERS[0] })).pictures).toBe(1);
    expect((await call("observe", { episode })).pictures).toBe(9);
    await call("end_episode", { episode });
    const judged = await call("judge", { episode });
    expect(judged.data).toMatchObject({ verdict: { processValid: true } });
    const record = await recordOf(folder, episode);
    expect(record).toMatchObject({ condition: "video", verdict: { processValid: true } });
    expect(record.agent?.steps[0]?.imaginations[0]).toMatchObject({
      ...{ kind: "video", prompt: "The pieces turn.", verdict: { processValid: true } },
    });
  });

  test("is not made after the first move, as it is judged from the start", async () => {
    const { call } = await enter({ generator: createFilmer() });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    await call("act", { episode: PIPE_1.id, answer: ANSWERS[0] });
    const late = await call("imagine_video", { episode: PIPE_1.id, prompt: "Late." });
    expect(late).toMatchObject({ isError: true, data: { reason: "limit" } });
  });
});
