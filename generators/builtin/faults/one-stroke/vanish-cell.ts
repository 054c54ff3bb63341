/** A patch disappears and stays away. */
import type { StrokePose } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { changeCells, listCells } from "./cells.ts";
import { readRollout, type StrokeContext, withCell } from "./rollout.ts";

export function vanishCell(context: StrokeContext): ClipScript<StrokePose> {
  const rollout = readRollout(context);
  const changes = listCells(rollout).flatMap(({ cell, colour }) =>
    colour === null ? [] : [{ where: [cell], cells: withCell(rollout.cells, cell, null) }],
  );
  return changeCells(context, "vanish-cell", [changes]);
}
