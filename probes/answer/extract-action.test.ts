import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import { extractAction } from "./extract-action.ts";

const pipe = TASKS.get("pipe");
const stroke = TASKS.get("one-stroke");
const untangle = TASKS.get("untangle");

/** Legal moves of some states of every task, as (task, action). */
const CASES = TASKS.items.flatMap((task) =>
  [1, 2, 3].flatMap((seed) => {
    const actions = task.legalActions(task.initialState(task.generate("easy", seed)));
    return actions.slice(0, 12).map((action) => ({ task, action: action as unknown }));
  }),
);
const move = fc.constantFrom(...CASES);
/** Prose that says no move: words of lower-case letters, and marks. */
const prose = fc
  .array(
    fc.constantFrom("look", "at", "the", "left", "piece", "then", "it's", "first", "-", "\n"),
    {
      maxLength: 30,
    },
  )
  .map((words) => words.join(" "));

describe("what every task's own answers come through", () => {
  test("alone: the only valid format", () => {
    fc.assert(
      fc.property(move, fc.constantFrom("", " ", "\n\n"), ({ task, action }, space) => {
        expect(extractAction(task, `${space}${task.encodeAnswer(action)}${space}`)).toEqual({
          ok: true,
          action,
          method: "json",
          isFormatValid: true,
        });
      }),
    );
  });

  test("in prose, in fences, after reasoning: read, but not the format", () => {
    const wraps: readonly ((answer: string, words: string) => string)[] = [
      (answer, words) => `${words} here: ${answer}`,
      (answer, words) => `${answer}\n${words} that.`,
      (answer, words) => `${words}\n\`\`\`json\n${answer}\n\`\`\`\n${words}.`,
      (answer, words) => `**Reasoning:** {${words}} and [${words}]\n\n**Answer:** \`${answer}\``,
      (answer) => `{"reasoning":"a { brace } and \\"quotes\\"",${answer.slice(1)}`,
      (answer) => `{"steps":[{"note":"{"}],"result":${answer}}`,
    ];
    fc.assert(
      fc.property(move, prose, fc.constantFrom(...wraps), ({ task, action }, words, wrap) => {
        const text = wrap(task.encodeAnswer(action), words);
        expect(extractAction(task, text)).toEqual({
          ok: true,
          action,
          method: "json",
          isFormatValid: false,
        });
      }),
    );
  });

  test("the last of several counts", () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 6 }), prose, (moves, words) => {
        const last = moves.at(-1);
        if (last === undefined) return;
        const same = moves.filter(({ task }) => task === last.task);
        const text = same
          .map(({ task, action }) => `${words} ${task.encodeAnswer(action)}`)
          .join("\nNo, wait.\n");
        expect(extractAction(last.task, text)).toMatchObject({ ok: true, action: last.action });
      }),
    );
  });

  test("thoughts do not count, and do not spoil the format", () => {
    fc.assert(
      fc.property(
        move,
        prose,
        fc.constantFrom("<think>", "<THINKING>", ""),
        ({ task, action }, words, open) => {
          const close = open === "" ? "</think>" : open.replace("<", "</");
          const thought = task.encodeAnswer(CASES.find((other) => other.task === task)?.action);
          const text = `${open}${words} ${thought}${close}\n\n${task.encodeAnswer(action)}`;
          expect(extractAction(task, text)).toMatchObject({ action, isFormatValid: true });
        },
      ),
    );
  });

  test("quotation marks of other languages", () => {
    const marks = fc.constantFrom("“”", "„“", "«»", "「」", "＂＂", "‘’", "''");
    fc.assert(
      fc.property(move, marks, ({ task, action }, [open, close]) => {
        let isOpen = false;
        const text = task.encodeAnswer(action).replace(/"/g, () => {
          isOpen = !isOpen;
          return (isOpen ? open : close) ?? "";
        });
        expect(extractAction(task, `Voilà :\n${text}`)).toEqual({
          ok: true,
          action,
          method: "scan",
          isFormatValid: false,
        });
      }),
    );
  });

  test("any text gives a result, and a valid format is one object with one key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), move, (text, { task }) => {
        const result = extractAction(task, text);
        if (result.isFormatValid) expect(Object.keys(JSON.parse(text))).toEqual(["answer"]);
      }),
    );
  });
});

