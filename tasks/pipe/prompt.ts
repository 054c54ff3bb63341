/** What models are told about the pipe task. The agent's prompt never gives away the board. */
import { cellAction, connectedCells, currentMasks } from "./rules.ts";
import { type PipeAction, type PipeState, pipeKind, SIDES } from "./state.ts";

const SIDE_NAMES = ["up", "right", "down", "left"] as const;

/** The rule in one sentence. */
export const PIPE_RULE =
  "Only quarter turns clockwise, one piece at a time; every piece must end up joined to the source.";

/** The agent's first prompt: task, rules, answer format. */
export function prompt(state: PipeState, actionBudget: number): string {
  const last = state.gridSize - 1;
  return [
    `[Task] The picture shows a ${state.gridSize} x ${state.gridSize} board of pipe pieces. Turn the ` +
      "pieces until every one of them is connected to the source.",
    "[Rules]",
    "- The source is the piece with the large round hub. Pieces that it reaches are green, all " +
      "others are blue.",
    "- Two neighbouring pieces are connected when both have an arm that points at the other.",
    "- A move turns one piece by 90 degrees clockwise, in place. Cells with a diagonal stripe are " +
      "empty and cannot be turned.",
    "- Arms that point at nothing do no harm.",
    `- You have ${actionBudget} moves. A move that is not allowed changes nothing and still counts.`,
    `- x is the column, 0 to ${last} from left to right; y is the row, 0 to ${last} from top to ` +
      "bottom. The numbers stand along the board.",
    "[Answer format] Give the next move alone, as JSON:",
    '{"answer":{"x":<column>,"y":<row>}}',
  ].join("\n");
}

/**
 * What stands for the placeholders of a prompt to a video model. `start` has one line for each row of
 * the board; `moves` has one for each run of turns of one piece, and is "" without any;
 * `moves_intro` is the sentence above them.
 */
export function rolloutValues(
  state: PipeState,
  plan: readonly PipeAction[],
): Readonly<
  Record<"grid_size" | "source_x" | "source_y" | "start" | "moves_intro" | "moves", string>
> {
  const { gridSize, sourceIndex } = state;
  const source = cellAction(sourceIndex, gridSize);
  return {
    grid_size: `${gridSize}`,
    source_x: `${source.x}`,
    source_y: `${source.y}`,
    start: describeCells(state).join("\n"),
    moves_intro:
      plan.length === 0
        ? "Nothing moves: the board stays as it is to the end."
        : "Moves, strictly one after the other, each a smooth quarter turn about the centre of its " +
          "cell with a short pause after it:",
    moves: describeMoves(plan).join("\n"),
  };
}

function describeMoves(plan: readonly PipeAction[]): string[] {
  return groupMoves(plan).map(
    ({ action, turns }, order) =>
      `${order + 1}. The piece at x=${action.x}, y=${action.y} turns ${90 * turns} degrees ` +
      `clockwise${turns === 1 ? "" : ` in ${turns} separate quarter turns`}.`,
  );
}

/** Runs of equal actions. */
function groupMoves(plan: readonly PipeAction[]): { action: PipeAction; turns: number }[] {
  const groups: { action: PipeAction; turns: number }[] = [];
  for (const action of plan) {
    const last = groups.at(-1);
    if (last !== undefined && last.action.x === action.x && last.action.y === action.y) {
      last.turns++;
    } else {
      groups.push({ action, turns: 1 });
    }
  }
  return groups;
}

/** One line for each row of the board. */
function describeCells(state: PipeState): string[] {
  const { gridSize, sourceIndex } = state;
  const masks = currentMasks(state);
  const connected = connectedCells(masks, sourceIndex, gridSize);
  return Array.from({ length: gridSize }, (_, y) => {
    const cells = Array.from({ length: gridSize }, (_, x) => {
      const index = y * gridSize + x;
      const mask = masks[index] ?? 0;
      if (mask === 0 && index !== sourceIndex) return `x=${x} empty`;
      const arms = SIDE_NAMES.filter((_, side) => (mask & (SIDES[side]?.bit ?? 0)) !== 0);
      const colour = connected[index] === true ? "green" : "blue";
      const source = index === sourceIndex ? " source" : "";
      return `x=${x} ${colour}${source} ${pipeKind(mask)} with arms ${arms.join(", ")}`;
    });
    return `y=${y}: ${cells.join("; ")}.`;
  });
}
