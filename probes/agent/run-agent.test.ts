import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ProviderError, UsageError } from "../../core/errors.ts";
import { TASKS } from "../../tasks/registry.ts";
import { POLICIES } from "../reasoners/registry.ts";
import { createScriptedChat, createScriptedPolicy } from "../reasoners/scripted.ts";
import {
  agentOf,
  agentSuite,
  linesOf,
  newRunPath,
  PIPE_BOARD,
  pipe,
  play,
  solution,
} from "./testing/agent-suite.ts";

const oracle = POLICIES.get("oracle");

describe("the loop", () => {
  test.each(TASKS.items.map((task) => [task.id, task] as const))(
    "%s: the oracle solves it in the shortest way",
    async (_, task) => {
      const instances = [task.generate("easy", 3)];
      const { episode, runPath } = await play({ condition: "none", reasoner: oracle, instances });
      const agent = agentOf(episode);
      expect(episode).toMatchObject({
        status: "ok",
        success: true,
        generator: { id: "none" },
        world: { illegal: 0, invalid: 0, success: true },
      });
      expect(episode).not.toHaveProperty("clip");
      expect(episode).not.toHaveProperty("verdict");
      expect(agent).toMatchObject({ terminated: true, truncated: false });
      expect(agent.shortestSteps).toBe(agent.steps.length);
      expect(agent.usage).toEqual({ calls: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 });
      expect(agent.steps.every(({ answer }) => answer.isFormatValid)).toBe(true);
      const seen = [
        ...agent.steps.flatMap((step) => step.observations),
        ...agent.finalObservations,
      ];
      for (const path of seen) expect(existsSync(join(runPath, path)), path).toBe(true);
      expect(seen).toHaveLength((agent.steps.length + 1) * (task.goalPose === undefined ? 1 : 2));
    },
  );

  test("random plays the same twice, and ends", async () => {
    const lines = [];
    for (let i = 0; i < 2; i += 1) {
      const { runPath, episode } = await play({
        condition: "none",
        reasoner: POLICIES.get("random"),
      });
      const agent = agentOf(episode);
      expect(agent.terminated).not.toBe(agent.truncated);
      expect(agent.steps.every(({ outcome }) => outcome === "moved")).toBe(true);
      lines.push(linesOf(join(runPath, "episodes.jsonl")));
    }
    expect(lines[0]).toEqual(lines[1]);
  });

  test("an illegal action and a malformed one leave the state and cost a step each", async () => {
    const [first = "", ...rest] = solution(pipe, PIPE_BOARD);
    const answers = ['{"answer":{"x":99,"y":0}}', "I cannot tell.", first, ...rest];
    const { episode } = await play({
      condition: "none",
      reasoner: createScriptedPolicy(answers),
    });
    const { steps } = agentOf(episode);
    expect(steps[0]).toMatchObject({ outcome: "illegal", reason: expect.any(String) });
    expect(steps[0]?.answer).toMatchObject({ action: { x: 99, y: 0 }, method: "json" });
    expect(steps[1]).toMatchObject({
      outcome: "invalid",
      reason: "no_legal_answer",
      answer: { action: null, method: "unclear", isFormatValid: false },
    });
    expect(steps[2]?.outcome).toBe("moved");
    expect(episode).toMatchObject({
      success: true,
      world: { steps: answers.length, illegal: 1, invalid: 1 },
    });
  });

  test("a spent budget truncates, and the last answer may still solve", async () => {
    const { actionBudget } = PIPE_BOARD;
    const plan = solution(pipe, PIPE_BOARD);
    const lazy = await play({
      condition: "none",
      reasoner: createScriptedPolicy(Array.from({ length: actionBudget }, () => "?")),
    });
    expect(agentOf(lazy.episode)).toMatchObject({ terminated: false, truncated: true });
    expect(lazy.episode).toMatchObject({ success: false, world: { steps: actionBudget } });
    const late = await play({
      condition: "none",
      reasoner: createScriptedPolicy([
        ...Array.from({ length: actionBudget - plan.length }, () => "?"),
        ...plan,
      ]),
    });
    expect(agentOf(late.episode)).toMatchObject({ terminated: true, truncated: false });
    expect(late.episode).toMatchObject({ success: true, world: { steps: actionBudget } });
  });

  test("a lost game is terminated without success", async () => {
    const noir = TASKS.get("chat-noir");
    const instances = [noir.generate("hard", 401)];
    const { episode } = await play({
      condition: "none",
      reasoner: POLICIES.get("random"),
      instances,
    });
    expect(agentOf(episode)).toMatchObject({ terminated: true, truncated: false });
    expect(episode).toMatchObject({ success: false });
    expect(agentOf(episode).steps.length).toBeLessThan(instances[0]?.actionBudget ?? 0);
  });

  test("an API failure never reaches the world: an error, and played on by the next run", async () => {
    const plan = solution(pipe, PIPE_BOARD);
    const failing = createScriptedChat([
      ...plan.slice(0, 2),
      new ProviderError("expected a reply but received 503", { isRetryable: true }),
    ]);
    const runPath = newRunPath();
    const first = await play({ condition: "none", reasoner: failing, runPath });
    expect(first.episode).toMatchObject({ status: "error", error: { code: "provider" } });
    const rest = createScriptedChat(plan.slice(2));
    const second = await play({ condition: "none", reasoner: rest, runPath });
    expect(second.episode).toMatchObject({ success: true, world: { illegal: 0, invalid: 0 } });
    expect(rest.asked).toHaveLength(plan.length - 2);
    expect(agentOf(second.episode).usage.calls).toBe(plan.length);
    expect(linesOf(join(runPath, "episodes.jsonl"))).toHaveLength(2);
  });
});

describe("what does not fit together is refused before anything is written", () => {
  test.each([
    ["a generator where nothing is shown", { generator: {} }],
    ["a reasoner other than the configuration's", { reasoner: POLICIES.get("random") }],
    ["no reasoner", { reasoner: undefined }],
  ])("%s", async (_, changes) => {
    const { runSuite } = await import("../run-suite.ts");
    const options = agentSuite({ condition: "none", reasoner: oracle });
    await expect(runSuite({ ...options, ...(changes as object) })).rejects.toThrow(UsageError);
    expect(existsSync(options.runPath)).toBe(false);
  });

  test("no generator where something is shown", async () => {
    await expect(play({ condition: "image", reasoner: oracle })).rejects.toThrow(UsageError);
  });
});
