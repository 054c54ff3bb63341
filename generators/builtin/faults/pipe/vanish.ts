/** A piece disappears and stays away; its later moves, if any, are not seen. */
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

export function vanish(context: PipeContext): ClipScript<PipePose> {
  const { plan, poses, rng, states } = context;
  const gridSize = states[0]?.gridSize ?? 0;
  const isDone = (index: number, moveIndex: number): boolean =>
    plan.slice(moveIndex).every(({ x, y }) => y * gridSize + x !== index);
  const groups = [
    ...listSites(
      context,
      (cell, index, moveIndex) => isPiece(cell) && !cell.isSource && isDone(index, moveIndex),
    ),
    ...listSites(context, (cell) => isPiece(cell) && !cell.isSource),
  ];
  return chooseCandidate(
    rng,
    groups,
    ({ frame, index }) => ({
      poses: changeFrom(poses, frame, (cell, at) =>
        at === index ? { mask: 0, angleDeg: 0, connected: false, isSource: false } : cell,
      ),
      truth: {
        fault: "vanish",
        check: "cell_occupancy_consistency",
        frame,
        cell: cellAt(index, gridSize),
      },
    }),
    "vanish",
  );
}
