/** Answers that are sequences of names: order and length count, and a name may come twice. */
import { type AnswerContract, MAX_VALUE_LENGTH } from "../contract.ts";
import { createLegalNames } from "./legal-names.ts";
import { splitList } from "./split-list.ts";

/**
 * @param names legal elements, as they are written
 * @param length how many elements an answer has, 1 or more
 */
export function sequenceContract(
  names: readonly string[],
  length: number,
): AnswerContract<readonly string[]> {
  const legal = createLegalNames(names);
  const toSequence = (items: readonly unknown[]): readonly string[] | undefined => {
    const found = items.map(legal.find).filter((item) => item !== undefined);
    return found.length === length && items.length === length ? found : undefined;
  };
  const readText = (text: string) =>
    text.length > MAX_VALUE_LENGTH ? undefined : toSequence(splitList(text));
  return {
    mode: "sequence",
    readValue: (json) => {
      if (Array.isArray(json)) return toSequence(json);
      return typeof json === "string" ? readText(json) : undefined;
    },
    readText,
    findOne: (text) => toSequence(legal.mentions(text)),
    isExact: (json) =>
      Array.isArray(json) &&
      json.every((item) => typeof item === "string") &&
      toSequence(json) !== undefined,
    areEqual: (a, b) => a.length === b.length && a.every((item, at) => item === b[at]),
  };
}
