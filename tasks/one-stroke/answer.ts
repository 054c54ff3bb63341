/**
 * Reads and writes answers of One Stroke: a letter in JSON, or, when the whole reply is nothing else,
 * the letter alone. Whether the move is legal is the rules' business.
 */
import type { ParsedAnswer } from "../task.ts";
import { type Move, moveSchema } from "./state.ts";

/** A field that holds an answer in a brace group, in any notation, such as `{answer: 'U'}`. */
const FIELD =
  /["']?\b(?:answer|move|action|response)\b["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^\s,{}"']+))/i;
/** A reply that is one letter, quoted or not. */
const BARE = /^["'`]?([a-z])["'`]?\.?$/i;

export function encodeAnswer(move: Move): string {
  return JSON.stringify({ answer: move });
}

/**
 * The last answer of a text; either case is read.
 * @returns the move, or why there is none: `no_answer`, or `illegal_answer` when the last answer
 * field holds something else
 */
export function parseAnswer(text: string): ParsedAnswer<Move> {
  const groups = [...text.matchAll(/\{[^{}]*\}/g)].reverse();
  for (const [group] of groups) {
    const field = FIELD.exec(group);
    if (field !== null) return readLetter(field[1] ?? field[2] ?? field[3] ?? "");
  }
  const bare = BARE.exec(text.trim())?.[1];
  return bare === undefined ? { ok: false, reason: "no_answer" } : readLetter(bare);
}

function readLetter(text: string): ParsedAnswer<Move> {
  const move = moveSchema.safeParse(text.trim().toUpperCase());
  return move.success ? { ok: true, action: move.data } : { ok: false, reason: "illegal_answer" };
}
