import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { planRollouts } from "../plan-rollouts.ts";
import { POLICIES } from "../reasoners/registry.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import { settleSuite } from "../settle-suite.ts";
import { agentSuite, newRunPath, PIPE_BOARD, pipe, play, solution } from "./testing/agent-suite.ts";
import { createPainter, createReel } from "./testing/rollout-makers.ts";

const reasoner = createScriptedChat([]);

test("ten pictures may be bought in an episode, and one clip", async () => {
  const painter = createPainter({ host: {} });
  const options = agentSuite({ condition: "image", reasoner, generator: painter });
  const plan = await planRollouts({ ...options, maxCostUsd: 4 });
  expect(plan).toMatchObject({ counts: { ask: 1 }, totalUsd: 5, affordable: 0 });
  expect(plan.items[0]?.preview).toMatchObject({ host: "fake-host" });
  const hosted = { ...createReel(), ...(painter.host === undefined ? {} : { host: painter.host }) };
  const video = agentSuite({ condition: "video", reasoner, generator: hosted });
  expect(await planRollouts(video)).toMatchObject({ totalUsd: 0.5, affordable: 1 });
  expect(painter.calls).toEqual([]);
  expect(existsSync(options.runPath)).toBe(false);
});

test("without a generator nothing is bought, and what is finished is so", async () => {
  const runPath = newRunPath();
  const given = { condition: "none", reasoner: POLICIES.get("oracle"), runPath } as const;
  expect(await planRollouts(agentSuite(given))).toMatchObject({ counts: { ask: 1 }, totalUsd: 0 });
  await play(given);
  expect(await planRollouts(agentSuite(given))).toMatchObject({ counts: { finished: 1, ask: 0 } });
});

test("keys differ by reasoner, by its options and by the words of the condition", () => {
  const chat = createScriptedChat(solution(pipe, PIPE_BOARD));
  const keys = [
    agentSuite({ condition: "none", reasoner: chat }),
    agentSuite({ condition: "text", reasoner: chat }),
    agentSuite({ condition: "none", reasoner: { ...chat, version: "2" } }),
    agentSuite({ condition: "none", reasoner: { ...chat, params: { temperature: 1 } } }),
  ].map((options) => settleSuite(options).work[0]?.key);
  expect(new Set(keys).size).toBe(4);
});
