/**
 * Names of the places on a peg board, as violations and the truths of planted faults give them. An
 * end of a rope has its rope's name.
 */
import { type Hole, rowColOf } from "./board.ts";
import { ROPE_COLOURS, type RopeColour } from "./state.ts";

/** "rope red". */
export function ropeName(colour: RopeColour): string {
  return `rope ${colour}`;
}

/** "crossing red/blue": the two ropes in the order of ROPE_COLOURS, which is that of instances. */
export function crossingName(first: RopeColour, second: RopeColour): string {
  const isInOrder = ROPE_COLOURS.indexOf(first) <= ROPE_COLOURS.indexOf(second);
  const [a, b] = isInOrder ? [first, second] : [second, first];
  return `crossing ${a}/${b}`;
}

/** "hole (row,col)". */
export function holeName(gridSize: number, hole: Hole): string {
  const { row, col } = rowColOf(gridSize, hole);
  return `hole (${row},${col})`;
}
