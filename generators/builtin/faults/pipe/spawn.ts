/** A piece that was not there appears in an empty cell and stays, joined to nothing. */
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

/** Masks of all kinds that boards have: one to three openings. */
const MASKS = Array.from({ length: 14 }, (_, k) => k + 1);

export function spawn(context: PipeContext): ClipScript<PipePose> {
  const { poses, rng, states } = context;
  const gridSize = states[0]?.gridSize ?? 0;
  const groups = listSites(context, (cell) => !isPiece(cell)).map((sites) =>
    sites.flatMap((site) => MASKS.map((mask) => ({ ...site, mask }))),
  );
  return chooseCandidate(
    rng,
    groups,
    ({ frame, index, mask }) => ({
      poses: changeFrom(poses, frame, (cell, at) => (at === index ? { ...cell, mask } : cell)),
      truth: {
        fault: "spawn",
        check: "cell_occupancy_consistency",
        frame,
        cell: cellAt(index, gridSize),
      },
    }),
    "spawn",
  );
}
