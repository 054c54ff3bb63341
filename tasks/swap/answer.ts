/**
 * Reads and writes answers of the swap task. Accepts the published form and a list of two numbers,
 * bare or in any wrapper, in JSON or loosely written. Whether the cell exists is the rules' business.
 */
import type { ParsedAnswer } from "../task.ts";
import type { SwapAction } from "./state.ts";

/** The keys that name a row and a column. */
const ROW_KEYS = "row|r";
const COL_KEYS = "column|col|c";

export function encodeAnswer({ row, col }: SwapAction): string {
  return JSON.stringify({ answer: { row, col } });
}

/** The last answer of a text; `no_answer` when there is none. */
export function parseAnswer(text: string): ParsedAnswer<SwapAction> {
  const groups = [...text.matchAll(/\{[^{}]*\}|\[[^[\]]*\]/g)].reverse();
  for (const [group] of groups) {
    const action = readKeys(group) ?? readLastList(group);
    if (action !== undefined) return { ok: true, action };
  }
  return { ok: false, reason: "no_answer" };
}

/** Two keys in any order and notation, such as `{row: 1, "col" = 2}`. */
function readKeys(group: string): SwapAction | undefined {
  return toAction([readKey(group, ROW_KEYS), readKey(group, COL_KEYS)]);
}

function readKey(group: string, keys: string): string | undefined {
  const pattern = `\\b(?:${keys})["']?\\s*[:=]\\s*["']?(-?\\d+)(?![\\d.])`;
  return new RegExp(pattern, "i").exec(group)?.[1];
}

/** The last `[row, col]`. */
function readLastList(group: string): SwapAction | undefined {
  const lists = [...group.matchAll(/\[[^[\]]*\]/g)].map(([list]) => readList(list));
  return lists.findLast((action) => action !== undefined);
}

function readList(list: string): SwapAction | undefined {
  const values = list.slice(1, -1).split(",");
  return values.every((value) => /^\s*-?\d+\s*$/.test(value)) ? toAction(values) : undefined;
}

function toAction(values: readonly (string | undefined)[]): SwapAction | undefined {
  const [row, col, ...more] = values.map((value) =>
    value === undefined ? Number.NaN : Number(value),
  );
  if (row === undefined || col === undefined || more.length > 0) return undefined;
  return Number.isSafeInteger(row) && Number.isSafeInteger(col) ? { row, col } : undefined;
}
