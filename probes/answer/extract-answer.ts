/**
 * An answer out of what a model wrote, in layers as published: JSON, an explicit phrase, a reply that
 * is one line, the conclusion at its end. The first layer that has a say decides, and is recorded.
 * What an answer may be is the contract's; whether it is right, or legal in a state, is others'.
 */
import { type AnswerContract, MAX_VALUE_LENGTH } from "./contract.ts";
import { type AnswerGroups, findAnswerGroups, parseObject } from "./find-answer-groups.ts";
import { findConclusion, findPhrase, isDenied, isValueLike } from "./find-sentences.ts";
import { straightenQuotes } from "./normalise-text.ts";
import { stripThinking } from "./strip-thinking.ts";

/**
 * The layer that decided. `json`: the last object with an answer, whose illegal value is final.
 * `phrase`: the last "the answer is", "I choose" and the like. `scan`: the whole reply is one line of
 * at most 500 characters; or, beyond what is published, it holds an object that says the answer in
 * another notation, such as `{x: 1, y: 2}`. `tail`: the last "therefore", "thus" or "so" in the last
 * 5000 characters.
 */
export const ANSWER_METHODS = ["json", "phrase", "scan", "tail"] as const;
export type AnswerMethod = (typeof ANSWER_METHODS)[number];

export const NO_ANSWER_REASONS = [
  "empty_response",
  "illegal_json_answer",
  "illegal_explicit_answer",
  "no_legal_answer",
] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];

/** Why there is no answer; `unclear` is the method where no layer had a say. */
export type NoAnswer = {
  readonly ok: false;
  readonly method: AnswerMethod | "unclear";
  readonly reason: NoAnswerReason;
  readonly isFormatValid: false;
};

export type Extraction<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      readonly method: AnswerMethod;
      /** The whole reply, thoughts aside, is one object with "answer" alone, of the right type. */
      readonly isFormatValid: boolean;
    }
  | NoAnswer;

/** @param reply of any length: the time is bounded by its length */
export function extractAnswer<Value>(
  contract: AnswerContract<Value>,
  reply: string,
): Extraction<Value> {
  const text = stripThinking(reply);
  if (text === "") return none("unclear", "empty_response");
  const groups = findAnswerGroups(text);
  return (
    readJson(contract, text, groups) ??
    readPhrase(contract, text) ??
    readLine(contract, text) ??
    readObject(contract, groups) ??
    readTail(contract, text) ??
    none("unclear", "no_legal_answer")
  );
}

type Layer<Value> = Extraction<Value> | undefined;

function readJson<Value>(
  contract: AnswerContract<Value>,
  text: string,
  { answer }: AnswerGroups,
): Layer<Value> {
  if (answer === undefined) return undefined;
  const value = contract.readValue(answer.value);
  return value === undefined
    ? none("json", "illegal_json_answer")
    : found(value, "json", isExact(contract, text));
}

/** Objects that are an answer although none of them is JSON with a field "answer". */
function readObject<Value>(
  contract: AnswerContract<Value>,
  { loose, others }: AnswerGroups,
): Layer<Value> {
  const readers = [
    ...loose.map(
      ({ text, answer }) =>
        () =>
          answer === undefined ? contract.readGroup?.(text) : contract.readValue(answer.value),
    ),
    ...others.map((object) => () => contract.readValue(object)),
  ];
  for (const read of readers) {
    const value = read();
    if (value !== undefined) return found(value, "scan", false);
  }
  return undefined;
}

function isExact<Value>(contract: AnswerContract<Value>, text: string): boolean {
  const object = parseObject(text);
  if (object === undefined) return false;
  const [entry, ...more] = Object.entries(object);
  return entry?.[0] === "answer" && more.length === 0 && contract.isExact(entry[1]);
}

function readPhrase<Value>(contract: AnswerContract<Value>, text: string): Layer<Value> {
  const said = findPhrase(text);
  if (said === undefined) return undefined;
  const value = readSaid(contract, said);
  if (value !== undefined) return found(value, "phrase", false);
  return isValueLike(said) ? none("phrase", "illegal_explicit_answer") : undefined;
}

function readLine<Value>(contract: AnswerContract<Value>, text: string): Layer<Value> {
  if (text.length > MAX_VALUE_LENGTH || /[\r\n]/.test(text)) return undefined;
  const value = readSaid(contract, text);
  return value === undefined ? undefined : found(value, "scan", false);
}

function readTail<Value>(contract: AnswerContract<Value>, text: string): Layer<Value> {
  const said = findConclusion(text);
  const value = said === undefined ? undefined : readSaid(contract, said);
  return value === undefined ? undefined : found(value, "tail", false);
}

function readSaid<Value>(contract: AnswerContract<Value>, said: string): Value | undefined {
  const text = straightenQuotes(said);
  return contract.readText(text) ?? (isDenied(text) ? undefined : contract.findOne(text));
}

function found<Value>(
  value: Value,
  method: AnswerMethod,
  isFormatValid: boolean,
): Extraction<Value> {
  return { ok: true, value, method, isFormatValid };
}

function none(method: NoAnswer["method"], reason: NoAnswerReason): NoAnswer {
  return { ok: false, method, reason, isFormatValid: false };
}
