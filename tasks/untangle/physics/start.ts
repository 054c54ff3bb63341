/** Makes the world of a new board: shapes, then settling. */
import type { Hole } from "../board.ts";
import { PLUG_REACH, PLUG_RISE, START_TICKS } from "./parameters.ts";
import { createSimulation } from "./simulation.ts";
import { archShape, LONG_SLACK, NORMAL_SLACK, tangledShape } from "./start-shape.ts";
import { createWorld, placePost, type World } from "./world.ts";

/** All that a new board depends on. */
export type Start = {
  readonly gridSize: number;
  /** Holes of each rope's ends. */
  readonly ends: readonly (readonly [start: Hole, end: Hole])[];
  /** Whether ropes are long, as on hard boards. */
  readonly isLong: boolean;
  /** Ropes of the central tangle in their order, 3 or 4 of them, or none. */
  readonly tangle: readonly number[];
};

/** Ticks in which the posts grow out of the holes, and their height meanwhile: above all ropes. */
const SEATING_TICKS = 20;
const SEATING_RISE = 9;

/**
 * The settled world of a new board: first as published, where ropes that cross at equal heights push
 * each other over and under; then the posts of the plugs grow and push aside what lies too near, each
 * rope to the side on which it lies. From then on nothing passes through anything.
 */
export function settleStart({ gridSize, ends, isLong, tangle }: Start): World {
  const slack = isLong ? LONG_SLACK : NORMAL_SLACK;
  const world = createWorld(
    ends.map((holes, rope) => {
      const index = tangle.indexOf(rope);
      return index < 0
        ? archShape(gridSize, holes, slack)
        : tangledShape(gridSize, holes, { index, count: tangle.length }, slack);
    }),
  );
  const simulation = createSimulation(world);
  for (let tick = 0; tick < START_TICKS; tick++) simulation.tickAsPublished();
  placePosts(world, SEATING_RISE);
  for (let tick = 0; tick < SEATING_TICKS; tick++) {
    const reach = (grown: number): number => (PLUG_REACH * grown) / SEATING_TICKS;
    simulation.tickGrowing([reach(tick), reach(tick + 1)]);
  }
  placePosts(world, PLUG_RISE);
  return world;
}

function placePosts(world: World, rise: number): void {
  for (let rope = 0; rope < world.ropeCount; rope++) {
    placePost(world, rope, 0, rise);
    placePost(world, rope, 1, rise);
  }
}
