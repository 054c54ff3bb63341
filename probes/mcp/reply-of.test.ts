import { expect, test } from "vitest";
import { replyOf } from "./reply-of.ts";

test.each<[unknown, string]>([
  ["The answer is 7.", "The answer is 7."],
  ["", ""],
  [{ answer: { x: 1, y: 2 } }, '{"answer":{"x":1,"y":2}}'],
  [{ answer: 0, why: "so" }, '{"answer":0,"why":"so"}'],
  [{ x: 1, y: 2 }, '{"answer":{"x":1,"y":2}}'],
  [[1, 2], '{"answer":[1,2]}'],
  [0, '{"answer":0}'],
  [false, '{"answer":false}'],
  [null, '{"answer":null}'],
])("%j", (given, reply) => {
  expect(replyOf(given)).toBe(reply);
});
