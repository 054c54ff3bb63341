/**
 * Whether a picture of ropes can be read: a board that nobody can read is no test of anybody. Ours;
 * the published generator keeps crossings of straight lines apart, and measures nothing once the
 * ropes have settled.
 */
import { crossingsOf, type Polyline } from "../../../core/geometry/polyline-crossings.ts";

/** Crossings nearer than half a rope's width are drawn as one. In hole spacings. */
export const MIN_CROSSING_DISTANCE = 0.1;

/**
 * No rope crosses itself, as it does in a knot, and no two crossings fall together.
 * @param lines centre lines of settled ropes, in board units
 */
export function isLegible(lines: readonly Polyline[]): boolean {
  const { between, self } = crossingsOf(lines);
  if (self.length > 0) return false;
  return between.every(({ point: [x, y] }, k) =>
    between
      .slice(k + 1)
      .every(({ point }) => Math.hypot(x - point[0], y - point[1]) >= MIN_CROSSING_DISTANCE),
  );
}
