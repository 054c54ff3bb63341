import { describe, expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import { extractAction } from "./extract-action.ts";

const pipe = TASKS.get("pipe");
const stroke = TASKS.get("one-stroke");
const untangle = TASKS.get("untangle");

describe("time", () => {
  const MB = 1_000_000;
  const LONGEST_MS = 1500;
  const answer = '{"answer":{"x":1,"y":2}}';
  const repeat = (text: string) => text.repeat(Math.ceil(MB / text.length)).slice(0, MB);

  test.each([
    ["{", ""],
    ["}", ""],
    ["[", ""],
    ["{}", ""],
    ['{"answer":', "}".repeat(MB / 10)],
    ['{"answer":{"a":', "}".repeat(MB / 8)],
    ["{'answer': ", "}".repeat(MB / 10)],
    ['"', ""],
    ['{"', ""],
    [" ", ""],
    ["\n", ""],
    ["answer is ", ""],
    ["the final answer is * _ ` ", ""],
    ["so ", ""],
    ["<think>", ""],
    ["</think><think>", ""],
    ["(((((", ""],
    ["1,", ""],
    ["-", ""],
    ["U D ", ""],
    ["“", ""],
    ['\\"', ""],
    ["a", ""],
  ])("1 MB of %j, before an answer and without", (unit, close) => {
    const long = `${repeat(unit)}${close}`;
    for (const task of [pipe, stroke, untangle]) {
      const startMs = performance.now();
      extractAction(task, long);
      const last = extractAction(task, `${long}</think>\n${answer}`);
      expect(performance.now() - startMs).toBeLessThan(LONGEST_MS);
      if (task === pipe) expect(last).toMatchObject({ ok: true, action: { x: 1, y: 2 } });
    }
  });

  test("1 MB as the value", () => {
    const startMs = performance.now();
    for (const unit of [" ", "_", "1, ", "u", "[["]) {
      const text = JSON.stringify({ answer: repeat(unit) });
      expect(extractAction(stroke, text).ok).toBe(false);
    }
    expect(performance.now() - startMs).toBeLessThan(LONGEST_MS);
  });
});
