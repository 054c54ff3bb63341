/**
 * Reads and writes answers of the untangle task. Accepts the published form, its long key names and a
 * list of four numbers, bare or in any wrapper, in JSON or loosely written. Whether the holes exist is
 * the rules' business.
 */
import type { ParsedAnswer } from "../task.ts";
import type { UntangleAction } from "./state.ts";

const KEYS = ["src_row", "src_col", "tgt_row", "tgt_col"] as const;
const LONG_KEYS: Readonly<Record<(typeof KEYS)[number], string>> = {
  src_row: "source_row",
  src_col: "source_col",
  tgt_row: "target_row",
  tgt_col: "target_col",
};

export function encodeAnswer(action: UntangleAction): string {
  const { src_row, src_col, tgt_row, tgt_col } = action;
  return JSON.stringify({ answer: { src_row, src_col, tgt_row, tgt_col } });
}

/** The last answer of a text; `no_answer` when there is none. */
export function parseAnswer(text: string): ParsedAnswer<UntangleAction> {
  const groups = [...text.matchAll(/\{[^{}]*\}|\[[^[\]]*\]/g)].reverse();
  for (const [group] of groups) {
    const action = readKeys(group) ?? readLastList(group);
    if (action !== undefined) return { ok: true, action };
  }
  return { ok: false, reason: "no_answer" };
}

/** Four keys in any order and notation, such as `{src_row: 1, "src_col" = 2, ...}`. */
function readKeys(group: string): UntangleAction | undefined {
  const values = KEYS.map((key) => {
    const pattern = `["']?\\b(?:${key}|${LONG_KEYS[key]})\\b["']?\\s*[:=]\\s*["']?(-?\\d+)(?![\\d.])`;
    return new RegExp(pattern, "i").exec(group)?.[1];
  });
  return toAction(values);
}

function readLastList(group: string): UntangleAction | undefined {
  const lists = [...group.matchAll(/\[[^[\]]*\]/g)].map(([list]) => readList(list));
  return lists.findLast((action) => action !== undefined);
}

/** `[src_row, src_col, tgt_row, tgt_col]`. */
function readList(group: string): UntangleAction | undefined {
  const values = group.slice(1, -1).split(",");
  return values.every((value) => /^\s*-?\d+\s*$/.test(value)) ? toAction(values) : undefined;
}

function toAction(values: readonly (string | undefined)[]): UntangleAction | undefined {
  const [src_row, src_col, tgt_row, tgt_col, ...more] = values.map((value) =>
    value === undefined ? Number.NaN : Number(value),
  );
  if (src_row === undefined || src_col === undefined) return undefined;
  if (tgt_row === undefined || tgt_col === undefined || more.length > 0) return undefined;
  const action = { src_row, src_col, tgt_row, tgt_col };
  return Object.values(action).every(Number.isSafeInteger) ? action : undefined;
}
