import { expect, test } from "vitest";
import { createScriptedChat } from "../reasoners/scripted.ts";
import { agentOf, PIPE_BOARD, play } from "./testing/agent-suite.ts";
import { wellFormed } from "./well-formed.ts";

test("half characters become U+FFFD; whole ones stay", () => {
  expect(wellFormed("a\ud83d")).toBe("a\ufffd");
  expect(wellFormed("\ude00b")).toBe("\ufffdb");
  expect(wellFormed("\ud83d\ude00 ok")).toBe("\ud83d\ude00 ok");
});

test("a reply that was cut in the middle of a character breaks nothing", async () => {
  const instances = [{ ...PIPE_BOARD, actionBudget: 2 }];
  const reasoner = createScriptedChat(["so \ud83d", "words \ude00", "x", "y"]);
  const { episode } = await play({ condition: "text", reasoner, instances });
  const [step] = agentOf(episode).steps;
  expect(step?.imaginations[0]?.prompt).toBe("so \ufffd");
  expect(step?.reply).toBe("words \ufffd");
});
