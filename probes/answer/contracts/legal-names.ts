/**
 * A closed set of names and where a text says them: what choices, lists of names and sequences have
 * in common. Names are compared without case, width, quotes and white space around them.
 */
import { MAX_VALUE_LENGTH } from "../contract.ts";
import { normaliseName } from "../normalise-text.ts";

export type LegalNames = {
  /** The name as it is written in the set; undefined when it is none of them. */
  readonly find: (value: unknown) => string | undefined;
  /** Every mention as a whole word, in the order of the text, repeats included. */
  readonly mentions: (text: string) => readonly string[];
  /** Names in the order of the set, without repeats. */
  readonly sort: (names: Iterable<string>) => readonly string[];
};

export function createLegalNames(names: readonly string[]): LegalNames {
  const byNormal = new Map(names.map((name) => [normaliseName(name), name]));
  const find = (value: unknown) =>
    typeof value === "string" && value.length <= MAX_VALUE_LENGTH
      ? byNormal.get(normaliseName(value))
      : undefined;
  // A longer name before those that it begins with: "light blue" before "light".
  const alternatives = [...byNormal.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[\\s_-]"));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`,
    "giu",
  );
  return {
    find,
    mentions: (text) =>
      alternatives.length === 0
        ? []
        : [...text.normalize("NFKC").matchAll(pattern)].flatMap(([said]) => {
            // One letter in lower case is a word of the sentence: "a", "i".
            if (/^\p{Ll}$/u.test(said) && !names.includes(said)) return [];
            return find(said) ?? [];
          }),
    sort: (chosen) => {
      const set = new Set(chosen);
      return names.filter((name) => set.has(name));
    },
  };
}
