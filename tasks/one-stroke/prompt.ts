/** What models are told about One Stroke. The agent's prompt never gives away the board. */
import { step } from "./rules.ts";
import { goalVertex, headVertex, type Move, type StrokeState, type Vertex } from "./state.ts";

/** The rule in one sentence. */
export const STROKE_RULE =
  "One line from the green peg to the red peg along the grid, growing or retracting at its end only; " +
  "each colour must end up in one region of its own.";

const MOVE_NAMES: Readonly<Record<Move, string>> = {
  U: "up",
  D: "down",
  L: "left",
  R: "right",
};

/** An action in a few words. */
export function describeMove(move: Move): string {
  return `step ${MOVE_NAMES[move]}`;
}

/** The agent's first prompt: task, rules, answer format. */
export function prompt(state: StrokeState, actionBudget: number): string {
  const [cols, rows] = [state.width - 1, state.height - 1];
  return [
    `[Task] The picture shows a board of ${cols} x ${rows} cells, some of them coloured. Draw one ` +
      "line along the grid from the green peg at the lower left corner to the red peg at the upper " +
      "right corner, so that it separates the colours.",
    "[Rules]",
    "- The line runs along grid lines from crossing to crossing. Its end, the cursor, is marked by " +
      "a blue ring; at the start it is at the green peg.",
    "- A move takes the cursor to the next crossing: U is up, towards the far side of the board, D " +
      "down, L left, R right. It draws the edge that it runs along.",
    "- The line never visits a crossing twice and never leaves the board. Stepping straight back " +
      "along its last edge takes that edge off; this is a move too.",
    "- The line and the rim of the board cut the cells into regions. Arriving at the red peg ends " +
      "the game. It is won when all cells of a colour lie in one region and no region holds two " +
      "colours. Cells without a colour may lie anywhere.",
    `- You have ${actionBudget} moves. A move that is not allowed changes nothing and still counts.`,
    "[Answer format] Give the next move alone, as JSON with one of the letters U, D, L, R:",
    '{"answer":"<letter>"}',
  ].join("\n");
}

/**
 * What stands for the placeholders of a prompt to a video model. `columns` and `rows` count cells, and
 * are x and y of the red peg. `start` has one line for each row of cells, the far side first, and one
 * for the line drawn so far; `moves` has one for each move, and is "" without any; `moves_intro` is
 * the sentence above them.
 */
export function rolloutValues(
  state: StrokeState,
  plan: readonly Move[],
): Readonly<Record<"columns" | "rows" | "start" | "moves_intro" | "moves", string>> {
  const moves = describePlan(state, plan);
  const [columns, rows] = goalVertex(state);
  return {
    columns: `${columns}`,
    rows: `${rows}`,
    start: [...describeCells(state), describeLine(state.path)].join("\n"),
    moves_intro:
      moves.length === 0
        ? "Nothing moves: the board stays as it is to the end."
        : "Moves, strictly one after the other, each smooth and of the same speed:",
    moves: moves.join("\n"),
  };
}

/** One sentence a move, up to the first that the rules refuse. */
function describePlan(state: StrokeState, plan: readonly Move[]): string[] {
  const sentences: string[] = [];
  let at = state;
  for (const move of plan) {
    const result = step(at, move);
    if (!result.ok) break;
    const verb = result.state.path.length < at.path.length ? "retracts" : "grows";
    const way = `from ${name(headVertex(at))} to ${name(headVertex(result.state))}`;
    sentences.push(`${sentences.length + 1}. The line ${verb} ${MOVE_NAMES[move]} ${way}.`);
    at = result.state;
  }
  return sentences;
}

/** One line for each row of cells, the far side first. */
function describeCells(state: StrokeState): string[] {
  return [...state.cells.entries()]
    .reverse()
    .map(
      ([j, row]) =>
        `- row between y=${j} and y=${j + 1}: ${row.map((c) => c ?? "empty").join(", ")}.`,
    );
}

function describeLine(path: readonly Vertex[]): string {
  return path.length === 1
    ? "No line is drawn yet."
    : `The line drawn so far runs ${path.map(name).join(" - ")}.`;
}

function name([x, y]: Vertex): string {
  return `(${x}, ${y})`;
}