describe("json", () => {
  test.each([
    ["another value", '{"answer":{"x":1.5,"y":2}}'],
    ["a key missing", '{"answer":{"x":1}}'],
    ["null", '{"answer":null}'],
    ["a text", 'I looked well. {"answer":"the source"} The answer is (1, 2).'],
    ["the last one illegal", '{"answer":{"x":1,"y":2}} or rather {"answer":"no"}'],
  ])("an answer that is no move is final: %s", (_, text) => {
    expect(extractAction(pipe, text)).toEqual({
      ok: false,
      method: "json",
      reason: "illegal_json_answer",
      isFormatValid: false,
    });
  });

  test("an answer wins over objects without one, and over those inside it", () => {
    const text =
      '{"answer":{"x":0,"y":0}} no: {"answer":{"x":1,"y":2},"others":[{"answer":{"x":3,"y":3}},' +
      '{"answer":{"x":2,"y":2}}]} I had {"x":0,"y":0} in mind';
    expect(extractAction(pipe, text)).toMatchObject({ ok: true, action: { x: 1, y: 2 } });
  });

  test("the format of the prompt, repeated, is no answer", () => {
    const text = 'As {"answer":{"x":<column>,"y":<row>}}: the answer is (2, 3).';
    expect(extractAction(pipe, text)).toMatchObject({ action: { x: 2, y: 3 }, method: "phrase" });
  });

  test.each([
    [{ x: 1, y: 2 }, '{"answer":{"action":{"x":1,"y":2}}}'],
    [{ x: 1, y: 2 }, '{"Answer": {"y": 2, "x": 1}}'],
    [{ x: 1, y: 2 }, '{"answer":[1,2]}'],
  ])("other notations of JSON: %j", (action, text) => {
    const expected = { ok: true, action, method: "json", isFormatValid: false };
    expect(extractAction(pipe, text)).toEqual(expected);
  });

  test("the order of keys is no matter of format, more keys and other case are", () => {
    expect(extractAction(pipe, '{ "answer": {"y": 2, "x": 1} }').isFormatValid).toBe(true);
    expect(extractAction(pipe, '{"answer":{"x":1,"y":2,"z":3}}').isFormatValid).toBe(false);
    expect(extractAction(pipe, '{"answer":{"x":1,"y":2},"why":""}').isFormatValid).toBe(false);
    expect(extractAction(stroke, '{"answer":"u"}')).toMatchObject({
      action: "U",
      isFormatValid: false,
    });
  });
});

describe("objects that are no JSON with an answer", () => {
  test.each([
    ["scan", "I see.\n{'answer': {'x': 1, 'y': 2,}}"],
    ["scan", "I see.\n{“answer”: {“x”: 1, “y”: 2}}\nYes."],
    ["scan", 'I see.\n```json\n{"move":{"x":1,"y":2}}\n```'],
    ["scan", 'I see.\n{"x":1,"y":2}'],
    ["phrase", "I see.\n{answer: {x: 1, y: 2}}"],
    ["phrase", 'I see {"x":0,"y":0}.\nThe answer is {"x":1,"y":2}.'],
  ])("%s: %s", (method, text) => {
    expect(extractAction(pipe, text)).toEqual({
      ok: true,
      action: { x: 1, y: 2 },
      method,
      isFormatValid: false,
    });
  });
});

describe("words", () => {
  test.each([
    ["phrase", "The final answer is U."],
    ["phrase", "I looked left.\n\n**Final answer:** **U**"],
    ["phrase", "I choose U because D is shut."],
    ["phrase", "My next move is U, since L leads nowhere"],
    ["phrase", "The answer is D. No: the answer is:\n\nU"],
    ["scan", "U"],
    ["scan", "`U`"],
    ["scan", "Go U!"],
    ["tail", "D is shut.\nL is, too.\nTherefore U."],
    ["tail", "D is shut, so I take\nthe other one; thus U it is"],
  ])("%s: %s", (method, text) => {
    expect(extractAction(stroke, text)).toEqual({
      ok: true,
      action: "U",
      method,
      isFormatValid: false,
    });
  });

  test.each([
    ["phrase", "The next move is x=2, y=1."],
    ["phrase", "Next move: turn x=2,y=1"],
    ["phrase", "The answer is to turn the piece at (2, 1) once."],
    ["scan", "(2, 1)"],
    ["scan", "2,1"],
    ["scan", "Turn [2, 1]"],
    ["tail", "Much to see.\nTherefore I turn (2, 1)."],
    ["phrase", "Much to see.\nTherefore I choose the cell 2, 1"],
  ])("a cell, %s: %s", (method, text) => {
    expect(extractAction(pipe, text)).toMatchObject({ action: { x: 2, y: 1 }, method });
  });

  test("four numbers", () => {
    const action = { src_row: 1, src_col: 2, tgt_row: 3, tgt_col: 4 };
    expect(extractAction(untangle, "I choose [1, 2, 3, 4].")).toMatchObject({ action });
    expect(
      extractAction(untangle, "Thus\nsrc_row=1, src_col=2, tgt_row=3, tgt_col=4"),
    ).toMatchObject({ action, method: "tail" });
  });

  test.each([
    ["phrase", "illegal_explicit_answer", "My answer is up."],
    ["phrase", "illegal_explicit_answer", "The answer is 17."],
    ["unclear", "no_legal_answer", "The answer is not U."],
    ["unclear", "no_legal_answer", "It could be U.\nIt could be D."],
    ["unclear", "no_legal_answer", "U or D"],
    ["unclear", "no_legal_answer", "Therefore U or D.\n"],
    ["unclear", "empty_response", " \n"],
    ["unclear", "empty_response", '<think>{"answer":"U"} is what I'],
  ])("%s, %s: %s", (method, reason, text) => {
    expect(extractAction(stroke, text)).toEqual({
      ok: false,
      method,
      reason,
      isFormatValid: false,
    });
  });

  test("several cells are none", () => {
    expect(extractAction(pipe, "Turn (2, 1) and (1, 1)").ok).toBe(false);
    expect(extractAction(pipe, "Turn x=2, y=1, then x=1, y=1").ok).toBe(false);
  });
});
