import fc from "fast-check";
import { expect, test } from "vitest";
import { createContacts } from "./contacts.ts";
import { createGuard } from "./guard.ts";
import { EXACT_SIGHT, measureNearest } from "./nearest.ts";
import { PARTICLES, SEGMENTS } from "./parameters.ts";
import { createWorld, type Particle, particleOffset, type World } from "./world.ts";

/** Two straight ropes that cross at right angles, one `gap` above the other. */
function crossedRopes(gap: number): World {
  const line = (at: (share: number) => Particle) => ({
    particles: Array.from({ length: PARTICLES }, (_, index) => at(index / SEGMENTS - 0.5)),
    segmentLength: 0.5,
  });
  return createWorld([
    line((share) => [8 * share, 1, 0.1]),
    line((share) => [0.1, 1 + gap, 8 * share]),
  ]);
}

function leastDistance({ positions }: World): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < SEGMENTS ** 2; i++) {
    const [a, b] = [particleOffset(0, Math.floor(i / SEGMENTS)), particleOffset(1, i % SEGMENTS)];
    least = Math.min(least, measureNearest(positions, a, b));
  }
  return Math.sqrt(least);
}

/** Height of the middle of the second rope above the middle of the first one. */
function heightOver({ positions }: World): number {
  const middle = SEGMENTS / 2;
  return (
    (positions[particleOffset(1, middle) + 1] ?? 0) -
    (positions[particleOffset(0, middle) + 1] ?? 0)
  );
}

test("however far particles are thrown, ropes stay on their sides and a tenth of their distance apart", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.06, max: 0.6, noNaN: true }),
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 6, maxLength: 6 }),
      (gap, throws) => {
        const world = crossedRopes(gap);
        const guard = createGuard(world, createContacts(world));
        guard.refresh(EXACT_SIGHT);
        const before = leastDistance(world);
        guard.begin(EXACT_SIGHT);
        for (const rope of [0, 1]) {
          for (let index = 1; index < PARTICLES - 1; index++) {
            for (let axis = 0; axis < 3; axis++) {
              const at = particleOffset(rope, index) + axis;
              world.positions[at] = (world.positions[at] ?? 0) + (throws[3 * rope + axis] ?? 0);
            }
          }
        }
        guard.end();
        expect(leastDistance(world)).toBeGreaterThan(0.099 * before);
        expect(heightOver(world)).toBeGreaterThan(0);
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});

test("short steps are left alone; long ones are shortened with what is kept of them", () => {
  const world = crossedRopes(0.5);
  const guard = createGuard(world, createContacts(world));
  const at = particleOffset(1, SEGMENTS / 2) + 1;
  const thrown = (by: number): number => {
    guard.refresh(EXACT_SIGHT);
    guard.begin(EXACT_SIGHT);
    const from = world.positions[at] ?? 0;
    world.previous[at] = from;
    world.positions[at] = from + by;
    guard.end();
    return (world.positions[at] ?? 0) - from;
  };
  expect(thrown(-0.05)).toBeCloseTo(-0.05, 12);
  const step = thrown(-5);
  expect(step).toBeGreaterThan(-0.3);
  expect((world.positions[at] ?? 0) - (world.previous[at] ?? 0)).toBeCloseTo(step, 12);
});

test("ropes already squeezed come no nearer, but may part", () => {
  const world = crossedRopes(0.04);
  const contacts = createContacts(world);
  const guard = createGuard(world, contacts);
  const lift = (by: number): number => {
    guard.refresh(EXACT_SIGHT);
    contacts.noteSides(EXACT_SIGHT, guard.begin(EXACT_SIGHT));
    for (let index = 1; index < PARTICLES - 1; index++) {
      const at = particleOffset(1, index) + 1;
      world.positions[at] = (world.positions[at] ?? 0) + by;
    }
    guard.end();
    return leastDistance(world);
  };
  expect(lift(-1)).toBeGreaterThan(0.0399);
  expect(lift(1)).toBeGreaterThan(0.05);
});
