import { describe, expect, test } from "vitest";
import { encodeAnswer, parseAnswer } from "./answer.ts";

test("writes the published format", () => {
  expect(encodeAnswer({ row: 2, col: 0 })).toBe('{"answer":{"row":2,"col":0}}');
});

describe("reads", () => {
  test.each([
    ['{"answer":{"row":2,"col":1}}', 2, 1],
    ['{"answer": {"col": 3, "row": 0}}', 0, 3],
    ['{"row":0,"column":0}', 0, 0],
    ['{"answer":[1,2]}', 1, 2],
    ["[3, 0]", 3, 0],
    ['{"action":{"r":1,"c":3}}', 1, 3],
    ['{"answer":{"row":-1,"col":9}}', -1, 9],
    ['First {"answer":{"row":0,"col":0}}, no: {"answer":{"row":2,"col":2}}. Done {see}', 2, 2],
    ["Block T. {row: 1, col: 3}", 1, 3],
    ["{'row': '2', 'col': '0'}", 2, 0],
    ["a stray { and then {row = 1, col = 0}", 1, 0],
    ['[0,1] is fine, but {"answer":{"row":2,"col":1}} is better', 2, 1],
  ])("%s", (text, row, col) => {
    expect(parseAnswer(text)).toEqual({ ok: true, action: { row, col } });
  });
});

test.each([
  "",
  "move block T",
  "{}",
  '{"answer":{"row":1}}',
  '{"answer":{"row":1.5,"col":2}}',
  '{"answer":"T"}',
  "[1,2,3]",
  '{"answer":{"arrow":1,"protocol":2}}',
])("refuses %s", (text) => {
  expect(parseAnswer(text)).toEqual({ ok: false, reason: "no_answer" });
});
