/** Answers that are one of several names, such as option letters. */
import type { AnswerContract } from "../contract.ts";
import { createLegalNames } from "./legal-names.ts";
import { unwrapSingle } from "./unwrap-single.ts";

/** @param options legal answers, as they are written; compared without case */
export function choiceContract(options: readonly string[]): AnswerContract<string> {
  const legal = createLegalNames(options);
  const readText = (text: string) =>
    // "option B", "(B)", "B) the red one"
    legal.find(text) ?? legal.find(/^\W{0,3}(?:option|choice)\s{1,3}(.+)$/i.exec(text)?.[1]);
  return {
    mode: "choice",
    readValue: (json) => {
      const value = unwrapSingle(json);
      return typeof value === "string" ? readText(value) : undefined;
    },
    readText,
    findOne: (text) => {
      const [only, ...more] = new Set(legal.mentions(text));
      return more.length > 0 ? undefined : only;
    },
    isExact: (json) => typeof json === "string" && legal.find(json) !== undefined,
    areEqual: (a, b) => a === b,
  };
}
