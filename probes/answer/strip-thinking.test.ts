import { expect, test } from "vitest";
import { stripThinking } from "./strip-thinking.ts";

test.each([
  ["no thought", "U", "U"],
  ["one", "<think>D?</think> U", "U"],
  ["several, text between them", "a<think>x</think>b<thinking>y</thinking>c", "a b c"],
  ["opened by the server", "D is shut</think>\nU", "U"],
  ["cut off", "U <think>or D", "U"],
  ["opened twice", "<think>a<think>b</think>U", "U"],
  ["nothing but a thought", "<think>U", ""],
  ["other tags", "<thinker>U</thinker>", "<thinker>U</thinker>"],
])("%s", (_, text, expected) => {
  expect(stripThinking(text)).toBe(expected);
});
