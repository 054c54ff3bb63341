import { expect, test } from "vitest";
import { createContacts } from "./contacts.ts";
import { EXACT_SIGHT } from "./nearest.ts";
import { LIST_DISTANCE } from "./pair-list.ts";
import { PARTICLES, PRESSURE_DISTANCE, SEGMENTS } from "./parameters.ts";
import { createWorld, type Particle, particleOffset, type World } from "./world.ts";

const GAP = 0.5;

/** Two straight ropes that cross at right angles in the middle of a segment of each. */
function crossedRopes(): World {
  const line = (at: (share: number) => Particle) => ({
    particles: Array.from({ length: PARTICLES }, (_, index) => at(index / SEGMENTS - 0.5)),
    segmentLength: 0.5,
  });
  return createWorld([
    line((share) => [32 * share, 1, 1]),
    line((share) => [1, 1 + GAP, 32 * share]),
  ]);
}

function liftSecond({ positions }: World, by: number): void {
  for (let index = 0; index < PARTICLES; index++) {
    const at = particleOffset(1, index) + 1;
    positions[at] = (positions[at] ?? 0) + by;
  }
}

test("pressure is that of where ropes are now, though the list was made where they were before", () => {
  const world = crossedRopes();
  const contacts = createContacts(world);
  contacts.refresh(EXACT_SIGHT);
  const shareOf = (distance: number): number => (PRESSURE_DISTANCE - distance) / PRESSURE_DISTANCE;
  expect(contacts.measurePressure(EXACT_SIGHT).pressure[0]).toBeCloseTo(shareOf(GAP), 12);
  liftSecond(world, 0.2);
  expect(contacts.measurePressure(EXACT_SIGHT).pressure[0]).toBeCloseTo(shareOf(GAP + 0.2), 12);
});

test("room is that of where the substep began, though the list was made before", () => {
  const world = crossedRopes();
  const contacts = createContacts(world);
  contacts.refresh(EXACT_SIGHT);
  const roomAt = (reference: Float64Array): number => {
    const bounds = new Float64Array(world.positions.length).fill(LIST_DISTANCE);
    const room = contacts.measureRoom(reference, bounds, 0.5);
    expect(Math.min(...bounds)).toBeCloseTo(room / 2, 12);
    return room;
  };
  expect(roomAt(world.positions.slice())).toBeCloseTo(GAP, 12);
  liftSecond(world, -0.1);
  expect(roomAt(world.positions.slice())).toBeCloseTo(GAP - 0.1, 12);
});

test("ropes that came near after the list was made push each other", () => {
  const world = crossedRopes();
  const contacts = createContacts(world);
  contacts.refresh(EXACT_SIGHT);
  const still = new Float64Array(world.ropeCount + 1);
  contacts.noteSides(EXACT_SIGHT, still);
  const before = world.positions.slice();
  contacts.push(EXACT_SIGHT, still);
  expect(world.positions).toEqual(before);
  liftSecond(world, -0.2);
  contacts.push(EXACT_SIGHT, Float64Array.from([0, 0.2, 0]));
  const middle = particleOffset(1, SEGMENTS / 2) + 1;
  expect(world.positions[middle]).toBeGreaterThan((before[middle] ?? 0) - 0.2);
});
