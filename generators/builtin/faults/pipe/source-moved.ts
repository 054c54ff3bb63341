/** The large hub moves to another piece and stays there; colours go on following the true source. */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import type { ClipScript } from "../../script.ts";
import {
  cellAt,
  changeFrom,
  chooseCandidate,
  isPiece,
  listSites,
  type PipeContext,
} from "./plant.ts";

export function sourceMoved(context: PipeContext): ClipScript<PipePose> {
  const { poses, rng, states } = context;
  const { gridSize = 0, sourceIndex = 0 } = states[0] ?? {};
  return chooseCandidate(
    rng,
    listSites(context, (cell) => isPiece(cell) && !cell.isSource),
    ({ frame, index }) => ({
      poses: changeFrom(poses, frame, (cell, at) => ({ ...cell, isSource: at === index })),
      truth: {
        fault: "source-moved",
        check: "source_identity",
        frame,
        cells: [cellAt(sourceIndex, gridSize), cellAt(index, gridSize)],
      },
    }),
    "source-moved",
  );
}
