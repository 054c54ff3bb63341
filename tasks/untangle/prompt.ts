/** What models are told about the untangle task. The agent's prompt never gives away the board. */
import { type CrossingAlong, crossingsOf } from "../../core/geometry/polyline-crossings.ts";
import { rowColOf } from "./board.ts";
import { endInHole, holesOfAction, withMove } from "./rules.ts";
import { settledLines } from "./simulate.ts";
import type { UntangleAction, UntangleState } from "./state.ts";

/** The rule in one sentence. */
export const UNTANGLE_RULE =
  "One rope end at a time is lifted over everything into an empty hole; ropes never pass through each " +
  "other; in the end no two ropes cross as seen from above.";

/** The agent's first prompt: task, rules, answer format. */
export function prompt(state: UntangleState, actionBudget: number): string {
  const { gridSize, ropes } = state;
  const last = gridSize - 1;
  return [
    `[Task] The picture shows a peg board with ${gridSize} x ${gridSize} holes from above, and ` +
      `${ropes.length} ropes whose ends are plugged into holes. Move rope ends until no two ropes ` +
      "cross.",
    "[Rules]",
    "- A move lifts one rope end out of its hole, carries it over everything and plugs it into an " +
      "empty hole. The other end stays where it is.",
    "- The ropes are real: they cannot pass through each other, they tighten after a move, and a rope " +
      "that lies over another one has to come off it. Look at which rope lies over which.",
    "- Two ropes cross when their paths cross as seen from above. A rope that crosses itself does no " +
      "harm.",
    `- You have ${actionBudget} moves. A move that is not allowed changes nothing and still counts.`,
    `- row counts from left to right, 0 to ${last}, as written along the top edge; col counts from ` +
      `top to bottom, 0 to ${last}, as written along the left edge.`,
    "[Answer format] Give the next move alone, as JSON: the hole of the end, then the empty hole.",
    '{"answer":{"src_row":<row>,"src_col":<col>,"tgt_row":<row>,"tgt_col":<col>}}',
  ].join("\n");
}

/**
 * What stands for the placeholders of a prompt to a video model. `start` has one line for each rope: its
 * ends, and how it lies to the ropes that it crosses on its way from the first to the second. `moves`
 * has one line for each move, and is "" without any; `moves_intro` is the sentence above them.
 */
export function rolloutValues(
  state: UntangleState,
  plan: readonly UntangleAction[],
): Readonly<Record<"grid_size" | "rope_count" | "start" | "moves_intro" | "moves", string>> {
  const { gridSize, ropes } = state;
  const { along } = crossingsOf(settledLines(state));
  return {
    grid_size: `${gridSize}`,
    rope_count: `${ropes.length}`,
    start: ropes.map((rope) => describeRope(state, rope, along[rope.id] ?? [])).join("\n"),
    moves_intro:
      plan.length === 0
        ? "Nothing moves: the ropes stay as they are to the end."
        : "Moves, strictly one after the other; after each of them the ropes tighten and come to " +
          "rest:",
    moves: describeMoves(state, plan).join("\n"),
  };
}

/** Such as "red: row 0, col 2 and row 4, col 2; between them over green, under blue." */
function describeRope(
  { gridSize, ropes }: UntangleState,
  { colour, ends: [first, second] }: UntangleState["ropes"][number],
  crossings: readonly CrossingAlong[],
): string {
  const met = crossings.map(
    ({ isOver, other }) => `${isOver ? "over" : "under"} ${ropes[other]?.colour}`,
  );
  const between = met.length === 0 ? "" : `; between them ${met.join(", ")}`;
  return `${colour}: ${describeHole(gridSize, first)} and ${describeHole(gridSize, second)}${between}.`;
}

function describeMoves(state: UntangleState, plan: readonly UntangleAction[]): string[] {
  let at = state;
  return plan.map((action, order) => {
    const holes = holesOfAction(at.gridSize, action);
    const moved = holes === null ? undefined : endInHole(at, holes.source);
    const colour = moved === undefined ? undefined : at.ropes[moved.rope]?.colour;
    if (holes !== null && moved !== undefined) {
      at = withMove(at, moved.rope, moved.end, holes.target);
    }
    const { src_row, src_col, tgt_row, tgt_col } = action;
    return (
      `${order + 1}. The end of the ${colour ?? "only"} rope in row ${src_row}, col ${src_col} is ` +
      `lifted, carried above all other ropes to row ${tgt_row}, col ${tgt_col} and plugged in there.`
    );
  });
}

function describeHole(gridSize: number, hole: number): string {
  const { row, col } = rowColOf(gridSize, hole);
  return `row ${row}, col ${col}`;
}

/** Such as "move 0,2 to 3,1": row and column of both holes. */
export function describeAction(action: UntangleAction): string {
  const { src_row, src_col, tgt_row, tgt_col } = action;
  return `move ${src_row},${src_col} to ${tgt_row},${tgt_col}`;
}
