import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getTask } from "../../tasks/registry.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import {
  agentOf,
  type ChatLine,
  newRunPath,
  PIPE_BOARD,
  pipe,
  play,
  solution,
} from "./testing/agent-suite.ts";
import { createFilmer, createPainter } from "./testing/rollout-makers.ts";
import { imagine, lastText, picturesOf, rolesOf } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD);
const [first = ""] = plan;

describe("none", () => {
  test("keeps the first turn and the last two, with answers alone", async () => {
    const chatty = plan.map((answer) => `<think>deep</think>I looked long.\n${answer}`);
    chatty[1] = "I give up.";
    const reasoner = createScriptedChat([...chatty.slice(0, 2), plan[1] ?? "", ...chatty.slice(2)]);
    const { chat, episode } = await play({ condition: "none", reasoner });
    const lines = chat();
    expect(episode).toMatchObject({ success: true, world: { invalid: 1 } });
    expect(rolesOf(lines[0] as ChatLine)).toEqual(["user"]);
    expect(rolesOf(lines[5] as ChatLine)).toEqual([
      ...["user", "assistant", "user", "assistant", "user", "assistant", "user"],
    ]);
    expect(picturesOf(lines[5] as ChatLine)).toEqual([
      ...["step-00.png", "step-03.png", "step-04.png", "step-05.png"],
    ]);
    const said = (lines[3] as ChatLine).request.messages.flatMap(({ role, text }) =>
      role === "assistant" ? [text] : [],
    );
    expect(said[0]).toBe(first);
    expect(said[1]).toContain("no answer in the format");
    expect(lines.every(({ request }) => request.tools.length === 0)).toBe(true);
    expect(agentOf(episode)).not.toHaveProperty("toolProtocol");
  });

  test("the goal of swap is shown beside the board, in every turn", async () => {
    const swap = getTask("swap");
    const board = swap.generate("medium", 201);
    const reasoner = createScriptedChat(solution(swap, board));
    const { chat } = await play({ condition: "none", reasoner, instances: [board] });
    expect(picturesOf(chat()[1] as ChatLine)).toEqual([
      ...["step-00.png", "goal.png", "step-01.png", "goal.png"],
    ]);
  });
});

describe("text", () => {
  test("asks for words, then for the answer with the words before it", async () => {
    const script = plan.flatMap((answer, i) => [`<think>x</think>Words ${i}. ${first}`, answer]);
    const { chat, episode } = await play({
      condition: "text",
      reasoner: createScriptedChat(script),
    });
    const { steps, usage } = agentOf(episode);
    expect(episode).toMatchObject({ success: true, world: { steps: plan.length } });
    expect(usage).toMatchObject({ calls: 2 * plan.length, promptTokens: 200 * plan.length });
    expect(steps[1]).toMatchObject({
      calls: 2,
      reply: plan[1],
      imaginations: [{ kind: "text", prompt: `Words 1. ${first}`, warnings: [] }],
    });
    const answering = chat()[1] as ChatLine;
    expect(rolesOf(answering)).toEqual(["user", "assistant", "user"]);
    expect(answering.request.messages[1]?.text).toBe(`Words 0. ${first}`);
    expect(lastText(answering)).toContain("your own words");
    // Words are not kept once the answer is there.
    expect((chat()[2] as ChatLine).request.messages[1]?.text).toBe(first);
  });

  test("no words are recorded as such", async () => {
    const reasoner = createScriptedChat(plan.flatMap((answer) => ["", answer]));
    const { episode } = await play({ condition: "text", reasoner });
    expect(agentOf(episode).steps[0]?.imaginations[0]).toMatchObject({ skipped: "empty_prompt" });
  });
});

test("the same instance has the same first words, observation and budget in every condition", async () => {
  const texts: string[] = [];
  const pictures: Buffer[] = [];
  for (const condition of ["none", "text", "image", "video"] as const) {
    const runPath = newRunPath();
    const generator =
      condition === "image" ? createPainter() : condition === "video" ? createFilmer() : undefined;
    const replies = condition === "text" ? plan.flatMap((a) => ["w", a]) : plan;
    const script = condition === "video" ? [imagine("w", "imagine_video"), ...replies] : replies;
    const { chat, episode } = await play({
      ...{ condition, reasoner: createScriptedChat(script), runPath },
      ...(generator === undefined ? {} : { generator }),
    });
    expect(episode).toMatchObject({ success: true, world: { steps: plan.length } });
    texts.push(lastText(chat()[0]));
    pictures.push(readFileSync(join(runPath, "episodes", PIPE_BOARD.id, "step-00.png")));
  }
  const shared = (texts[0] ?? "").replace(/\nState 0\.$/, "");
  for (const text of texts) expect(text.startsWith(shared)).toBe(true);
  for (const picture of pictures) expect(picture.equals(pictures[0] as Buffer)).toBe(true);
});
