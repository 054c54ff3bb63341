import { describe, expect, test } from "vitest";
import { encodeAnswer, parseAnswer } from "./answer.ts";

test("writes the published format", () => {
  expect(encodeAnswer(0)).toBe('{"answer":0}');
});

describe("reads", () => {
  test.each([
    ['{"answer":12}', 12],
    ['{"answer": "7"}', 7],
    ["{answer: '7'}", 7],
    ['{"answer":{"cell_index":30}}', 30],
    ['{"cellIndex": 5}', 5],
    ['{"move":[9]}', 9],
    ['{"answer":"cell 14"}', 14],
    ['{"answer":-1}', -1],
    ["0", 0],
    [" `12`. ", 12],
    ["[12]", 12],
    ["Cell 12", 12],
    ['First {"answer":1}, no: {"answer":2}. Done {see above}', 2],
  ])("%s", (text, cell) => {
    expect(parseAnswer(text)).toEqual({ ok: true, action: cell });
  });
});

describe("refuses", () => {
  test.each(["", "block the left one", "{}", "{", "12 and 13", "1.5", '{"reason":12}'])(
    "%s: no answer",
    (text) => {
      expect(parseAnswer(text)).toEqual({ ok: false, reason: "no_answer" });
    },
  );

  test.each([
    '{"answer":"U"}',
    '{"answer":1.5}',
    '{"answer":[1,2]}',
    '{"answer":null}',
    '{"answer":3} {"answer":""}',
  ])("%s: illegal answer", (text) => {
    expect(parseAnswer(text)).toEqual({ ok: false, reason: "illegal_answer" });
  });
});
