/** Slack ropes are drawn in and overstretched ones let out, a little each tick, as published. */
import { MIN_SLACK, PARTICLES, SEGMENTS, TIGHTEN_SPEED } from "./parameters.ts";
import { particleOffset, type World } from "./world.ts";

/** A rope is slack when it is this much shorter than its segments would be. */
const SLACK = 0.1;
/** A rope is overstretched when it is this much longer than its segments would be. */
const STRETCH = 1;
/** Pressure above which a rope still tightens, but slowly. */
const HARD_PRESSURE = 0.5;
const PRESSED_SHARE = 0.1;

/** Changes the rest length of one rope that is not being carried. */
export function tightenRope(
  world: World,
  rope: number,
  pressure: number,
  isBlocked: boolean,
): void {
  const { positions, segmentLengths } = world;
  const length = segmentLengths[rope] as number;
  const whole = length * SEGMENTS;
  let actual = 0;
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const at = particleOffset(rope, segment);
    actual += distanceOf(positions, at, at + 3);
  }
  const start = particleOffset(rope, 0);
  const straight = distanceOf(positions, start, particleOffset(rope, PARTICLES - 1));
  const shortest = (straight * MIN_SLACK) / SEGMENTS;
  if (actual < whole - SLACK && length > shortest) {
    const speed =
      pressure > HARD_PRESSURE ? TIGHTEN_SPEED * PRESSED_SHARE : isBlocked ? 0 : TIGHTEN_SPEED;
    segmentLengths[rope] = Math.max(shortest, length - speed);
  } else if (whole < actual - STRETCH) {
    segmentLengths[rope] = length + TIGHTEN_SPEED;
  }
}

function distanceOf(positions: Float64Array, a: number, b: number): number {
  const dx = (positions[b] as number) - (positions[a] as number);
  const dy = (positions[b + 1] as number) - (positions[a + 1] as number);
  const dz = (positions[b + 2] as number) - (positions[a + 2] as number);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
