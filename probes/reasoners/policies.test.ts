import { expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { oracleReasoner } from "./oracle.ts";
import { randomReasoner, seedOfStep } from "./random.ts";
import { createScriptedChat, createScriptedPolicy } from "./scripted.ts";

const pipe = TASKS.get("pipe");
const start = () => pipe.initialState(pipe.generate("easy", 1));

test.each(TASKS.items.map((task) => [task.id, task] as const))(
  "oracle solves %s within the budget, move by move",
  (_, task) => {
    for (const tier of ["easy", "medium"] as const) {
      const instance = task.generate(tier, 2);
      let state: unknown = task.initialState(instance);
      for (let step = 0; step < instance.actionBudget && !task.isSolved(state); step += 1) {
        const parsed = task.parseAnswer(oracleReasoner.answer(task, state, step));
        if (!parsed.ok) throw new Error(parsed.reason);
        const result = task.step(state, parsed.action);
        if (!result.ok) throw new Error(result.reason);
        state = result.state;
      }
      expect(task.isSolved(state)).toBe(true);
    }
  },
);

test("oracle without a plan takes the first legal action, and says when there is none", () => {
  const lost = { ...pipe, solve: () => null };
  const [first] = pipe.legalActions(start());
  expect(oracleReasoner.answer(lost, start(), 0)).toBe(pipe.encodeAnswer(first));
  const stuck = { ...lost, legalActions: () => [] };
  expect(() => oracleReasoner.answer(stuck, start(), 0)).toThrow("expected a legal action");
  expect(() => randomReasoner.answer(stuck, start(), 0)).toThrow("expected a legal action");
});

test("random: the seed decides, and every legal action comes as often as any other", () => {
  const state = start();
  const legal = pipe.legalActions(state).map((action) => pipe.encodeAnswer(action));
  const counts = new Map(legal.map((answer) => [answer, 0]));
  const draws = 200 * legal.length;
  for (let seed = 0; seed < draws; seed += 1) {
    const answer = randomReasoner.answer(pipe, state, seed);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  expect([...counts.keys()]).toEqual(legal);
  // Binomial(n, 1/k) around 200: five standard deviations are 71.
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(71);
  expect(randomReasoner.answer(pipe, state, 5)).toBe(randomReasoner.answer(pipe, state, 5));
});

test("seeds of steps: in range, each its own", () => {
  const seeds = Array.from({ length: 100 }, (_, step) => seedOfStep("pipe-easy-1", step));
  expect(new Set(seeds).size).toBe(100);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  expect(seedOfStep("pipe-easy-1", 0)).toBe(seeds[0]);
  expect(seedOfStep("pipe-easy-2", 0)).not.toBe(seeds[0]);
});

test("a scripted policy says its answers, and no more", () => {
  const policy = createScriptedPolicy(["a", ""]);
  expect([0, 1].map((seed) => policy.answer(pipe, start(), seed))).toEqual(["a", ""]);
  expect(() => policy.answer(pipe, start(), 2)).toThrow("at most 2 calls");
});

test("a scripted chat says its replies, calls tools, fails, and keeps what it was asked", async () => {
  const chat = createScriptedChat([
    "U",
    { toolCalls: [{ name: "imagine_image", arguments: { prompt: "a" } }] },
    { text: "cut", finishReason: "length", toolCalls: [{ name: "x", arguments: "{no" }] },
    new Error("down"),
  ]);
  const context = startContext();
  const question = [{ role: "user", content: [{ type: "text", text: "?" }] }] as const;
  expect(await chat.toolProtocol(context)).toBe("native");
  expect(await chat.reply(question, [], context)).toMatchObject({
    text: "U",
    finishReason: "stop",
  });
  expect(await chat.reply(question, [], context)).toMatchObject({
    text: "",
    finishReason: "tool_calls",
    toolCalls: [{ id: "call-0", name: "imagine_image", arguments: '{"prompt":"a"}' }],
  });
  expect(await chat.reply(question, [], context)).toMatchObject({
    finishReason: "length",
    toolCalls: [{ id: "call-1", arguments: "{no" }],
  });
  await expect(chat.reply(question, [], context)).rejects.toThrow("down");
  expect(chat.asked).toHaveLength(4);
  expect(chat.asked[0]?.messages).toEqual(question);
});
