/**
 * Ropes push each other and plugs apart, each to the side on which it was. Owns what happens between
 * near segments; bounds on steps, so that nothing passes through anything, are guard.ts.
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

/**
 * Ropes squeezed between others come no nearer than this: from less, each substep would leave them a
 * tenth of it, until rounding lets them through. A little creep, so that none is stuck for good.
 */
const FLOOR_DISTANCE = 0.05;
const CREEP = 1e-4;

/** Pairs nearer than this at the beginning of a substep might change sides during it. */
const CLOSE_DISTANCE = 0.8 * ROPE_DISTANCE;

export type Contacts = {
  /** Lists the near pairs anew. */
  refresh(sight: Sight): void;
  /** What near ropes do to tightening, for each rope; valid until the next call. */
  measurePressure(sight: Sight): {
    readonly pressure: Float64Array;
    readonly isBlocked: Uint8Array;
  };
  /**
   * Remembers on which side of each other close pairs are, for the substep that begins.
   * @param moved as for `push`
   */
  noteSides(sight: Sight, moved: Float64Array): void;
  /**
   * Pushes every listed pair apart that is too near, one after the other; pairs whose sides were noted
   * to their own sides.
   * @param moved how far any particle of each rope has moved since the list was made, and 0 for
   * posts: pairs that cannot have come near are not measured
   */
  push(sight: Sight, moved: Float64Array): void;
  /**
   * How far listed pairs could still come together, counted from where the substep began; pairs that
   * are moving apart, all of their distance.
   * @param reference positions at the beginning of the substep
   * @param perParticle lowered to `share` of the room for the particles of each pair, by offset
   * @returns the least room
   */
  measureRoom(reference: Float64Array, perParticle: Float64Array, share: number): number;
};

