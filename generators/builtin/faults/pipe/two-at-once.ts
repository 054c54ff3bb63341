/** Two moves that follow one another, of two pieces, are made at the same time. */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import { cellIndex } from "../../../../tasks/pipe/rules.ts";
import type { ClipScript } from "../../script.ts";
import { cellAt, chooseCandidate, type PipeContext } from "./plant.ts";
import { replaceMoves } from "./turn-window.ts";

export function twoAtOnce(context: PipeContext): ClipScript<PipePose> {
  const { plan, rng, states } = context;
  const gridSize = states[0]?.gridSize ?? 0;
  const pairs = plan.flatMap((action, move) => {
    const next = plan[move + 1];
    if (next === undefined) return [];
    const cells = [cellIndex(action, gridSize), cellIndex(next, gridSize)];
    if (cells[0] === cells[1]) return [];
    const turns = cells.map((index) => ({ index, byDeg: 90 }));
    const window = replaceMoves(context, move, move + 2, turns);
    return window === null ? [] : [{ cells, window }];
  });
  return chooseCandidate(
    rng,
    [pairs],
    ({ cells, window }) => ({
      poses: window.poses,
      truth: {
        fault: "two-at-once",
        check: "one_move_at_a_time",
        frame: window.frame,
        toFrame: window.toFrame,
        cells: cells.map((index) => cellAt(index, gridSize)),
      },
    }),
    "two-at-once",
  );
}
