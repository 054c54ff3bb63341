/**
 * What the demo server's own chat model says: a well-formed answer of the task that it is told of, and
 * one wish to imagine where it may. It looks at no picture and plays badly; an episode runs to its end.
 * Pure: the same request gives the same reply.
 */
import type { ChatAsked, ChatSaid } from "./types.ts";

/** The line of a prompt that shows an answer with placeholders, and the words before it. */
const ANSWER_FORMAT = /\[Answer format\]([^\n]*)\n+(\{"answer":.*\})/i;
/** A placeholder that stands for a text, and one that stands for a number. */
const TEXT_PLACE = /"<[^<>"]+>"/g;
const NUMBER_PLACE = /<([^<>"]+)>/g;
/** Letters to choose from, as the sentence before the line lists them. */
const LETTERS = /\b[A-Z](?:, [A-Z])+\b/;
/** What a later turn begins with; the number of steps made. */
const LATER_TURN = /^State (\d+): the board as it is now/m;
const TAG = /<((?:image|video)_prompt)>/;

/** Rows and columns stay below this: every board of every task has as many. */
const SIDE = 3;
/** Cells of the smallest board whose cells have one number each. */
const CELLS = 37;

const WORDS =
  "Fixed camera. The board after the next move: one piece has moved, all others are as they were.";

/** @returns the reply; "OK" where no task is recognised */
export function standIn(asked: ChatAsked): ChatSaid {
  const users = asked.messages.filter(({ role }) => role === "user");
  const prompt = users.find(({ text }) => ANSWER_FORMAT.test(text))?.text;
  const step = Number(LATER_TURN.exec(users.at(-1)?.text ?? "")?.[1] ?? 0);
  const isFirstReply = step === 0 && asked.messages.every(({ role }) => role !== "assistant");
  if (prompt === undefined) return "OK";
  if (isFirstReply && prompt.includes("[Imagination]")) {
    const tool = asked.tools.find((name) => name.startsWith("imagine_"));
    if (tool !== undefined) {
      return { toolCalls: [{ name: tool, arguments: JSON.stringify({ prompt: WORDS }) }] };
    }
    const tag = TAG.exec(prompt)?.[1];
    if (tag !== undefined) return `<${tag}>${WORDS}</${tag}>`;
  }
  return fillAnswer(prompt, asked.messages.length + step);
}

/** The example of a prompt with small values for its placeholders. @param seed 0 or more */
export function fillAnswer(prompt: string, seed: number): string {
  const [, sentence = "", example = ""] = ANSWER_FORMAT.exec(prompt) ?? [];
  const letters = LETTERS.exec(sentence)?.[0].split(", ") ?? ["A"];
  let place = 0;
  const draw = (below: number): number => {
    place += 1;
    return (seed * 7 + place * 5 + Math.floor(seed / below) * place) % below;
  };
  return example
    .replace(TEXT_PLACE, () => JSON.stringify(letters[draw(letters.length)]))
    .replace(NUMBER_PLACE, (_, name: string) => String(draw(name === "cell" ? CELLS : SIDE)));
}
