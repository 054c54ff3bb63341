/**
 * A patch moves to another cell at once and stays there: to an empty neighbour, else to any empty
 * cell, and on a board without one onto a neighbour of another colour.
 */
import type { Cell, StrokePose } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { changeCells, listCells } from "./cells.ts";
import { readRollout, type StrokeContext, withCell } from "./rollout.ts";

export function moveCell(context: StrokeContext): ClipScript<StrokePose> {
  const rollout = readRollout(context);
  const all = listCells(rollout);
  const moves = all.flatMap(({ cell: from, colour }) =>
    all
      .filter((other) => colour !== null && other.colour !== colour)
      .map(({ cell: to, colour: covered }) => ({
        where: [from, to],
        cells: withCell(withCell(rollout.cells, from, null), to, colour),
        isNear: areNeighbours(from, to),
        isEmpty: covered === null,
      })),
  );
  return changeCells(context, "move-cell", [
    moves.filter((move) => move.isEmpty && move.isNear),
    moves.filter((move) => move.isEmpty),
    moves.filter((move) => move.isNear),
  ]);
}

function areNeighbours([i0, j0]: Cell, [i1, j1]: Cell): boolean {
  return Math.abs(i1 - i0) + Math.abs(j1 - j0) === 1;
}
