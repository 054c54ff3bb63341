/**
 * Ropes push each other and plugs apart. Owns what happens between near segments; that nothing passes
 * through anything is guard.ts.
 */
import {
  APART_X,
  APART_Y,
  APART_Z,
  FIRST_SHARE,
  measureNearest,
  nearest,
  SECOND_SHARE,
  type Sight,
} from "./nearest.ts";
import { createPairList, LIST_DISTANCE, OTHER_ROPES, POST } from "./pair-list.ts";
import { BLOCKING_DISTANCE, PRESSURE_DISTANCE, ROPE_DISTANCE } from "./parameters.ts";
import type { World } from "./world.ts";

export type Contacts = {
  /** Lists the near pairs anew. */
  refresh(sight: Sight): void;
  /** What near ropes do to tightening, for each rope; valid until the next call. */
  measurePressure(sight: Sight): {
    readonly pressure: Float64Array;
    readonly isBlocked: Uint8Array;
  };
  /**
   * Pushes every listed pair apart that is too near, one after the other.
   * @param moved how far any particle of each rope has moved since the list was made: pairs that
   * cannot have come near are not measured
   */
  push(sight: Sight, moved: Float64Array): void;
  /**
   * Least distance of the listed pairs at given positions.
   * @param perParticle lowered to `share` of the distance for the particles of each pair
   */
  measureGaps(positions: Float64Array, perParticle: Float64Array, share: number): number;
};

export function createContacts(world: World): Contacts {
  const { ropeCount, positions, isFree, postReaches } = world;
  const { list, refresh } = createPairList(world);
  const { firsts, seconds, firstRopes, secondRopes, kinds, posts, distances } = list;
  /** Distance when last measured, plus how far both ropes had moved by then. */
  const gaps = new Float64Array(distances.length);
  /** Pairs that may be near enough to push, and how far ropes had moved when they were chosen. */
  const active = new Int32Array(distances.length);
  const movedThen = new Float64Array(ropeCount);
  let activeCount = 0;
  let isChosen = false;
  const pressure = new Float64Array(ropeCount);
  const isBlocked = new Uint8Array(ropeCount);

  const limitOf = (pair: number): number =>
    kinds[pair] === POST ? (postReaches[posts[pair] as number] as number) : ROPE_DISTANCE;

  const hasMoved = (moved: Float64Array, way: number): boolean => {
    for (let rope = 0; rope < ropeCount; rope++) {
      if ((moved[rope] as number) - (movedThen[rope] as number) > way) return true;
    }
    return false;
  };

  const chooseActive = (moved: Float64Array, margin: number): void => {
    activeCount = 0;
    for (let pair = 0; pair < list.count; pair++) {
      const near = limitOf(pair) + margin;
      const way =
        (moved[firstRopes[pair] as number] as number) + (moved[secondRopes[pair] as number] ?? 0);
      if ((gaps[pair] as number) - way > near) continue;
      const a = firsts[pair] as number;
      const distance = Math.sqrt(measureNearest(positions, a, seconds[pair] as number));
      gaps[pair] = distance + way;
      if (distance <= near) active[activeCount++] = pair;
    }
    movedThen.set(moved);
    isChosen = true;
  };

  const press = (rope: number, distance: number): void => {
    const share = (PRESSURE_DISTANCE - distance) / PRESSURE_DISTANCE;
    pressure[rope] = (pressure[rope] as number) + share;
    if (distance < BLOCKING_DISTANCE) isBlocked[rope] = 1;
  };

  return {
    refresh({ loopLength }) {
      refresh(loopLength);
      gaps.set(distances.subarray(0, list.count));
      isChosen = false;
    },
    measurePressure({ measure }) {
      pressure.fill(0);
      isBlocked.fill(0);
      for (let pair = 0; pair < list.count; pair++) {
        if (kinds[pair] !== OTHER_ROPES) continue;
        const squared = measure(positions, firsts[pair] as number, seconds[pair] as number);
        const distance = Math.sqrt(squared);
        if (distance >= PRESSURE_DISTANCE) continue;
        press(firstRopes[pair] as number, distance);
        press(secondRopes[pair] as number, distance);
      }
      return { pressure, isBlocked };
    },
    push({ measure, blindBelow, activeMargin }, moved) {
      if (!isChosen || hasMoved(moved, activeMargin / 2)) chooseActive(moved, activeMargin);
      for (let index = 0; index < activeCount; index++) {
        const pair = active[index] as number;
        const limit = limitOf(pair);
        const a = firsts[pair] as number;
        const b = seconds[pair] as number;
        const squared = measure(positions, a, b);
        if (squared >= limit * limit || squared < blindBelow * blindBelow) continue;
        pushApart(positions, isFree, a, b, Math.sqrt(squared), limit);
      }
    },
    measureGaps(at, perParticle, share) {
      let least = LIST_DISTANCE;
      for (let pair = 0; pair < list.count; pair++) {
        const a = firsts[pair] as number;
        const b = seconds[pair] as number;
        const distance = Math.sqrt(measureNearest(at, a, b));
        if (distance < least) least = distance;
        lower(perParticle, a / 3, distance * share);
        lower(perParticle, a / 3 + 1, distance * share);
        lower(perParticle, b / 3, distance * share);
        lower(perParticle, b / 3 + 1, distance * share);
      }
      return least;
    },
  };
}

function lower(values: Float64Array, index: number, bound: number): void {
  if (bound < (values[index] as number)) values[index] = bound;
}

/**
 * Moves both segments away from where they are nearest, each by half of what is missing, shared out
 * to its particles by nearness. Expects the measurement in `nearest`.
 */
function pushApart(
  positions: Float64Array,
  isFree: Uint8Array,
  a: number,
  b: number,
  distance: number,
  limit: number,
): void {
  if (distance === 0) pointAcross(positions, a, b);
  const dx = nearest[APART_X] as number;
  const dy = nearest[APART_Y] as number;
  const dz = nearest[APART_Z] as number;
  const length = distance === 0 ? Math.sqrt(dx * dx + dy * dy + dz * dz) : distance;
  if (length === 0) return;
  const half = ((limit - distance) * 0.5) / length;
  const x = dx * half;
  const y = dy * half;
  const z = dz * half;
  const first = nearest[FIRST_SHARE] as number;
  const second = nearest[SECOND_SHARE] as number;
  moveParticle(positions, isFree, a, x, y, z, 1 - first);
  moveParticle(positions, isFree, a + 3, x, y, z, first);
  moveParticle(positions, isFree, b, x, y, z, second - 1);
  moveParticle(positions, isFree, b + 3, x, y, z, -second);
}

/**
 * A direction for segments that meet: the first goes up, or off the post to its own left when the
 * second is upright.
 */
function pointAcross(positions: Float64Array, a: number, b: number): void {
  const isUpright = positions[b] === positions[b + 3] && positions[b + 2] === positions[b + 5];
  const ux = (positions[a + 3] as number) - (positions[a] as number);
  const uz = (positions[a + 5] as number) - (positions[a + 2] as number);
  nearest[APART_X] = isUpright ? -uz : 0;
  nearest[APART_Y] = isUpright ? 0 : 1;
  nearest[APART_Z] = isUpright ? ux : 0;
}

function moveParticle(
  positions: Float64Array,
  isFree: Uint8Array,
  at: number,
  x: number,
  y: number,
  z: number,
  factor: number,
): void {
  if (isFree[at / 3] !== 1) return;
  positions[at] = (positions[at] as number) + x * factor;
  positions[at + 1] = (positions[at + 1] as number) + y * factor;
  positions[at + 2] = (positions[at + 2] as number) + z * factor;
}
