/** Answers that are sets: lists whose order and repeats mean nothing. */
import { type AnswerContract, MAX_VALUE_LENGTH } from "../contract.ts";
import { integerContract } from "./integer.ts";
import { createLegalNames } from "./legal-names.ts";
import { isEmptyList, splitList } from "./split-list.ts";

export type SetOptions = {
  /** Whether no element at all is an answer. @default false */
  readonly allowEmpty?: boolean;
};

/** Sets of numbers. @param ids the legal ones */
export function idListContract(
  ids: readonly number[],
  { allowEmpty = false }: SetOptions = {},
): AnswerContract<readonly number[]> {
  const legal = new Set(ids);
  const integer = integerContract();
  const find = (item: unknown) => {
    const id = integer.readValue(item) ?? readNumbered(item);
    return id !== undefined && legal.has(id) ? id : undefined;
  };
  return setContract<number>({
    mode: "id_list",
    allowEmpty,
    find,
    mentions: (text) =>
      [...text.matchAll(/(?<![\w.])\d{1,9}(?![\w]|\.\d)/g)].map(([digits]) => Number(digits)),
    isLegal: (id) => legal.has(id),
    sort: (chosen) => [...new Set(chosen)].sort((a, b) => a - b),
    isItem: (item) => typeof item === "number",
  });
}

/** "sheep 3", "#3" */
function readNumbered(item: unknown): number | undefined {
  if (typeof item !== "string") return undefined;
  const digits = /^[^\d.,-]{0,20}?(\d{1,9})$/.exec(item)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Sets of names.
 *
 * @param names the legal ones; they come back in this order
 */
export function nameListContract(
  names: readonly string[],
  { allowEmpty = false }: SetOptions = {},
): AnswerContract<readonly string[]> {
  const legal = createLegalNames(names);
  return setContract<string>({
    mode: "name_list",
    allowEmpty,
    find: legal.find,
    mentions: legal.mentions,
    isLegal: () => true,
    sort: legal.sort,
    isItem: (item) => typeof item === "string",
  });
}

type SetParts<Item> = {
  readonly mode: string;
  readonly allowEmpty: boolean;
  /** The legal element that a JSON value or a text is. */
  readonly find: (item: unknown) => Item | undefined;
  /** Elements that a sentence names. */
  readonly mentions: (text: string) => readonly Item[];
  readonly isLegal: (item: Item) => boolean;
  readonly sort: (items: readonly Item[]) => readonly Item[];
  /** Whether a JSON value has the right type. */
  readonly isItem: (item: unknown) => boolean;
};

function setContract<Item extends string | number>(
  parts: SetParts<Item>,
): AnswerContract<readonly Item[]> {
  const { mode, allowEmpty, find, mentions, isLegal, sort, isItem } = parts;
  const toSet = (items: readonly unknown[]): readonly Item[] | undefined => {
    if (items.length === 0) return allowEmpty ? [] : undefined;
    const found = items.map(find).filter((item) => item !== undefined);
    return found.length === items.length ? sort(found) : undefined;
  };
  const readText = (text: string) => {
    if (text.length > MAX_VALUE_LENGTH) return undefined;
    const items = splitList(text);
    return items.length > 0 || isEmptyList(text) ? toSet(items) : undefined;
  };
  return {
    mode,
    readValue: (json) => {
      if (Array.isArray(json)) return toSet(json);
      return typeof json === "string" ? readText(json) : toSet([json]);
    },
    readText,
    findOne: (text) => {
      const said = mentions(text);
      return said.length > 0 && said.every(isLegal) ? sort(said) : undefined;
    },
    isExact: (json) => Array.isArray(json) && json.every(isItem) && toSet(json) !== undefined,
    areEqual: (a, b) => a.length === b.length && a.every((item) => b.includes(item)),
  };
}
