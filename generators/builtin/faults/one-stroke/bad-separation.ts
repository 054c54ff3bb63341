/**
 * A legal stroke that reaches the goal and does not separate the colours: the plan with a few cells
 * on the wrong side, drawn move by move at the plan's pace.
 */
import { RuleError } from "../../../../core/errors.ts";
import {
  cellName,
  edgesOfPath,
  MOVE_DELTA,
  MOVES,
  type Move,
  regionsOf,
  type StrokePose,
  type StrokeState,
  separationFaults,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import { type ClipScript, poseFrames } from "../../script.ts";
import { scheduleMoves, type Timeline } from "../../timeline.ts";
import { listCells } from "./cells.ts";
import { flipCell } from "./flip-cell.ts";
import { plantedClip } from "./plant.ts";
import { keepsSeparation, readRollout, type StrokeContext } from "./rollout.ts";

/** Cells that change sides at most, and how often it is tried before the straight way is taken. */
const MAX_FLIPS = 4;
const MAX_ATTEMPTS = 60;

export function badSeparation(context: StrokeContext): ClipScript<StrokePose> {
  const { task, poses } = context;
  const start = context.states[0] as StrokeState;
  const path = drawWrongPath(context, start.path);
  if (path === null || poses.length < 2) {
    throw new RuleError(
      "expected a stroke that does not separate for fault:bad-separation but received a board or " +
        "clip without any. Take another instance, or more frames.",
    );
  }
  const begun = start.path.length;
  const moves = path.slice(begun).map((to, k) => moveBetween(path[begun - 1 + k] ?? to, to));
  const states = [
    start,
    ...moves.map((_, k) => ({ ...start, path: path.slice(0, begun + k + 1) })),
  ];
  return plantedClip(poseFrames(task, states, moves, atSamePace(context, moves.length)), {
    fault: "bad-separation",
    check: "different_color_separation_valid",
    frame: poses.length - 1,
    where: listWrongCells({ ...start, path }).map(cellName),
    alsoChecks: [],
  });
}

/** A path on from `begun`, no longer than the plan, that fails; null when none is found. */
function drawWrongPath(context: StrokeContext, begun: readonly Vertex[]): readonly Vertex[] | null {
  const { rng } = context;
  const rollout = readRollout(context);
  const isWrong = (path: readonly Vertex[]): boolean =>
    path.length <= rollout.vertices.length &&
    begun.every((vertex, index) => String(vertex) === String(path[index])) &&
    !keepsSeparation(rollout, edgesOfPath(path));
  const cells = listCells(rollout).map(({ cell }) => cell);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    let path = rollout.vertices;
    for (let flips = rng.randint(1, MAX_FLIPS); flips > 0; flips--) {
      const flipped = cells.map((cell) => flipCell(path, cell)).filter((other) => other !== null);
      if (flipped.length > 0) path = rng.choice(flipped);
    }
    if (isWrong(path)) return path;
  }
  return rng.shuffle(straightWays(rollout)).find(isWrong) ?? null;
}

/** Along two sides of the board: one region, so that any two colours share it. */
function straightWays({ width, height }: { width: number; height: number }): Vertex[][] {
  const row = (y: number): Vertex[] => Array.from({ length: width }, (_, x) => [x, y]);
  const column = (x: number): Vertex[] => Array.from({ length: height }, (_, y) => [x, y]);
  return [
    [...row(0), ...column(width - 1).slice(1)],
    [...column(0), ...row(height - 1).slice(1)],
  ];
}

function moveBetween([x0, y0]: Vertex, [x1, y1]: Vertex): Move {
  const isMove = (move: Move): boolean =>
    MOVE_DELTA[move][0] === x1 - x0 && MOVE_DELTA[move][1] === y1 - y0;
  return MOVES.find(isMove) as Move;
}

/** The plan's timeline, or one of fewer moves at its pace. */
function atSamePace({ timeline, fps }: StrokeContext, moves: number): Timeline {
  const { slots, frames } = timeline;
  if (moves === slots.length) return timeline;
  const span = (slots.at(-1)?.endFrame ?? 0) - (slots[0]?.firstFrame ?? 0);
  const movesPerSecond = (fps * slots.length) / Math.max(1, span);
  return scheduleMoves(moves, frames.length, fps, { movesPerSecond });
}

/** Coloured cells that share a region with another colour, or whose colour is in several regions. */
function listWrongCells({ width, height, cells, path }: StrokeState): [number, number][] {
  const regions = regionsOf(width, height, edgesOfPath(path));
  const { splitColours, mixedRegions } = separationFaults(cells, regions);
  return cells.flatMap((row, j) =>
    row.flatMap((colour, i): [number, number][] => {
      if (colour === null) return [];
      const isMixed = mixedRegions.includes(regions[j]?.[i] ?? -1);
      return isMixed || splitColours.includes(colour) ? [[i, j]] : [];
    }),
  );
}
