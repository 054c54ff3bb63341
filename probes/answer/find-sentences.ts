/**
 * Where a text says its answer in words: after "the answer is" and the like, or after "therefore" at
 * its end. Owns the words; every pattern is bounded, so that the time grows with the text only.
 */
import { MAX_VALUE_LENGTH } from "./contract.ts";
import { unwrapText } from "./normalise-text.ts";

/** Part of a text in which conclusions are looked for, as published. */
export const TAIL_LENGTH = 5000;

/** Marks of Markdown and white space between words. */
const GAP = "[\\s*_`]{0,8}";
const NOUN = "(?:answer|action|move|choice|option|order|sequence|solution|result)";
const PHRASE = new RegExp(
  `\\b(?:${NOUN}${GAP}(?:is|are|was|would be|should be|will be)\\b${GAP}:?` +
    `|(?:final|next|my|best)${GAP}${NOUN}${GAP}:` +
    `|answer${GAP}[:=\\uff1a]` +
    "|I(?: will| would|'ll)?(?: now)? (?:choose|pick|select|play|answer)(?: with)?\\b)",
  "gi",
);
const CONCLUSION = /\b(?:therefore|thus|hence|so)\b/gi;
/** What follows an answer and explains it. */
const EXPLANATION = /[,;(]?\s(?:because|since|as|which|so that|due to)\s/i;
const SENTENCE_END = /[.!?](?=\s|$)|[\r\n]/;
const DENIAL = /\b(?:not|never|neither|nor|cannot|unclear|unknown|impossible)\b|n't\b/i;
/** More words than this are a sentence, not a value. */
const MAX_VALUE_WORDS = 2;

/** What is said after the last explicit phrase; undefined when there is none. */
export function findPhrase(text: string): string | undefined {
  const last = lastMatch(text, PHRASE);
  return last === undefined ? undefined : sentenceFrom(text, last);
}

/** What is said after the last word of conclusion near the end; undefined when there is none. */
export function findConclusion(text: string): string | undefined {
  const tail = text.slice(-TAIL_LENGTH);
  const last = lastMatch(tail, CONCLUSION);
  return last === undefined ? undefined : sentenceFrom(tail, last);
}

/** Whether what is said can be meant as a value, legal or not: a word or two, a number, a group. */
export function isValueLike(said: string): boolean {
  const text = unwrapText(said);
  if (text === "" || isDenied(said)) return false;
  return /^[\d"'[({-]/.test(said.trim()) || text.split(/\s+/).length <= MAX_VALUE_WORDS;
}

/** Whether what is said may take an answer back, such as "not U". */
export function isDenied(said: string): boolean {
  return DENIAL.test(said);
}

function lastMatch(text: string, pattern: RegExp): number | undefined {
  let end: number | undefined;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** From a place to the end of the sentence; the next line where the rest of this one is empty. */
function sentenceFrom(text: string, start: number): string {
  const rest = text.slice(start, start + 2 * MAX_VALUE_LENGTH).replace(/^[\s*_`:]+/, "");
  const said = rest.slice(0, MAX_VALUE_LENGTH);
  const end = SENTENCE_END.exec(said)?.index ?? said.length;
  const sentence = said.slice(0, end);
  return sentence.slice(0, EXPLANATION.exec(sentence)?.index ?? sentence.length).trim();
}
