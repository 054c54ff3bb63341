import { describe, expect, test } from "vitest";
import { encodeAnswer, parseAnswer } from "./answer.ts";

const ACTION = { src_row: 0, src_col: 2, tgt_row: 4, tgt_col: 1 };

test("writes the published format", () => {
  expect(encodeAnswer(ACTION)).toBe('{"answer":{"src_row":0,"src_col":2,"tgt_row":4,"tgt_col":1}}');
});

describe("reads", () => {
  test.each([
    '{"answer":{"src_row":0,"src_col":2,"tgt_row":4,"tgt_col":1}}',
    '{"src_row":0,"src_col":2,"tgt_row":4,"tgt_col":1}',
    '{"answer": {"tgt_col": 1, "tgt_row": 4, "src_col": 2, "src_row": 0, "note": "blue"}}',
    '{"action":{"source_row":0,"source_col":2,"target_row":4,"target_col":1}}',
    "{answer: {src_row: 0, src_col: 2, tgt_row: 4, tgt_col: 1}}",
    "{'SRC_ROW': 0, 'SRC_COL': 2, 'TGT_ROW': 4, 'TGT_COL': 1}",
    '{"src_row"=0,"src_col"=2,"tgt_row"=4,"tgt_col"=1}',
    '{"answer":{"src_row":"0","src_col":"2","tgt_row":"4","tgt_col":"1"}}',
    "[0, 2, 4, 1]",
    '{"answer":[0,2,4,1]}',
    'The red end.\n```json\n{"answer":{"src_row":0,"src_col":2,"tgt_row":4,"tgt_col":1}}\n```\n',
    'answer: {"src_row":0,"src_col":2,"tgt_row":4,"tgt_col":1}.',
    '{"answer":[9,9,9,9]} is wrong, rather {"answer":[0,2,4,1]} {see above}',
  ])("%s", (text) => {
    expect(parseAnswer(text)).toEqual({ ok: true, action: ACTION });
  });

  test("holes beyond the board: whether they exist is the rules' business", () => {
    expect(parseAnswer('{"answer":{"src_row":-1,"src_col":2,"tgt_row":40,"tgt_col":1}}')).toEqual({
      ok: true,
      action: { src_row: -1, src_col: 2, tgt_row: 40, tgt_col: 1 },
    });
  });
});

describe("refuses", () => {
  test.each([
    "",
    "no idea",
    "{",
    "{}",
    "row 0, col 2 to row 4, col 1",
    '{"src_row":0,"src_col":2,"tgt_row":4}',
    '{"src_row":0.5,"src_col":2,"tgt_row":4,"tgt_col":1}',
    '{"src_row":null,"src_col":2,"tgt_row":4,"tgt_col":1}',
    '{"src_row":99999999999999999999,"src_col":2,"tgt_row":4,"tgt_col":1}',
    "[0, 2, 4]",
    "[0, 2, 4, 1, 3]",
    "[0, 2, 4, x]",
    "[0.5, 2, 4, 1]",
  ])("%j", (text) => {
    expect(parseAnswer(text)).toEqual({ ok: false, reason: "no_answer" });
  });
});
