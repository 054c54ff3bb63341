/**
 * Steps a world through time, a sixtieth of a second a tick. Everything is made of + - * / and
 * square roots in a fixed order, which IEEE 754 rounds in one way only: the same start and the same
 * ticks give the same bits on every machine.
 */
import { integrateRopes, relaxRopes } from "./constraints.ts";
import { createContacts } from "./contacts.ts";
import { createGuard } from "./guard.ts";
import { EXACT_SIGHT, PUBLISHED_SIGHT, type Sight } from "./nearest.ts";
import { PLUG_RISE, SUBSTEPS } from "./parameters.ts";
import { tightenRope } from "./tighten.ts";
import { type EndIndex, endOffset, type Particle, placePost, type World } from "./world.ts";

/** Times that ropes push each other in a substep. */
const PUSHES = 2;

/** A post that is about to appear is listed with this reach. */
const FIRST_REACH = 1e-9;

/** A plug on its way into a hole. */
export type Plug = {
  /** Ropes are kept this far from its axis. */
  readonly reach: number;
  /** How far its axis is beside the end, along x and z. */
  readonly aside: readonly [x: number, z: number];
};

/** No plug. */
export const IN_AIR: Plug = { reach: 0, aside: [0, 0] };

/** An end that is led along a straight line during a tick. */
export type Lead = {
  readonly rope: number;
  readonly end: EndIndex;
  readonly from: Particle;
  readonly to: Particle;
  /** How the plug pushes ropes aside at the beginning and at the end of the tick; 0 and 0 in the air. */
  readonly plug: readonly [from: Plug, to: Plug];
};

export type Simulation = {
  /** Changed by each tick. */
  readonly world: World;
  /** A tick, with an end led or with all ends at rest. A led rope does not tighten. */
  tick(lead?: Lead): void;
  /** A published tick: no plugs, published distances, and ropes may pass through each other. */
  tickAsPublished(): void;
  /** A tick in which the posts of all plugs reach out. @param reaches before and after */
  tickGrowing(reaches: readonly [from: number, to: number]): void;
};

export function createSimulation(world: World): Simulation {
  const { ropeCount, positions, previous, postReaches } = world;
  const contacts = createContacts(world);
  const guard = createGuard(world, contacts);

  const tighten = (sight: Sight, carried?: number): void => {
    const { pressure, isBlocked } = contacts.measurePressure(sight);
    for (let rope = 0; rope < ropeCount; rope++) {
      if (rope === carried) continue;
      tightenRope(world, rope, pressure[rope] as number, isBlocked[rope] === 1);
    }
  };

  const substep = (sight: Sight): void => {
    relaxRopes(world);
    for (let round = 0; round < PUSHES; round++) contacts.push(sight, guard.moved());
    integrateRopes(world);
  };

  /** What comes before anything of a substep moves. */
  const begin = (): void => {
    contacts.noteSides(EXACT_SIGHT, guard.begin(EXACT_SIGHT));
  };

  const lead = ({ rope, end, from, to, plug }: Lead, share: number): void => {
    const at = endOffset(rope, end);
    for (const axis of [0, 1, 2] as const) {
      positions[at + axis] = mix(from[axis], to[axis], share);
    }
    postReaches[2 * rope + end] = mix(plug[0].reach, plug[1].reach, share);
  };

  /** The led end is where the guard let it go. */
  const follow = ({ rope, end, plug: [from, to] }: Lead, share: number): void => {
    const aside = [
      mix(from.aside[0], to.aside[0], share),
      mix(from.aside[1], to.aside[1], share),
    ] as const;
    placePost(world, rope, end, PLUG_RISE, aside);
    const at = endOffset(rope, end);
    for (let axis = at; axis < at + 3; axis++) previous[axis] = positions[axis] as number;
  };

  return {
    world,
    tick(led) {
      if (led !== undefined && led.plug[1].reach > 0) {
        postReaches[2 * led.rope + led.end] = Math.max(FIRST_REACH, led.plug[0].reach);
        follow(led, 0);
      }
      guard.refresh(EXACT_SIGHT);
      tighten(EXACT_SIGHT, led?.rope);
      for (let step = 1; step <= SUBSTEPS; step++) {
        begin();
        if (led !== undefined) lead(led, step / SUBSTEPS);
        substep(EXACT_SIGHT);
        guard.end();
        if (led !== undefined) follow(led, step / SUBSTEPS);
      }
    },
    tickAsPublished() {
      postReaches.fill(0);
      guard.refresh(PUBLISHED_SIGHT);
      tighten(PUBLISHED_SIGHT);
      for (let step = 1; step <= SUBSTEPS; step++) {
        guard.begin(PUBLISHED_SIGHT);
        substep(PUBLISHED_SIGHT);
        guard.endFreely();
      }
    },
    tickGrowing(reaches) {
      postReaches.fill(Math.max(FIRST_REACH, reaches[0]));
      guard.refresh(EXACT_SIGHT);
      for (let step = 1; step <= SUBSTEPS; step++) {
        begin();
        postReaches.fill(mix(...reaches, step / SUBSTEPS));
        substep(EXACT_SIGHT);
        guard.end();
      }
    },
  };
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
