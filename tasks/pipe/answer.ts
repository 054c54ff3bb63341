/**
 * Reads and writes answers of the pipe task. Accepts what the published parser accepts: the x, y
 * pair, a cell index, a two-element list, each bare or in a wrapper, in JSON or, failing that, in
 * the last brace group that names x and y. Whether the cell exists is the rules' business.
 */
import type { ParsedAnswer } from "../task.ts";
import type { PipeAction } from "./state.ts";

const WRAPPERS = ["answer", "move", "action", "response"] as const;
const INDEX_KEYS = ["action_index", "cell_index"] as const;
/** Wrappers inside wrappers that are followed. */
const MAX_DEPTH = 4;

export function encodeAnswer(action: PipeAction): string {
  return JSON.stringify({ answer: { x: action.x, y: action.y } });
}

/**
 * The last answer of a text.
 * @param gridSize cells along one side; without it a cell index cannot be read
 * @returns the action, or why there is none: `no_answer`, `needs_grid_size`
 */
export function parseAnswer(text: string, gridSize?: number): ParsedAnswer<PipeAction> {
  let reason = "no_answer";
  for (const group of listGroups(text)) {
    const found = readValue(parseJson(group), gridSize, MAX_DEPTH) ?? readLoosely(group);
    if (found === undefined) continue;
    if (found !== "needs_grid_size") return { ok: true, action: found };
    reason = found;
  }
  const loose = reason === "no_answer" ? readLoosely(text) : undefined;
  return loose === undefined ? { ok: false, reason } : { ok: true, action: loose };
}

type Found = PipeAction | "needs_grid_size" | undefined;

function readValue(value: unknown, gridSize: number | undefined, depth: number): Found {
  if (Array.isArray(value)) {
    const [x, y] = value;
    return value.length === 2 && Number.isInteger(x) && Number.isInteger(y) ? { x, y } : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const field = (key: string): unknown => Reflect.get(value, key);
  const x = field("x");
  const y = field("y");
  if (isInteger(x) && isInteger(y)) return { x, y };
  for (const key of INDEX_KEYS) {
    const index = field(key);
    if (!isInteger(index)) continue;
    if (gridSize === undefined) return "needs_grid_size";
    const row = Math.floor(index / gridSize);
    return { x: index - row * gridSize, y: row };
  }
  if (depth === 0) return undefined;
  for (const key of WRAPPERS) {
    const found = readValue(field(key), gridSize, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An innermost brace group with x and y in any notation, such as `{x: 1, y = 2}`. */
function readLoosely(group: string): PipeAction | undefined {
  const inner = [...group.matchAll(/\{[^{}]*\}/g)].reverse();
  for (const [text] of inner) {
    const x = /\bx["']?\s*[:=]\s*["']?(-?\d+)(?![\d.])/i.exec(text)?.[1];
    const y = /\by["']?\s*[:=]\s*["']?(-?\d+)(?![\d.])/i.exec(text)?.[1];
    if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  }
  return undefined;
}

/** Balanced outermost brace groups, last first, then bracket groups outside of them, last first. */
function listGroups(text: string): string[] {
  const braces = outermost(text, "{", "}");
  const outside = braces.reduce((rest, group) => rest.replace(group, " "), text);
  return [...braces.reverse(), ...outermost(outside, "[", "]").reverse()];
}

function outermost(text: string, open: string, close: string): string[] {
  const groups: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) {
      if (depth === 0) start = at;
      depth++;
    } else if (text[at] === close && depth > 0) {
      depth--;
      if (depth === 0) groups.push(text.slice(start, at + 1));
    }
  }
  return groups;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
