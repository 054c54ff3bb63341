/** Coloured and empty cells of a board, and clips in which cells change from one frame on. */
import {
  type Cell,
  type CellColour,
  type Cells,
  cellName,
  regionsOf,
  type StrokePose,
  separates,
} from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { listRests } from "../timing.ts";
import { quietMoment } from "./linger.ts";
import { ifSeparationLost, plantedClip } from "./plant.ts";
import { changeFrom, type Rollout, readRollout, type StrokeContext } from "./rollout.ts";

/** A change of cells: the places that differ and the board as it looks then. */
export type CellChange = {
  readonly where: readonly Cell[];
  readonly cells: Cells;
};

/** All cells with their colours, null = uncoloured. */
export function listCells({ cells }: Rollout): { cell: Cell; colour: CellColour | null }[] {
  return cells.flatMap((row, j) => row.map((colour, i) => ({ cell: [i, j] as const, colour })));
}

/**
 * One of the changes, made at once at a rest and kept to the end. Changes that leave the colours
 * separated as they are shown go first within a list; the first list with any change goes first.
 * @throws RuleError when there is none
 */
export function changeCells(
  context: StrokeContext,
  fault: string,
  lists: readonly (readonly CellChange[])[],
): ClipScript<StrokePose> {
  const rollout = readRollout(context);
  const regions = regionsOf(rollout.width, rollout.height, rollout.edges);
  const judged = lists.map((changes) =>
    changes.map((change) => ({
      ...change,
      isKept: separates(change.cells, regions),
    })),
  );
  const groups = listRests(context).flatMap((rests) =>
    judged.map((changes) =>
      changes.flatMap((change) => rests.map((rest) => ({ ...change, rest }))),
    ),
  );
  const { rest, where, cells, isKept } = choosePlace(
    context.rng,
    groups,
    (place) => (place.isKept ? 0 : 1),
    fault,
  );
  const { poses, frame } = quietMoment(context, rest);
  return plantedClip(
    changeFrom(poses, frame, (pose) => ({ ...pose, cells })),
    {
      fault,
      check: "grid_cell_temporal_consistency",
      frame,
      where: where.map(cellName),
      alsoChecks: ifSeparationLost(isKept),
    },
  );
}
