/**
 * What acts on each rope alone in a substep, in the published order: gravity, lengths, bending,
 * ground; and the step itself. Ropes do not see each other here, so they are taken side by side, a
 * segment of each in turn: along one rope every segment waits for the one before it. XPBD: M. Macklin, M. Mueller, N. Chentanez, "XPBD: Position-Based
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

/** Numbers of one rope in the arrays of a world, and where its last particle lies among them. */
const STRIDE = particleOffset(1, 0);
const LAST = particleOffset(0, PARTICLES - 1);

/** Gravity, lengths, bending and ground of all ropes. */
export function relaxRopes(world: World): void {
  applyGravity(world);
  relaxLengths(world);
  relaxBends(world);
  keepAboveGround(world);
}

/** Moves free particles of all ropes on by what is left of their last step. */
export function integrateRopes({ ropeCount, positions, previous }: World): void {
  for (let rope = 0; rope < ropeCount; rope++) {
    const end = rope * STRIDE + LAST;
    for (let at = rope * STRIDE + 3; at < end; at += 3) {
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
}

function applyGravity({ ropeCount, positions }: World): void {
  for (let rope = 0; rope < ropeCount; rope++) {
    const end = rope * STRIDE + LAST;
    for (let at = rope * STRIDE + 4; at < end; at += 3) {
      positions[at] = (positions[at] as number) + FALL;
    }
  }
}

function relaxLengths({ ropeCount, positions, segmentLengths }: World): void {
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const isFirstFree = segment > 0;
    const isSecondFree = segment < SEGMENTS - 1;
    const weight = (isFirstFree ? 1 : 0) + (isSecondFree ? 1 : 0) + ALPHA;
    for (let rope = 0, a = 3 * segment; rope < ropeCount; rope++, a += STRIDE) {
      const ax = positions[a] as number;
      const ay = positions[a + 1] as number;
      const az = positions[a + 2] as number;
      const bx = positions[a + 3] as number;
      const by = positions[a + 4] as number;
      const bz = positions[a + 5] as number;
      const dx = bx - ax;
      const dy = by - ay;
      const dz = bz - az;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length < MIN_LENGTH) continue;
      const multiplier = (length - (segmentLengths[rope] as number)) / weight;
      const x = (dx / length) * multiplier;
      const y = (dy / length) * multiplier;
      const z = (dz / length) * multiplier;
      if (isFirstFree) {
        positions[a] = ax + x;
        positions[a + 1] = ay + y;
        positions[a + 2] = az + z;
      }
      if (isSecondFree) {
        positions[a + 3] = bx - x;
        positions[a + 4] = by - y;
        positions[a + 5] = bz - z;
      }
    }
  }
}

function relaxBends({ ropeCount, positions }: World): void {
  for (let index = 1; index < PARTICLES - 1; index++) {
    for (let rope = 0, at = 3 * index; rope < ropeCount; rope++, at += STRIDE) {
      const x = positions[at] as number;
      const y = positions[at + 1] as number;
      const z = positions[at + 2] as number;
      const dx = ((positions[at - 3] as number) + (positions[at + 3] as number)) * 0.5 - x;
      const dy = ((positions[at - 2] as number) + (positions[at + 4] as number)) * 0.5 - y;
      const dz = ((positions[at - 1] as number) + (positions[at + 5] as number)) * 0.5 - z;
      if (Math.sqrt(dx * dx + dy * dy + dz * dz) > MIN_BEND) {
        positions[at] = x + dx * BENDING;
        positions[at + 1] = y + dy * BENDING;
        positions[at + 2] = z + dz * BENDING;
      }
    }
  }
}

function keepAboveGround({ ropeCount, positions, previous }: World): void {
  const end = particleOffset(ropeCount, 0);
  for (let at = 0; at < end; at += 3) {
    if ((positions[at + 1] as number) >= RADIUS) continue;
    positions[at + 1] = RADIUS;
    const x = positions[at] as number;
    const z = positions[at + 2] as number;
    previous[at] = x - (x - (previous[at] as number)) * (1 - GROUND_FRICTION);
    previous[at + 2] = z - (z - (previous[at + 2] as number)) * (1 - GROUND_FRICTION);
  }
}
