/**
 * What an answer has to be, and how one is read: the contract that the layers of extract-answer.ts ask.
 * Owns the words; each kind of answer has a file in `contracts`.
 */

export interface AnswerContract<Value> {
  /** Such as "integer" or "id_list". */
  readonly mode: string;
  /** The legal value of the field "answer" of a JSON object; undefined when it holds none. */
  readValue(json: unknown): Value | undefined;
  /** The legal value of a short text that is nothing but an answer; undefined when it is none. */
  readText(text: string): Value | undefined;
  /** The one legal value that a short text names; undefined when it names none or several. */
  findOne(text: string): Value | undefined;
  /**
   * The legal value of a brace group that is not JSON, such as `{x: 1}`; undefined when it holds
   * none. Absent where only JSON counts.
   */
  readGroup?(group: string): Value | undefined;
  /** Whether a JSON value is written exactly as asked for: the right type, nothing tolerated. */
  isExact(json: unknown): boolean;
  /** Whether two legal values are the same answer. */
  areEqual(a: Value, b: Value): boolean;
}

/** A read text is at most this long, in UTF-16 code units. */
export const MAX_VALUE_LENGTH = 500;
