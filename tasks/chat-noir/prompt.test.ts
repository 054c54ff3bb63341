import { expect, test } from "vitest";
import { loadRolloutTemplate } from "../../core/prompt-files.ts";
import { rolloutPromptOf } from "../rollout-prompt.ts";
import { chatNoirTask } from "./index.ts";
import { prompt, rolloutValues } from "./prompt.ts";
import type { ChatNoirState } from "./state.ts";

const rolloutAsked = rolloutPromptOf(chatNoirTask, loadRolloutTemplate("chat-noir"));

const STATE: ChatNoirState = {
  radius: 3,
  blocked: [11, 12, 17, 24, 25],
  cat: 18,
  policy: "medium",
  catRng: 987654321,
  lastBlocked: null,
};

test("the agent is told numbers, budget and format, and nothing of the board or of the cat's rule", () => {
  const text = prompt(STATE, 26);
  expect(text).toContain("numbered 0 to 36");
  expect(text).toContain("26 moves");
  expect(text).toContain('{"answer":<cell>}');
  const other: ChatNoirState = { ...STATE, blocked: [1, 2], cat: 30, policy: "hard", catRng: 5 };
  expect(prompt(other, 26)).toBe(text);
});

test("the rollout is told the whole start, every block and every step of the cat", () => {
  const text = rolloutAsked(STATE, [0, 20, 21]);
  expect(text).toContain("The cat is on cell 18.\nBlocked cells: 11, 12, 17, 24, 25. All others");
  expect(text).toContain(
    "1. Cell 0 turns dark. The cat steps from cell 18 to cell 19.\n2. Cell 20",
  );
  expect(text).toMatch(
    /3\. Cell 21 turns dark\. The cat steps from cell \d+ to cell \d+, on the rim\./,
  );
});

test("a cat that is shut in stays", () => {
  expect(rolloutValues(STATE, [19]).moves).toBe(
    "1. Cell 19 turns dark. The cat is shut in and stays.",
  );
});

test("the state of the cat's generator and its policy are told nowhere", () => {
  const texts = [prompt(STATE, 26), ...Object.values(rolloutValues(STATE, [19]))];
  for (const text of texts) expect(text).not.toMatch(/987654321|medium/);
});

test("without moves nothing is to move", () => {
  expect(rolloutAsked(STATE, [])).toContain("Nothing moves");
});
