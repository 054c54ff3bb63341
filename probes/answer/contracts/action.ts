/**
 * Answers of the planning tasks: one move. Built on the task's own reader; adds the ways in which
 * sentences say a move. Whether a move is legal in a state is the world's business.
 */
import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../../../generators/common/parse-json.ts";
import type { Task } from "../../../tasks/task.ts";
import type { AnswerContract } from "../contract.ts";

/** What a task has to offer to have its answers read. */
export type ActionReader<Action> = Pick<
  Task<never, Action, never>,
  "actionSchema" | "encodeAnswer" | "parseAnswer"
>;

/** Longest text that is handed to a task's reader: they need not be fast on long ones. */
const MAX_READ_LENGTH = 2000;
/** Bracket groups within a sentence. */
const GROUPS = /\{[^{}]{0,200}\}|\[[^[\]]{0,200}\]|\([^()]{0,200}\)/g;
/** Numbers in a row, such as "2, 1". */
const NUMBERS = /(?<![\w.,])-?\d{1,15}(?:\s?,\s?-?\d{1,15}){1,9}(?!\w|\.\d)/g;
const CAPITALS = /(?<![\p{L}\p{N}'])\p{Lu}(?![\p{L}\p{N}'])/gu;
const INTEGERS = /(?<![\w.])-?\d{1,15}(?!\w|\.\d)/g;
const MARKS_START = /^[\s"'`*_]+/;
const MARKS_END = /[\s"'`*_.,;!]+$/;

export function actionContract<Action>(task: ActionReader<Action>): AnswerContract<Action> {
  const read = (text: string): Action | undefined => {
    if (text.length > MAX_READ_LENGTH) return undefined;
    const parsed = task.parseAnswer(text);
    if (!parsed.ok) return undefined;
    const action = task.actionSchema.safeParse(parsed.action);
    return action.success ? action.data : undefined;
  };
  const readValue = (json: unknown) => read(JSON.stringify({ answer: json }));
  const readText = (text: string): Action | undefined => {
    const said = text.replace(MARKS_START, "").replace(MARKS_END, "");
    if (/^[{[].*[}\]]$/s.test(said)) return read(said);
    const inner = /^\(([^()]*)\)$/.exec(said)?.[1] ?? said;
    if (/[:=]/.test(inner)) return readKeyed(inner);
    if (/^-?\d{1,15}(?:\s?,\s?-?\d{1,15})+$/.test(inner)) return read(`[${inner}]`);
    if (/^-?\d{1,15}$/.test(inner)) return readValue(Number(inner));
    return /^\p{L}{1,40}$/u.test(inner) ? readValue(inner) : undefined;
  };
  /** Keys and values in a text; undefined when it holds more numbers than the action. */
  const readKeyed = (text: string): Action | undefined => {
    const action = read(`{${text.replace(/[{}]/g, " ")}}`);
    if (action === undefined) return undefined;
    return countIntegers(task.encodeAnswer(action)) === countIntegers(text) ? action : undefined;
  };
  return {
    mode: "action",
    readValue,
    readText,
    findOne: (text) => {
      const ways = [
        () => [...text.matchAll(GROUPS)].map(([group]) => readText(group)),
        () => [readKeyed(text)],
        () => [...text.matchAll(NUMBERS)].map(([numbers]) => readText(numbers)),
        () => [...text.matchAll(CAPITALS)].map(([letter]) => readValue(letter)),
        () => [...text.matchAll(INTEGERS)].map(([digits]) => readValue(Number(digits))),
      ];
      for (const way of ways) {
        const [first, ...rest] = way().filter((action) => action !== undefined);
        if (first === undefined) continue;
        return rest.every((action) => isDeepStrictEqual(action, first)) ? first : undefined;
      }
      return undefined;
    },
    readGroup: read,
    isExact: (json) => {
      const action = task.actionSchema.safeParse(json);
      if (!action.success) return false;
      return isDeepStrictEqual(parseJson(task.encodeAnswer(action.data)), { answer: json });
    },
    areEqual: isDeepStrictEqual,
  };
}

function countIntegers(text: string): number {
  return text.match(INTEGERS)?.length ?? 0;
}
