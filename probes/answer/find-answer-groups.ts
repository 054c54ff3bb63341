/**
 * The brace groups in a text that may be its answer: JSON objects with a field "answer" before all.
 * Owns the search, whose time is bounded whatever the text is; what an answer may be is the
 * contract's.
 */
import { parseJson } from "../../generators/common/parse-json.ts";
import { straightenQuotes } from "./normalise-text.ts";

/** Of all groups that are parsed in one search, in UTF-16 code units. */
const MAX_WORK = 4_000_000;
/** Groups looked at in one search, from the end of the text. */
const MAX_GROUPS = 20_000;
/** Longest group that is no JSON and looked at nevertheless. */
const MAX_LOOSE_LENGTH = 2000;
/** Objects without an answer that are kept. */
const MAX_OTHERS = 8;
const [OPEN, CLOSE] = ["{".charCodeAt(0), "}".charCodeAt(0)];
const LOOSE_KEY = /["']?\banswer["']?\s{0,9}[:=\uff1a]/i;

export type AnswerGroups = {
  /** Field "answer" of the last JSON object that has one; those inside of another one do not count. */
  readonly answer: { readonly value: unknown } | undefined;
  /** What names an answer and is no JSON, such as `{answer: 'U'}`, the last one first. */
  readonly loose: readonly LooseGroup[];
  /** The last JSON objects without an answer, the last one first. */
  readonly others: readonly object[];
};

export type LooseGroup = {
  /** With straight quotation marks. */
  readonly text: string;
  /** Its answer, where other quotation marks were all that was wrong. */
  readonly answer: { readonly value: unknown } | undefined;
};

export function findAnswerGroups(text: string): AnswerGroups {
  let answer: { readonly value: unknown; readonly end: number } | undefined;
  const loose: (LooseGroup & { readonly end: number })[] = [];
  const others: object[] = [];
  let work = 0;
  for (const [start, end] of listGroups(text)) {
    work += end - start;
    if (work > MAX_WORK) break;
    const group = text.slice(start, end);
    const object = parseObject(group);
    if (object === undefined) {
      const isAround = end >= (loose.at(-1)?.end ?? end + 1) || end >= (answer?.end ?? end + 1);
      const item = isAround ? undefined : readLoosely(group);
      if (item !== undefined) loose.push({ ...item, end });
      continue;
    }
    const value = answerOf(object);
    if (value === undefined) {
      if (others.length < MAX_OTHERS) others.push(object);
    } else if (answer === undefined || end >= answer.end) {
      // Groups come from the last to the first opening brace: one around another comes after it.
      answer = { ...value, end };
    }
  }
  return { answer, loose, others };
}

function answerOf(object: object): { readonly value: unknown } | undefined {
  const key = Object.keys(object).findLast((name) => name.toLowerCase() === "answer");
  return key === undefined ? undefined : { value: Reflect.get(object, key) };
}

function readLoosely(group: string): LooseGroup | undefined {
  if (group.length > MAX_LOOSE_LENGTH) return undefined;
  const text = straightenQuotes(group);
  if (!LOOSE_KEY.test(text)) return undefined;
  const object = parseObject(text);
  return { text, answer: object === undefined ? undefined : answerOf(object) };
}

/** The JSON object that is the whole text; undefined when it is something else. */
export function parseObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/**
 * Balanced brace groups, start and end, from the last opening brace to the first; then all from the
 * first to the last brace, for braces within strings are not told apart.
 */
function listGroups(text: string): (readonly [start: number, end: number])[] {
  const starts: number[] = [];
  /** End of the group that begins with the opening brace of the same place in `starts`. */
  const ends: number[] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN) {
      open.push(starts.length);
      starts.push(at);
      ends.push(0);
    } else if (code === CLOSE) {
      const order = open.pop();
      if (order !== undefined) ends[order] = at + 1;
    }
  }
  const groups: (readonly [number, number])[] = [];
  for (let order = starts.length - 1; order >= 0 && groups.length < MAX_GROUPS; order -= 1) {
    const [start = 0, end = 0] = [starts[order], ends[order]];
    if (end > 0) groups.push([start, end]);
  }
  const [first, last] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
  const isKnown = groups.at(-1)?.[0] === first && groups.at(-1)?.[1] === last;
  return first === -1 || last < first || isKnown ? groups : [...groups, [first, last]];
}
