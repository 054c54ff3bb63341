/** What models are told about the swap task. The agent's prompt never gives away the board. */
import { step } from "./rules.ts";
import { BLANK, cellIndex, type SwapAction, type SwapCell, type SwapState } from "./state.ts";

/** The rule in one sentence. */
export const SWAP_RULE =
  "One block at a time moves into the empty cell, from anywhere on the board; the blocks must end up " +
  "as on the goal board.";

/** The agent's first prompt: task, rules, answer format. */
export function prompt(state: SwapState, actionBudget: number): string {
  const { rows, cols } = state;
  return [
    `[Task] The first picture shows a board of ${rows} rows and ${cols} columns as it is now, the ` +
      "second one the goal. Move blocks until every cell of the board is as on the goal.",
    "[Rules]",
    "- Every block has a letter and a colour of its own. One cell, with a dashed border, is empty.",
    "- A move takes one block into the empty cell; the cell that it leaves is empty then. Any block " +
      "may be chosen, it need not be next to the empty cell. All other blocks stay.",
    "- The board is solved when all blocks and the empty cell are where the goal has them.",
    `- You have ${actionBudget} moves. A move that is not allowed changes nothing and still counts.`,
    `- row counts from 0 at the top to ${rows - 1} at the bottom, col from 0 at the left to ` +
      `${cols - 1} at the right. Each cell tells its own in its lower right corner, such as "r0 c1".`,
    "[Answer format] Give the next move alone, as JSON: the cell of the block to move.",
    '{"answer":{"row":<row>,"col":<column>}}',
  ].join("\n");
}

/**
 * What stands for the placeholders of a prompt to a video model. `start` and `goal` have one line for
 * each row of the board; `moves` has one for each move, and is "" without any; `moves_intro` is the
 * sentence above them.
 */
export function rolloutValues(
  state: SwapState,
  plan: readonly SwapAction[],
): Readonly<Record<"rows" | "columns" | "start" | "goal" | "moves_intro" | "moves", string>> {
  const moves = describePlan(state, plan);
  return {
    rows: `${state.rows}`,
    columns: `${state.cols}`,
    start: describeCells(state, state.cells).join("\n"),
    goal: describeCells(state, state.goal).join("\n"),
    moves_intro:
      moves.length === 0
        ? "Nothing moves: the board stays as it is to the end."
        : "Moves, strictly one after the other, each in a straight line over whatever lies between, " +
          "with a short pause after it:",
    moves: moves.join("\n"),
  };
}

/** An action in a few words. */
export function describeAction({ row, col }: SwapAction): string {
  return `move row=${row},col=${col}`;
}

/** One sentence a move, up to the first that the rules refuse. */
function describePlan(state: SwapState, plan: readonly SwapAction[]): string[] {
  const sentences: string[] = [];
  let at = state;
  for (const action of plan) {
    const result = step(at, action);
    if (!result.ok) break;
    const block = at.cells[cellIndex(action, at.cols)] ?? BLANK;
    const blank = at.cells.indexOf(BLANK);
    sentences.push(
      `${sentences.length + 1}. Block ${block} moves from row ${action.row}, col ${action.col} into ` +
        `the empty cell in row ${Math.floor(blank / at.cols)}, col ${blank % at.cols}.`,
    );
    at = result.state;
  }
  return sentences;
}

/** One line for each row of an arrangement. */
function describeCells(
  { rows, cols }: Pick<SwapState, "rows" | "cols">,
  cells: readonly SwapCell[],
): string[] {
  return Array.from({ length: rows }, (_, row) => {
    const content = cells.slice(row * cols, (row + 1) * cols);
    return `row ${row}: ${content.map((cell) => (cell === BLANK ? "empty" : cell)).join(", ")}.`;
  });
}
