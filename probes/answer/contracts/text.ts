/** Answers that are free text. */
import { type AnswerContract, MAX_VALUE_LENGTH } from "../contract.ts";
import { normaliseName, unwrapText } from "../normalise-text.ts";
import { unwrapSingle } from "./unwrap-single.ts";

/** Any text of 1 to 500 characters; compared without case, width, quotes and white space around it. */
export function textContract(): AnswerContract<string> {
  const toLegal = (text: string) => {
    const value = text.length > MAX_VALUE_LENGTH ? "" : unwrapText(text);
    return value === "" ? undefined : value;
  };
  return {
    mode: "text",
    readValue: (json) => {
      const value = unwrapSingle(json);
      if (typeof value === "number") return String(value);
      return typeof value === "string" ? toLegal(value) : undefined;
    },
    readText: toLegal,
    // Any words would do: a sentence is no evidence of an answer.
    findOne: () => undefined,
    isExact: (json) => typeof json === "string" && toLegal(json) !== undefined,
    areEqual: (a, b) => normaliseName(a) === normaliseName(b),
  };
}
