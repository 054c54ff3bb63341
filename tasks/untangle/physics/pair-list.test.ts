import fc from "fast-check";
import { expect, test } from "vitest";
import { measureNearest } from "./nearest.ts";
import { createPairList, LIST_DISTANCE, OTHER_ROPES, POST } from "./pair-list.ts";
import { PARTICLES, PLUG_REACH, SEGMENTS } from "./parameters.ts";
import { createWorld, type Particle, particleOffset, postOffset, type World } from "./world.ts";

const ROPES = 3;

/** Ropes that wander about: each particle goes on from the one before. */
const wanderingRopes = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: 3 * PARTICLES * ROPES,
    maxLength: 3 * PARTICLES * ROPES,
  })
  .map((steps): World => {
    const world = createWorld(
      Array.from({ length: ROPES }, (_, rope) => {
        let [x, y, z] = [0, 1, 0];
        const particles = Array.from({ length: PARTICLES }, (_, index): Particle => {
          const [dx = 0, dy = 0, dz = 0] = steps.slice(3 * (rope * PARTICLES + index));
          [x, y, z] = [x + dx, y + dy / 4, z + dz];
          return [x, y, z];
        });
        return { particles, segmentLength: 0.5 };
      }),
    );
    world.postReaches.fill(PLUG_REACH);
    return world;
  });

/** Every pair that is to be listed, in the order of the list, without a quick look at any. */
function listSlowly({ positions, ropeCount }: World): number[][] {
  const found: number[][] = [];
  const add = (a: number, b: number, first: number, second: number): void => {
    const squared = measureNearest(positions, a, b);
    if (squared < LIST_DISTANCE ** 2) found.push([a, b, first, second, Math.sqrt(squared)]);
  };
  const offsetOf = (i: number): number => particleOffset(Math.floor(i / SEGMENTS), i % SEGMENTS);
  for (let i = 0; i < ropeCount * SEGMENTS; i++) {
    for (let j = i + 1; j < ropeCount * SEGMENTS; j++) {
      const [rope, other] = [Math.floor(i / SEGMENTS), Math.floor(j / SEGMENTS)];
      if (rope !== other || j - i > 2) add(offsetOf(i), offsetOf(j), rope, other);
    }
  }
  for (let post = 0; post < 2 * ropeCount; post++) {
    for (let i = 0; i < ropeCount * SEGMENTS; i++) {
      const rope = Math.floor(i / SEGMENTS);
      const own = post % 2 === 0 ? i % SEGMENTS : SEGMENTS - 1 - (i % SEGMENTS);
      if (rope === post >> 1 && own <= 2) continue;
      const end = post % 2 === 0 ? 0 : 1;
      add(offsetOf(i), postOffset(ropeCount, post >> 1, end), rope, ropeCount);
    }
  }
  return found;
}

test("the list holds every near pair once, with its distance, and nothing else", () => {
  const counts = { pairs: 0, others: 0, posts: 0 };
  fc.assert(
    fc.property(wanderingRopes, (world) => {
      const { list, refresh } = createPairList(world);
      refresh(0);
      const listed = Array.from({ length: list.count }, (_, pair) => [
        ...[list.firsts[pair], list.seconds[pair]],
        ...[list.firstRopes[pair], list.secondRopes[pair], list.distances[pair]],
      ]);
      expect(listed).toEqual(listSlowly(world));
      const kinds = [...list.kinds.subarray(0, list.count)];
      counts.pairs += kinds.length;
      counts.others += kinds.filter((kind) => kind === OTHER_ROPES).length;
      counts.posts += kinds.filter((kind) => kind === POST).length;
    }),
    { numRuns: 60, seed: 7 },
  );
  expect(counts.others).toBeGreaterThan(100);
  expect(counts.posts).toBeGreaterThan(100);
  expect(counts.pairs).toBeGreaterThan(counts.others + counts.posts);
});

test("segments of one rope are left out where the rope between them can make no loop", () => {
  const world = createWorld([
    {
      particles: Array.from({ length: PARTICLES }, (_, index): Particle => [index / 100, 1, 0]),
      segmentLength: 0.1,
    },
  ]);
  const { list, refresh } = createPairList(world);
  const gaps = (loopLength: number): number[] => {
    refresh(loopLength);
    return Array.from(
      { length: list.count },
      (_, pair) => ((list.seconds[pair] ?? 0) - (list.firsts[pair] ?? 0)) / 3,
    );
  };
  expect(Math.min(...gaps(0))).toBe(3);
  expect(Math.min(...gaps(0.45))).toBe(6);
});
