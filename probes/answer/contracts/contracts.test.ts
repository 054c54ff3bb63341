import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnswerContract } from "../contract.ts";
import { type Extraction, extractAnswer } from "../extract-answer.ts";
import { choiceContract } from "./choice.ts";
import { integerContract } from "./integer.ts";
import { sequenceContract } from "./sequence.ts";
import { idListContract, nameListContract } from "./set-lists.ts";
import { textContract } from "./text.ts";

/** Value and method of a reply, or its reason. */
function outcome<Value>(contract: AnswerContract<Value>, text: string): unknown[] {
  const result: Extraction<Value> = extractAnswer(contract, text);
  return result.ok ? [result.value, result.method, result.isFormatValid] : [result.reason];
}

const COLOURS = ["red", "blue", "light blue", "green"];

describe("integer", () => {
  const contract = integerContract({ min: 0, max: 20 });

  test.each<[string, unknown[]]>([
    ['{"answer":0}', [0, "json", true]],
    ['{"answer":"7"}', [7, "json", false]],
    ['{"answer":[7]}', [7, "json", false]],
    ['{"answer":7.5}', ["illegal_json_answer"]],
    ['{"answer":21}', ["illegal_json_answer"]],
    ['{"answer":-0}', [0, "json", true]],
    ['{"answer":[7,8]}', ["illegal_json_answer"]],
    ["I count 3 and 4.\nThe answer is 7.", [7, "phrase", false]],
    ["I count 3 and 4.\nThe answer is **7** holes", [7, "phrase", false]],
    ["The answer is 99.", ["illegal_explicit_answer"]],
    ["7", [7, "scan", false]],
    ["There are 7 holes.", [7, "scan", false]],
    ["There are 7 or 8 holes.", ["no_legal_answer"]],
    ["Many.\nTherefore there are 7", [7, "tail", false]],
    ["7.5", ["no_legal_answer"]],
  ])("%s", (text, expected) => {
    expect(outcome(contract, text)).toEqual(expected);
  });
});

describe("choice", () => {
  const contract = choiceContract(["A", "B", "C"]);

  test.each<[string, unknown[]]>([
    ['{"answer":"B"}', ["B", "json", true]],
    ['{"answer":" b "}', ["B", "json", true]],
    ['{"answer":["B"]}', ["B", "json", false]],
    ['{"answer":"option B"}', ["B", "json", false]],
    ['{"answer":"D"}', ["illegal_json_answer"]],
    ['{"answer":2}', ["illegal_json_answer"]],
    ["I choose B.", ["B", "phrase", false]],
    ["The answer is option (B) because a line ends there", ["B", "phrase", false]],
    ["My choice: D", ["illegal_explicit_answer"]],
    ["B) the second one", ["B", "scan", false]],
    ["It is a line.", ["no_legal_answer"]],
  ])("%s", (text, expected) => {
    expect(outcome(contract, text)).toEqual(expected);
  });
});

describe("sets", () => {
  const ids = idListContract([1, 2, 3, 12]);
  const names = nameListContract(COLOURS, { allowEmpty: true });

  test.each<[string, unknown[]]>([
    ['{"answer":[3,1,3]}', [[1, 3], "json", true]],
    ['{"answer":["3",1]}', [[1, 3], "json", false]],
    ['{"answer":2}', [[2], "json", false]],
    ['{"answer":"1, 12"}', [[1, 12], "json", false]],
    ['{"answer":[1,4]}', ["illegal_json_answer"]],
    ['{"answer":[]}', ["illegal_json_answer"]],
    ["The answer is 3, 1 and 12.", [[1, 3, 12], "phrase", false]],
    ["Sheep 1 and sheep 3", [[1, 3], "scan", false]],
    ["None", ["no_legal_answer"]],
  ])("numbers: %s", (text, expected) => {
    expect(outcome(ids, text)).toEqual(expected);
  });

  test.each<[string, unknown[]]>([
    ['{"answer":["Green","red","RED"]}', [["red", "green"], "json", true]],
    ['{"answer":"red"}', [["red"], "json", false]],
    ['{"answer":[]}', [[], "json", true]],
    ['{"answer":"none"}', [[], "json", false]],
    ['{"answer":["red","pink"]}', ["illegal_json_answer"]],
    ["The answer is light-blue and red.", [["red", "light blue"], "phrase", false]],
    ["Thus\nonly light blue ones", [["light blue"], "tail", false]],
  ])("names: %s", (text, expected) => {
    expect(outcome(names, text)).toEqual(expected);
  });

  test("order and repeats mean nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COLOURS)), (chosen) => {
        const value = names.readValue(chosen);
        const other = names.readValue([...chosen, ...chosen].reverse());
        expect(value).toEqual(other);
        expect(value).toEqual(COLOURS.filter((name) => chosen.includes(name)));
      }),
    );
    expect(names.areEqual(["red"], ["red", "blue"])).toBe(false);
    expect(names.areEqual(["blue", "red"], ["red", "blue"])).toBe(true);
  });
});

describe("sequence", () => {
  const contract = sequenceContract(COLOURS, 3);

  test.each<[string, unknown[]]>([
    ['{"answer":["red","Blue","red"]}', [["red", "blue", "red"], "json", true]],
    ['{"answer":"red, blue, red"}', [["red", "blue", "red"], "json", false]],
    ['{"answer":["red","blue"]}', ["illegal_json_answer"]],
    ['{"answer":["red","blue","pink"]}', ["illegal_json_answer"]],
    ["The order is red -> light blue -> red.", [["red", "light blue", "red"], "phrase", false]],
    ["First red, then blue, at last green", [["red", "blue", "green"], "scan", false]],
    ["red, blue", ["no_legal_answer"]],
  ])("%s", (text, expected) => {
    expect(outcome(contract, text)).toEqual(expected);
  });

  test("order counts", () => {
    expect(contract.areEqual(["red", "blue", "red"], ["blue", "red", "red"])).toBe(false);
    expect(contract.areEqual(["red", "blue", "red"], ["red", "blue", "red"])).toBe(true);
  });
});

describe("text", () => {
  const contract = textContract();

  test.each<[string, unknown[]]>([
    ['{"answer":"Trefoil"}', ["Trefoil", "json", true]],
    ['{"answer":""}', ["illegal_json_answer"]],
    ["The answer is trefoil.", ["trefoil", "phrase", false]],
    ["trefoil", ["trefoil", "scan", false]],
    ["Therefore\nit may be", ["it may be", "tail", false]],
  ])("%s", (text, expected) => {
    expect(outcome(contract, text)).toEqual(expected);
  });

  test("case, width, quotes and white space do not count", () => {
    expect(contract.areEqual("Figure  Eight", "“ｆigure eight”")).toBe(true);
    expect(contract.areEqual("trefoil", "trefoils")).toBe(false);
  });
});

test("names that mean something to patterns", () => {
  const contract = choiceContract(["a+b", "c.d", "(e)"]);
  expect(outcome(contract, "So it is a+b, surely")).toEqual(["a+b", "scan", false]);
  expect(outcome(contract, '{"answer":"cxd"}')).toEqual(["illegal_json_answer"]);
});
