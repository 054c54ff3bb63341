/** A move: an end is lifted above everything, carried over its new hole, lowered, and all settles. */
import { type Hole, holePlace } from "../board.ts";
import {
  CARRY_TICKS,
  LIFT_CLEARANCE,
  LIFT_TICKS,
  LOWER_TICKS,
  PARTICLES,
  PLUG_REACH,
  RADIUS,
  SETTLE_TICKS,
} from "./parameters.ts";
import { createSimulation, IN_AIR, type Lead, type Plug } from "./simulation.ts";
import {
  copyWorld,
  type EndIndex,
  endOffset,
  type Particle,
  particleOffset,
  type World,
} from "./world.ts";

export type EndMove = {
  readonly rope: number;
  readonly end: EndIndex;
  readonly source: Hole;
  readonly target: Hole;
};

/** Ticks that an end held back by ropes in its way may be late. */
const MAX_LATE_TICKS = 30;

/**
 * Moves an end. The world given is not changed.
 * @param onTick called with the world after each tick
 * @returns the settled world
 */
export function moveEnd(
  world: World,
  gridSize: number,
  move: EndMove,
  onTick?: (world: World) => void,
): World {
  const simulation = createSimulation(copyWorld(world));
  const settled = simulation.world;
  const source = surfacePoint(gridSize, move.source);
  const target = surfacePoint(gridSize, move.target);
  const height = highestParticle(world) + LIFT_CLEARANCE;
  const over = (point: Particle): Particle => [point[0], height, point[2]];
  const tick = (lead?: Lead): void => {
    simulation.tick(lead);
    onTick?.(settled);
  };
  const { rope, end } = move;
  settled.postReaches[2 * rope + end] = 0;
  for (const [from, to, ticks] of [
    [source, over(source), LIFT_TICKS],
    [over(source), over(target), CARRY_TICKS],
  ] as const) {
    for (let done = 0; done < ticks; done++) {
      const [start, stop] = [done / ticks, (done + 1) / ticks];
      tick({ rope, end, ...stretch(from, to, start, stop), plug: [IN_AIR, IN_AIR] });
    }
  }
  const plugAt = plugOnItsWay(settled, move, target);
  for (let done = 0; done < LOWER_TICKS; done++) {
    const [start, stop] = [done / LOWER_TICKS, (done + 1) / LOWER_TICKS];
    const plug = [plugAt(start), plugAt(stop)] as const;
    tick({ rope, end, ...stretch(over(target), target, start, stop), plug });
  }
  for (let done = 0; done < SETTLE_TICKS; done++) {
    const isLate = done < MAX_LATE_TICKS && !isAt(settled, move, target);
    tick(
      isLate ? { rope, end, from: target, to: target, plug: [plugAt(1), plugAt(1)] } : undefined,
    );
  }
  return settled;
}

/** Part of a straight way. */
function stretch(
  from: Particle,
  to: Particle,
  start: number,
  stop: number,
): Pick<Lead, "from" | "to"> {
  return { from: between(from, to, start), to: between(from, to, stop) };
}

/** How far beside its hole a plug comes down at first, and the turn of that way: cosine and sine. */
const ASIDE = 0.02;
const ASIDE_TURN = [0.96, 0.28] as const;

/**
 * A plug that comes down on a rope pushes it aside. It comes down a little nearer to its own rope's
 * other end, so that a rope exactly under it is pushed to the far side and not crossed; and a little
 * turned, so that there is a side for ropes of the same direction too.
 */
function plugOnItsWay(
  world: World,
  { rope, end }: EndMove,
  target: Particle,
): (share: number) => Plug {
  const other = endOffset(rope, end === 0 ? 1 : 0);
  const dx = (world.positions[other] as number) - target[0];
  const dz = (world.positions[other + 2] as number) - target[2];
  const length = Math.sqrt(dx * dx + dz * dz);
  const [cos, sin] = ASIDE_TURN;
  const x = (ASIDE * (cos * dx - sin * dz)) / length;
  const z = (ASIDE * (sin * dx + cos * dz)) / length;
  return (share) => ({ reach: PLUG_REACH * share, aside: [x * (1 - share), z * (1 - share)] });
}

function between(from: Particle, to: Particle, share: number): Particle {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** Where the end of a rope lies in a hole. */
function surfacePoint(gridSize: number, hole: Hole): Particle {
  const { x, z } = holePlace(gridSize, hole);
  return [x, RADIUS, z];
}

function highestParticle({ ropeCount, positions }: World): number {
  let highest = RADIUS;
  for (let particle = 0; particle < ropeCount * PARTICLES; particle++) {
    highest = Math.max(highest, positions[particleOffset(0, particle) + 1] as number);
  }
  return highest;
}

function isAt({ positions }: World, { rope, end }: EndMove, point: Particle): boolean {
  const at = endOffset(rope, end);
  return point.every((value, axis) => positions[at + axis] === value);
}
