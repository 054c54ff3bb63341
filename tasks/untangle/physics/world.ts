/**
 * Everything that the simulation remembers from one tick to the next, in plain arrays. Owns layout
 * and copying; what moves it are the other files of this folder.
 *
 * Indices into typed arrays are in range by construction here and in the files that step a world;
 * reads say `as number` because the compiler cannot know.
 */
import { PARTICLES, PLUG_RISE, POST_BOTTOM } from "./parameters.ts";

export type World = {
  readonly ropeCount: number;
  /**
   * x, y, z of the particles of rope 0, of rope 1, and so on; then for every rope end, in the order
   * start of rope 0, end of rope 0, start of rope 1, the bottom and the top of its post.
   */
  readonly positions: Float64Array;
  /** Positions before the last step, which is what is left of velocity. Same order. */
  readonly previous: Float64Array;
  /** 1 for particles that move freely, 0 for ends and posts. */
  readonly isFree: Uint8Array;
  /** Rest length of each rope's segments. */
  readonly segmentLengths: Float64Array;
  /** How near ropes may come to the post of each rope end, 0 while it is in the air. */
  readonly postReaches: Float64Array;
};

/** Start or end of a rope. */
export type EndIndex = 0 | 1;

/** A particle of a rope. */
export type Particle = readonly [x: number, y: number, z: number];

/** How a rope lies at first. */
export type RopeShape = { readonly particles: readonly Particle[]; readonly segmentLength: number };

/** Offset of a rope's particle in the arrays of a world. */
export function particleOffset(rope: number, particle: number): number {
  return 3 * (rope * PARTICLES + particle);
}

/** Offset of the particle that is plugged in at an end. */
export function endOffset(rope: number, end: EndIndex): number {
  return particleOffset(rope, end === 0 ? 0 : PARTICLES - 1);
}

/** Offset of the bottom of an end's post; its top is the next particle. */
export function postOffset(ropeCount: number, rope: number, end: EndIndex): number {
  return particleOffset(ropeCount, 0) + 6 * (2 * rope + end);
}

/** A world at rest. Posts have no reach yet. */
export function createWorld(shapes: readonly RopeShape[]): World {
  const ropeCount = shapes.length;
  const length = particleOffset(ropeCount, 0) + 12 * ropeCount;
  const world: World = {
    ropeCount,
    positions: new Float64Array(length),
    previous: new Float64Array(length),
    isFree: new Uint8Array(length / 3),
    segmentLengths: Float64Array.from(shapes, ({ segmentLength }) => segmentLength),
    postReaches: new Float64Array(2 * ropeCount),
  };
  for (const [rope, { particles }] of shapes.entries()) {
    for (const [index, particle] of particles.entries()) {
      const offset = particleOffset(rope, index);
      world.positions.set(particle, offset);
      world.isFree[offset / 3] = index > 0 && index < PARTICLES - 1 ? 1 : 0;
    }
    placePost(world, rope, 0);
    placePost(world, rope, 1);
  }
  world.previous.set(world.positions);
  return world;
}

/**
 * Puts an end's post where the end is.
 * @param rise how far it stands above the end
 * @param aside how far it stands beside the end, along x and z
 */
export function placePost(
  world: World,
  rope: number,
  end: EndIndex,
  rise: number = PLUG_RISE,
  aside: readonly [x: number, z: number] = [0, 0],
): void {
  const { positions } = world;
  const from = endOffset(rope, end);
  const x = (positions[from] as number) + aside[0];
  const top = (positions[from + 1] as number) + rise;
  const z = (positions[from + 2] as number) + aside[1];
  const at = postOffset(world.ropeCount, rope, end);
  positions[at] = x;
  positions[at + 1] = POST_BOTTOM;
  positions[at + 2] = z;
  positions[at + 3] = x;
  positions[at + 4] = top;
  positions[at + 5] = z;
}

/** A world that goes its own way. */
export function copyWorld(world: World): World {
  return {
    ropeCount: world.ropeCount,
    positions: world.positions.slice(),
    previous: world.previous.slice(),
    isFree: world.isFree.slice(),
    segmentLengths: world.segmentLengths.slice(),
    postReaches: world.postReaches.slice(),
  };
}

/** Positions of the ropes alone: x, y, z of 17 particles a rope. */
export function ropePositions(world: World): Float64Array {
  return world.positions.slice(0, particleOffset(world.ropeCount, 0));
}
