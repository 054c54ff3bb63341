/**
 * A rollout that goes on from other ropes than the plan's: the moves that are left are simulated from
 * there. Whatever a fault has done to the ropes, from then on nothing passes through anything.
 */
import type { Polyline } from "../../../../core/geometry/polyline-crossings.ts";
import { HOLE_SPACING, lineCoordinate } from "../../../../tasks/untangle/board.ts";
import type { UntanglePose, UntangleState } from "../../../../tasks/untangle/index.ts";
import { type EndMove, moveEnd } from "../../../../tasks/untangle/physics/move.ts";
import {
  copyWorld,
  particleOffset,
  ropePositions,
  type World,
} from "../../../../tasks/untangle/physics/world.ts";
import { poseAlong, poseOfLines } from "../../../../tasks/untangle/pose.ts";
import { toBoardLines, worldOf } from "../../../../tasks/untangle/simulate.ts";

export type Replay = {
  /** Ropes at rest after 0, 1, ... of the moves. */
  readonly rests: readonly UntanglePose[];
  /** The world after the last move. */
  readonly world: World;
  /** The pose during a move. @param progress strictly between 0 and 1 */
  during(move: number, progress: number): UntanglePose;
};

/** Makes moves from a world on. It is not changed. @param state colours of the ropes and board */
export function replay(
  state: Pick<UntangleState, "gridSize" | "ropes">,
  world: World,
  moves: readonly EndMove[],
): Replay {
  const { gridSize } = state;
  const worlds = [world];
  const trajectories = moves.map((move) => {
    const before = worlds.at(-1) ?? world;
    const frames = [ropePositions(before)];
    worlds.push(
      moveEnd(before, gridSize, move, (after) => {
        frames.push(ropePositions(after));
      }),
    );
    return frames;
  });
  return {
    rests: worlds.map((at) => poseOfLines(state, toBoardLines(gridSize, ropePositions(at)))),
    world: worlds.at(-1) ?? world,
    during: (move, progress) =>
      poseAlong(state, moves[move] ?? { rope: -1, end: 0 }, trajectories[move] ?? [], progress),
  };
}

/** The settled world of a state with one or more ropes laid along other lines, at rest there. */
export function worldWith(state: UntangleState, changed: ReadonlyMap<number, Polyline>): World {
  const world = copyWorld(worldOf(state));
  const origin = lineCoordinate(state.gridSize, 0);
  for (const [rope, line] of changed) {
    // The ends are where they were, to the bit.
    for (const [index, [x, y, height]] of [...line.entries()].slice(1, -1)) {
      const at = particleOffset(rope, index);
      const place = [origin + x * HOLE_SPACING, height * HOLE_SPACING, origin + y * HOLE_SPACING];
      world.positions.set(place, at);
      world.previous.set(place, at);
    }
  }
  return world;
}
