import { describe, expect, test } from "vitest";
import { encodeAnswer, parseAnswer } from "./answer.ts";

test("writes the published format", () => {
  expect(encodeAnswer({ x: 2, y: 0 })).toBe('{"answer":{"x":2,"y":0}}');
});

describe("reads", () => {
  test.each([
    ['{"answer":{"x":2,"y":1}}', 2, 1],
    ['{"x":0,"y":0}', 0, 0],
    ['{"move":{"x":3,"y":4}}', 3, 4],
    ['{"action":[1,2]}', 1, 2],
    ['{"response":{"answer":{"x":1,"y":3}}}', 1, 3],
    ["[4, 0]", 4, 0],
    ['{"answer":{"cell_index":7}}', 3, 1],
    ['{"action_index":0}', 0, 0],
    ['{"answer":{"x":-1,"y":9}}', -1, 9],
    ['First {"answer":{"x":0,"y":0}}, no: {"answer":{"x":2,"y":2}}. Done {see above}', 2, 2],
    ["The tee is wrong. {x: 1, y: 3}", 1, 3],
    ["{'x': '2', 'y': '0'}", 2, 0],
    ["a stray { and then {x = 1, y = 0}", 1, 0],
    ['[0,1] is fine, but {"answer":{"x":2,"y":1}} is better', 2, 1],
  ])("%s", (text, x, y) => {
    expect(parseAnswer(text, 4)).toEqual({ ok: true, action: { x, y } });
  });
});

describe("refuses", () => {
  test.each([
    "",
    "turn the left one",
    "{}",
    '{"answer":{"x":1}}',
    '{"answer":{"x":1.5,"y":2}}',
    '{"answer":"U"}',
    "[1,2,3]",
    "{x: 1.5, y: 2}",
  ])("%s", (text) => {
    expect(parseAnswer(text, 4)).toEqual({ ok: false, reason: "no_answer" });
  });

  test("a cell index when the board's size is not known", () => {
    expect(parseAnswer('{"cell_index":7}')).toEqual({ ok: false, reason: "needs_grid_size" });
  });
});
