/** A piece becomes one of another kind, from one frame to the next, and stays so. */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import { pipeKind } from "../../../../tasks/pipe/state.ts";
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

export function retype(context: PipeContext): ClipScript<PipePose> {
  const { poses, rng, states } = context;
  const gridSize = states[0]?.gridSize ?? 0;
  const groups = listSites(context, (cell) => isPiece(cell) && !cell.isSource).map((sites) =>
    sites.flatMap((site) => {
      const kind = pipeKind(poses[0]?.cells[site.index]?.mask ?? 0);
      return MASKS.filter((mask) => pipeKind(mask) !== kind).map((mask) => ({ ...site, mask }));
    }),
  );
  return chooseCandidate(
    rng,
    groups,
    ({ frame, index, mask }) => ({
      poses: changeFrom(poses, frame, (cell, at) => (at === index ? { ...cell, mask } : cell)),
      truth: {
        fault: "retype",
        check: "pipe_type_consistency",
        frame,
        cell: cellAt(index, gridSize),
      },
    }),
    "retype",
  );
}
