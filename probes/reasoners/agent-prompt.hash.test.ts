import { expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import {
  AGENT_CONDITIONS,
  type AgentCondition,
  type AgentPrompt,
  createAgentPrompt,
  type PromptStyle,
} from "./agent-prompt.ts";
import { AGENT_TEXT_NAMES, type AgentTexts, loadAgentTexts } from "./agent-texts.ts";

const texts = loadAgentTexts();
const pipe = TASKS.get("pipe");
const untangle = TASKS.get("untangle");

function promptOf(
  task: AnyTask,
  condition: AgentCondition,
  more: { readonly style?: PromptStyle; readonly texts?: AgentTexts } = {},
): AgentPrompt {
  return createAgentPrompt({ texts, task, condition, tier: "easy", ...more });
}

const state = startOf(pipe);

test("differ by condition, budget, size, style and pictures; not by anything hidden", () => {
  const hashes = AGENT_CONDITIONS.map((condition) => promptOf(pipe, condition).sha256(state, 9));
  expect(new Set(hashes).size).toBe(AGENT_CONDITIONS.length);
  const none = promptOf(pipe, "none");
  expect(none.sha256(state, 10)).not.toBe(none.sha256(state, 9));
  const other = pipe.initialState(pipe.generate("easy", 2));
  expect(none.sha256(other, 9)).toBe(none.sha256(state, 9));
  const larger = pipe.initialState(pipe.generate("hard", 2));
  expect(none.sha256(larger, 9)).not.toBe(none.sha256(state, 9));
  const few = createAgentPrompt({
    ...{ texts, task: pipe, condition: "image", tier: "easy", maxPictures: 0 },
  });
  expect(few.sha256(state, 9)).not.toBe(promptOf(pipe, "image").sha256(state, 9));
  const ropes = startOf(untangle);
  expect(promptOf(untangle, "none", { style: "published" }).sha256(ropes, 9)).not.toBe(
    promptOf(untangle, "none").sha256(ropes, 9),
  );
});

test("differ by the words of every text that the condition uses, and by no other", () => {
  const changedBy = (condition: AgentCondition) =>
    AGENT_TEXT_NAMES.filter((name) => {
      const file = { ...texts[name], text: `${texts[name].text} More.`, sha256: "0".repeat(64) };
      const changed = promptOf(pipe, condition, { texts: { ...texts, [name]: file } });
      return changed.sha256(state, 9) !== promptOf(pipe, condition).sha256(state, 9);
    });
  expect(changedBy("none")).toEqual(["first", "later", "past-invalid"]);
  expect(changedBy("text")).toEqual([
    ...["first", "past-invalid", "text", "text-later", "text-result"],
  ]);
  for (const what of ["image", "video"] as const) {
    const own = AGENT_TEXT_NAMES.filter((name) => name.startsWith(what));
    expect(changedBy(what)).toEqual([
      ...["first", "later", "past-invalid"],
      ...own,
      "tool-imagined",
      "tool-none",
    ]);
  }
});

test("are those of the files", () => {
  for (const name of AGENT_TEXT_NAMES) {
    expect(texts[name].name).toBe(`prompts/agent/${name}.md`);
    expect(texts[name].sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

function startOf(task: AnyTask): unknown {
  return task.initialState(task.generate("easy", 1));
}
