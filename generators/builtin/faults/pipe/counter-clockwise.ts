/**
 * A piece turns counter-clockwise. Where the plan turns a piece three times, one turn backwards
 * leads to the same place; it takes the frames of all three, so that it is plain to see.
 */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import { cellIndex } from "../../../../tasks/pipe/rules.ts";
import { pipeKind } from "../../../../tasks/pipe/state.ts";
import type { ClipScript } from "../../script.ts";
import { cellAt, chooseCandidate, type PipeContext } from "./plant.ts";
import { replaceMoves } from "./turn-window.ts";

/** Moves of one piece in a row, `from` to `to` (not included). */
type Run = { readonly index: number; readonly from: number; readonly to: number };

export function counterClockwise(context: PipeContext): ClipScript<PipePose> {
  const { rng, states } = context;
  const { gridSize = 0, solvedMasks = [] } = states[0] ?? {};
  const runs = listRuns(context);
  const isStraight = ({ index }: Run): boolean => pipeKind(solvedMasks[index] ?? 0) === "straight";
  const groups = [
    runs.filter((run) => run.to - run.from === 3),
    runs.filter((run) => run.to - run.from === 2),
    runs.filter((run) => run.to - run.from === 1 && isStraight(run)),
  ];
  return chooseCandidate(
    rng,
    groups.map((group) => group.flatMap((run) => turnBack(context, run) ?? [])),
    ({ index, window }) => ({
      poses: window.poses,
      truth: {
        fault: "counter-clockwise",
        check: "rotation_num_angle_valid",
        frame: window.frame,
        toFrame: window.toFrame,
        cell: cellAt(index, gridSize),
      },
    }),
    "counter-clockwise",
  );
}

/**
 * The run done backwards: three turns by one, two by two; one turn of a straight piece by one, after
 * which it looks the same.
 */
function turnBack(context: PipeContext, run: Run) {
  const { index, from, to } = run;
  if (to - from !== 2) {
    const window = replaceMoves(context, from, to, [{ index, byDeg: -90 }]);
    return window === null ? null : { index, window };
  }
  const states = context.states.map((state, at) =>
    at === from + 1 ? backwards(state, index) : state,
  );
  const turns = [{ index, byDeg: -90 }];
  const first = replaceMoves({ ...context, states }, from, from + 1, turns);
  if (first === null) return null;
  const second = replaceMoves({ ...context, states, poses: first.poses }, from + 1, to, turns);
  return second === null ? null : { index, window: { ...second, frame: first.frame } };
}

/** After one of two turns the piece stands half a turn away from where the plan has it. */
function backwards(state: PipeContext["states"][number], index: number): typeof state {
  const rotations = state.rotations.map((turns, at) => (at === index ? (turns + 2) % 4 : turns));
  return { ...state, rotations };
}

function listRuns({ plan, states }: PipeContext): Run[] {
  const gridSize = states[0]?.gridSize ?? 0;
  const runs: Run[] = [];
  plan.forEach((action, move) => {
    const index = cellIndex(action, gridSize);
    const last = runs.at(-1);
    if (last?.index === index) runs[runs.length - 1] = { ...last, to: move + 1 };
    else runs.push({ index, from: move, to: move + 1 });
  });
  return runs;
}