export function createContacts(world: World): Contacts {
  const { ropeCount, positions, isFree, postReaches } = world;
  const { list, refresh } = createPairList(world);
  const { firsts, seconds, firstRopes, secondRopes, kinds, posts, distances } = list;
  /** Where everything was when the list was made: there its distances need not be measured again. */
  const listedAt = new Float64Array(positions.length);
  /** `isFree` by offset. */
  const isFreeAt = new Uint8Array(positions.length);
  for (let at = 0; at < isFreeAt.length; at += 3) isFreeAt[at] = isFree[at / 3] as number;
  /** Distance when last measured, plus how far both ropes had moved by then. */
  const gaps = new Float64Array(distances.length);
  /** Pairs that may be near enough to push, and how far ropes had moved when they were chosen. */
  const active = new Int32Array(distances.length);
  const movedThen = new Float64Array(ropeCount + 1);
  /** Distance of each pair when last measured, whenever that was. */
  const lastDistances = new Float64Array(distances.length);
  /** x, y, z from the second to the first of each pair, and in which substep that was noted. */
  const sides = new Float64Array(3 * distances.length);
  const notedIn = new Int32Array(distances.length);
  let substep = 0;
  let activeCount = 0;
  let isChosen = false;
  const pressure = new Float64Array(ropeCount);
  const isBlocked = new Uint8Array(ropeCount);

  const limitOf = (pair: number): number =>
    kinds[pair] === POST ? (postReaches[posts[pair] as number] as number) : ROPE_DISTANCE;

  const isListed = (places: Float64Array): boolean => {
    for (let at = 0; at < listedAt.length; at++) if (places[at] !== listedAt[at]) return false;
    return true;
  };

  const hasMoved = (moved: Float64Array, way: number): boolean => {
    for (let rope = 0; rope < ropeCount; rope++) {
      if ((moved[rope] as number) - (movedThen[rope] as number) > way) return true;
    }
    return false;
  };

  const chooseActive = (moved: Float64Array, margin: number): void => {
    activeCount = 0;
    const isKnown = isListed(positions);
    for (let pair = 0; pair < list.count; pair++) {
      const near = limitOf(pair) + margin;
      const way =
        (moved[firstRopes[pair] as number] as number) +
        (moved[secondRopes[pair] as number] as number);
      if ((gaps[pair] as number) - way > near) continue;
      const distance = isKnown
        ? (distances[pair] as number)
        : Math.sqrt(measureNearest(positions, firsts[pair] as number, seconds[pair] as number));
      gaps[pair] = distance + way;
      lastDistances[pair] = distance;
      if (distance <= near) active[activeCount++] = pair;
    }
    movedThen.set(moved);
    isChosen = true;
  };

  /** Whether a pair just measured is not on the side of which it was in the beginning. */
  const isTurned = (pair: number): boolean =>
    notedIn[pair] === substep &&
    (nearest[APART_X] as number) * (sides[3 * pair] as number) +
      (nearest[APART_Y] as number) * (sides[3 * pair + 1] as number) +
      (nearest[APART_Z] as number) * (sides[3 * pair + 2] as number) <
      0;

  const roomOf = (pair: number, distance: number): number => {
    if (kinds[pair] === POST || distance > 2 * FLOOR_DISTANCE) return distance;
    const now = measureNearest(positions, firsts[pair] as number, seconds[pair] as number);
    if (now >= distance * distance && !isTurned(pair)) return distance;
    return Math.max(distance - FLOOR_DISTANCE, CREEP * distance);
  };

  const press = (rope: number, distance: number): void => {
    const share = (PRESSURE_DISTANCE - distance) / PRESSURE_DISTANCE;
    pressure[rope] = (pressure[rope] as number) + share;
    if (distance < BLOCKING_DISTANCE) isBlocked[rope] = 1;
  };

  return {
    refresh({ loopLength }) {
      refresh(loopLength);
      listedAt.set(positions);
      gaps.set(distances.subarray(0, list.count));
      lastDistances.set(distances.subarray(0, list.count));
      notedIn.fill(0, 0, list.count);
      isChosen = false;
    },
    measurePressure({ measure }) {
      pressure.fill(0);
      isBlocked.fill(0);
      const isKnown = measure === measureNearest && isListed(positions);
      for (let pair = 0; pair < list.count; pair++) {
        if (kinds[pair] !== OTHER_ROPES) continue;
        const distance = isKnown
          ? (distances[pair] as number)
          : Math.sqrt(measure(positions, firsts[pair] as number, seconds[pair] as number));
        if (distance >= PRESSURE_DISTANCE) continue;
        press(firstRopes[pair] as number, distance);
        press(secondRopes[pair] as number, distance);
      }
      return { pressure, isBlocked };
    },
    noteSides({ measure, activeMargin }, moved) {
      if (!isChosen || hasMoved(moved, activeMargin / 2)) chooseActive(moved, activeMargin);
      substep++;
      for (let index = 0; index < activeCount; index++) {
        const pair = active[index] as number;
        if ((lastDistances[pair] as number) > CLOSE_DISTANCE) continue;
        measure(positions, firsts[pair] as number, seconds[pair] as number);
        sides[3 * pair] = nearest[APART_X] as number;
        sides[3 * pair + 1] = nearest[APART_Y] as number;
        sides[3 * pair + 2] = nearest[APART_Z] as number;
        notedIn[pair] = substep;
      }
    },
    push({ measure, blindBelow, activeMargin }, moved) {
      if (!isChosen || hasMoved(moved, activeMargin / 2)) chooseActive(moved, activeMargin);
      const isExact = measure === measureNearest;
      for (let index = 0; index < activeCount; index++) {
        const pair = active[index] as number;
        const limit = limitOf(pair);
        const a = firsts[pair] as number;
        const b = seconds[pair] as number;
        // Said by name because a call of a known function takes less time.
        const squared = isExact ? measureNearest(positions, a, b) : measure(positions, a, b);
        const distance = Math.sqrt(squared);
        lastDistances[pair] = distance;
        if (squared >= limit * limit || squared < blindBelow * blindBelow) continue;
        pushApart(positions, isFreeAt, a, b, isTurned(pair) ? -distance : distance, limit);
      }
    },
    measureRoom(reference, perParticle, share) {
      let least = LIST_DISTANCE;
      const isKnown = isListed(reference);
      for (let pair = 0; pair < list.count; pair++) {
        const a = firsts[pair] as number;
        const b = seconds[pair] as number;
        const distance = isKnown
          ? (distances[pair] as number)
          : Math.sqrt(measureNearest(reference, a, b));
        const room = roomOf(pair, distance);
        if (room < least) least = room;
        const bound = room * share;
        lower(perParticle, a, bound);
        lower(perParticle, a + 3, bound);
        lower(perParticle, b, bound);
        lower(perParticle, b + 3, bound);
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
 * @param distance below 0 when the segments have got to each other's wrong side
 */
function pushApart(
  positions: Float64Array,
  isFreeAt: Uint8Array,
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
  moveParticle(positions, isFreeAt, a, x, y, z, 1 - first);
  moveParticle(positions, isFreeAt, a + 3, x, y, z, first);
  moveParticle(positions, isFreeAt, b, x, y, z, second - 1);
  moveParticle(positions, isFreeAt, b + 3, x, y, z, -second);
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
  isFreeAt: Uint8Array,
  at: number,
  x: number,
  y: number,
  z: number,
  factor: number,
): void {
  if (isFreeAt[at] !== 1) return;
  positions[at] = (positions[at] as number) + x * factor;
  positions[at + 1] = (positions[at + 1] as number) + y * factor;
  positions[at + 2] = (positions[at + 2] as number) + z * factor;
}
