/** What models are told about Chat Noir. The agent's prompt never gives away the board. */
import { cellCount, hexBoard } from "./board.ts";
import { isLost, step } from "./rules.ts";
import type { ChatNoirAction, ChatNoirState } from "./state.ts";

/** The rule in one sentence. */
export const CHAT_NOIR_RULE =
  "One open cell at a time is blocked for good, then the cat steps to a neighbouring open cell; it must " +
  "be shut in before it reaches the rim.";

/** An action in a few words. */
export function describeAction(cell: ChatNoirAction): string {
  return `block ${cell}`;
}

/** The agent's first prompt: task, rules, answer format. */
export function prompt(state: ChatNoirState, actionBudget: number): string {
  const last = cellCount(state.radius) - 1;
  return [
    `[Task] The picture shows a board of round cells in the shape of a hexagon, numbered 0 to ${last}, ` +
      "and a cat on one of them. Block cells until the cat is shut in, before it reaches the rim.",
    "[Rules]",
    "- Light cells are open, dark cells are blocked, the orange one is the cat's. The open cells with " +
      "a bluish ring are the rim of the board.",
    "- A move blocks one open cell, anywhere on the board but under the cat. Blocked cells stay " +
      "blocked.",
    "- After each move the cat takes one step to an open cell next to its own, by a rule that you are " +
      "not told. A cell has up to six cells next to it.",
    "- The game is won when no way over open cells leads from the cat to the rim. It is lost when " +
      "the cat stands on the rim.",
    `- You have ${actionBudget} moves. A move that is not allowed changes nothing, the cat stays, and it ` +
      "still counts.",
    "[Answer format] Give the next move alone, as JSON: the number of the cell to block.",
    '{"answer":<cell>}',
  ].join("\n");
}

/**
 * What stands for the placeholders of a prompt to a video model. `start` tells the cat's cell, the
 * blocked cells and the rim, a line each; `moves` has one line for each turn, the block and the cat's
 * step, and is "" without any; `moves_intro` is the sentence above them. `last_cell` is the highest
 * number of a cell.
 */
export function rolloutValues(
  state: ChatNoirState,
  plan: readonly ChatNoirAction[],
): Readonly<Record<"last_cell" | "start" | "moves_intro" | "moves", string>> {
  const rim = [...hexBoard(state.radius).rim.entries()].flatMap(([cell, isRim]) =>
    isRim === 1 ? [cell] : [],
  );
  const moves = describePlan(state, plan);
  return {
    last_cell: `${cellCount(state.radius) - 1}`,
    start: [
      `The cat is on cell ${state.cat}.`,
      `Blocked cells: ${listed(state.blocked)}. All others are open.`,
      `Cells of the rim: ${listed(rim)}.`,
    ].join("\n"),
    moves_intro:
      moves.length === 0
        ? "Nothing moves: the board stays as it is to the end."
        : "Moves, strictly one after the other; in each of them first the cell turns dark, from its " +
          "middle outwards, then the cat takes its step in a straight line:",
    moves: moves.join("\n"),
  };
}

/** One sentence or two a turn, up to the first that the rules refuse. */
function describePlan(state: ChatNoirState, plan: readonly ChatNoirAction[]): string[] {
  const lines: string[] = [];
  let at = state;
  for (const action of plan) {
    const result = step(at, action);
    if (!result.ok) break;
    lines.push(`${lines.length + 1}. Cell ${action} turns dark. ${describeCat(at, result.state)}`);
    at = result.state;
  }
  return lines;
}

function describeCat(before: ChatNoirState, after: ChatNoirState): string {
  if (after.cat === before.cat) return "The cat is shut in and stays.";
  const end = isLost(after) ? ", on the rim" : "";
  return `The cat steps from cell ${before.cat} to cell ${after.cat}${end}.`;
}

function listed(cells: readonly number[]): string {
  return cells.length === 0 ? "none" : cells.join(", ");
}
