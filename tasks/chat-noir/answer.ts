/**
 * Reads and writes answers of Chat Noir: the number of a cell in JSON, or, when the whole reply is
 * nothing else, the number alone. Whether the cell may be blocked is the rules' business.
 */
import type { ParsedAnswer } from "../task.ts";
import type { ChatNoirAction } from "./state.ts";

/** A field that holds an answer in a brace group, in any notation, such as `{answer: '12'}`. */
const FIELD =
  /["']?\b(?:answer|move|action|response|cell_?index|index|cell)\b["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\]|([^\s,{}"']+))/i;
/** A number, or a word and a number, such as "cell 12". */
const NUMBER = /^(?:cell\s*)?(-?\d+)$/i;

export function encodeAnswer(cell: ChatNoirAction): string {
  return JSON.stringify({ answer: cell });
}

/**
 * The last answer of a text.
 * @returns the cell, or why there is none: `no_answer`, or `illegal_answer` when the last answer field
 * holds something else
 */
export function parseAnswer(text: string): ParsedAnswer<ChatNoirAction> {
  const groups = [...text.matchAll(/\{[^{}]*\}/g)].reverse();
  for (const [group] of groups) {
    const field = FIELD.exec(group);
    if (field === null) continue;
    const value = field[1] ?? field[2] ?? field[3] ?? field[4] ?? "";
    return readNumber(value) ?? { ok: false, reason: "illegal_answer" };
  }
  const bare = text.trim().replace(/^["'`[(]+|["'`\]).]+$/g, "");
  return readNumber(bare) ?? { ok: false, reason: "no_answer" };
}

function readNumber(text: string): ParsedAnswer<ChatNoirAction> | undefined {
  const cell = Number(NUMBER.exec(text.trim())?.[1] ?? Number.NaN);
  return Number.isSafeInteger(cell) ? { ok: true, action: cell } : undefined;
}
