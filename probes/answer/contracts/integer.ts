/** Answers that are one whole number. */
import type { AnswerContract } from "../contract.ts";
import { unwrapSingle } from "./unwrap-single.ts";

/** A number, with marks around it or not. */
const SAID = /^[\s"'`*_([]{0,20}([+-]?\d{1,16})[\s"'`*_.)\]]{0,20}$/;

/** Bounds, both included. */
export type IntegerRange = { readonly min?: number; readonly max?: number };

/** Whole numbers; digits in a string and a list of one are tolerated. */
export function integerContract({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: IntegerRange = {}): AnswerContract<number> {
  const toLegal = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max
      ? value + 0
      : undefined;
  const readText = (text: string) => {
    const digits = SAID.exec(text)?.[1];
    return digits === undefined ? undefined : toLegal(Number(digits));
  };
  return {
    mode: "integer",
    readValue: (json) => {
      const value = unwrapSingle(json);
      return typeof value === "string" ? readText(value) : toLegal(value);
    },
    readText,
    findOne: (text) => {
      const numbers = text.match(/(?<![\w.])-?\d{1,16}(?![\w]|\.\d)/g) ?? [];
      const distinct = new Set(numbers.map(Number));
      const [only, ...more] = distinct;
      return more.length > 0 ? undefined : toLegal(only);
    },
    isExact: (json) => toLegal(json) !== undefined,
    areEqual: (a, b) => a === b,
  };
}
