/**
 * What acts on one rope alone in a substep, in the published order: gravity, lengths, bending,
 * ground; and the step itself. XPBD: M. Macklin, M. Mueller, N. Chentanez, "XPBD: Position-Based
 * Simulation of Compliant Constrained Dynamics", MIG 2016, with one iteration a substep, where the
 * multiplier starts at zero each time.
 */
import {
  ALPHA,
  BENDING,
  FRICTION,
  GRAVITY,
  GROUND_FRICTION,
  MAX_STEP,
  PARTICLES,
  RADIUS,
  SEGMENTS,
  SLEEP,
  SUBSTEP_SEC,
} from "./parameters.ts";
import { particleOffset, type World } from "./world.ts";

const FALL = GRAVITY * SUBSTEP_SEC * SUBSTEP_SEC;
/** Segments shorter than this have no direction. */
const MIN_LENGTH = 1e-4;
/** Smaller bends are left alone. */
const MIN_BEND = 1e-3;

/** Gravity, lengths, bending and ground of one rope. */
export function relaxRope(world: World, rope: number): void {
  applyGravity(world, rope);
  relaxLengths(world, rope);
  relaxBends(world, rope);
  keepAboveGround(world, rope);
}

/** Moves free particles of one rope on by what is left of their last step. */
export function integrateRope({ positions, previous }: World, rope: number): void {
  for (let index = 1; index < PARTICLES - 1; index++) {
    const at = particleOffset(rope, index);
    const x = positions[at] as number;
    const y = positions[at + 1] as number;
    const z = positions[at + 2] as number;
    let dx = (x - (previous[at] as number)) * FRICTION;
    let dy = (y - (previous[at + 1] as number)) * FRICTION;
    let dz = (z - (previous[at + 2] as number)) * FRICTION;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > MAX_STEP * MAX_STEP) {
      const share = MAX_STEP / Math.sqrt(squared);
      dx *= share;
      dy *= share;
      dz *= share;
    } else if (squared < SLEEP) {
      dx = 0;
      dy = 0;
      dz = 0;
    }
    previous[at] = x;
    previous[at + 1] = y;
    previous[at + 2] = z;
    positions[at] = x + dx;
    positions[at + 1] = y + dy;
    positions[at + 2] = z + dz;
  }
}

function applyGravity({ positions }: World, rope: number): void {
  for (let index = 1; index < PARTICLES - 1; index++) {
    const at = particleOffset(rope, index) + 1;
    positions[at] = (positions[at] as number) + FALL;
  }
}

function relaxLengths({ positions, segmentLengths }: World, rope: number): void {
  const restLength = segmentLengths[rope] as number;
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const a = particleOffset(rope, segment);
    const b = a + 3;
    const dx = (positions[b] as number) - (positions[a] as number);
    const dy = (positions[b + 1] as number) - (positions[a + 1] as number);
    const dz = (positions[b + 2] as number) - (positions[a + 2] as number);
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length < MIN_LENGTH) continue;
    const isFirstFree = segment > 0;
    const isSecondFree = segment < SEGMENTS - 1;
    const masses = (isFirstFree ? 1 : 0) + (isSecondFree ? 1 : 0);
    const multiplier = (length - restLength) / (masses + ALPHA);
    const x = (dx / length) * multiplier;
    const y = (dy / length) * multiplier;
    const z = (dz / length) * multiplier;
    if (isFirstFree) shift(positions, a, x, y, z, 1);
    if (isSecondFree) shift(positions, b, x, y, z, -1);
  }
}

function relaxBends({ positions }: World, rope: number): void {
  for (let index = 1; index < PARTICLES - 1; index++) {
    const at = particleOffset(rope, index);
    const dx =
      ((positions[at - 3] as number) + (positions[at + 3] as number)) * 0.5 -
      (positions[at] as number);
    const dy =
      ((positions[at - 2] as number) + (positions[at + 4] as number)) * 0.5 -
      (positions[at + 1] as number);
    const dz =
      ((positions[at - 1] as number) + (positions[at + 5] as number)) * 0.5 -
      (positions[at + 2] as number);
    if (Math.sqrt(dx * dx + dy * dy + dz * dz) > MIN_BEND) {
      shift(positions, at, dx, dy, dz, BENDING);
    }
  }
}

function keepAboveGround({ positions, previous }: World, rope: number): void {
  for (let index = 0; index < PARTICLES; index++) {
    const at = particleOffset(rope, index);
    if ((positions[at + 1] as number) >= RADIUS) continue;
    positions[at + 1] = RADIUS;
    for (const axis of [at, at + 2]) {
      const place = positions[axis] as number;
      previous[axis] = place - (place - (previous[axis] as number)) * (1 - GROUND_FRICTION);
    }
  }
}

/** Adds a vector times a factor to a particle. */
function shift(
  positions: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  factor: number,
): void {
  positions[at] = (positions[at] as number) + x * factor;
  positions[at + 1] = (positions[at + 1] as number) + y * factor;
  positions[at + 2] = (positions[at + 2] as number) + z * factor;
}
