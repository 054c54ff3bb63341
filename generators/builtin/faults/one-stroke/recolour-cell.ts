/** A patch takes another colour, from one frame to the next, and keeps it. */
import { CELL_COLOURS, type StrokePose } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { changeCells, listCells } from "./cells.ts";
import { readRollout, type StrokeContext, withCell } from "./rollout.ts";

export function recolourCell(context: StrokeContext): ClipScript<StrokePose> {
  const rollout = readRollout(context);
  const changes = listCells(rollout).flatMap(({ cell, colour: shown }) =>
    CELL_COLOURS.filter((colour) => shown !== null && colour !== shown).map((colour) => ({
      where: [cell],
      cells: withCell(rollout.cells, cell, colour),
    })),
  );
  return changeCells(context, "recolour-cell", [changes]);
}
