import { describe, expect, test } from "vitest";
import { encodeAnswer, parseAnswer } from "./answer.ts";

test("writes the published format", () => {
  expect(encodeAnswer("U")).toBe('{"answer":"U"}');
});

describe("reads", () => {
  test.each([
    ['{"answer":"U"}', "U"],
    ['{"answer": "d"}', "D"],
    ['{"move":"L"}', "L"],
    ['{"response":{"answer":"R"}}', "R"],
    ["{answer: U}", "U"],
    ["{'answer': 'R'}", "R"],
    ['First {"answer":"U"}, no: {"answer":"R"}. See {above}.', "R"],
    ['Up is best.\n```json\n{"answer":"U"}\n```\n', "U"],
    ["U", "U"],
    [" r.\n", "R"],
    ['"L"', "L"],
  ])("%s", (text, action) => {
    expect(parseAnswer(text)).toEqual({ ok: true, action });
  });
});

describe("refuses", () => {
  test.each(["", "no idea", "{", "{}", "go U now", "Up", "U R"])("%j: no answer", (text) => {
    expect(parseAnswer(text)).toEqual({ ok: false, reason: "no_answer" });
  });

  test.each([
    '{"answer":"X"}',
    '{"answer":"up"}',
    '{"answer":1}',
    '{"answer":"U"} {"answer":""}',
    "x",
  ])("%j: not a move, and nothing else is tried", (text) => {
    expect(parseAnswer(text)).toEqual({ ok: false, reason: "illegal_answer" });
  });
});
