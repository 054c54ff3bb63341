/**
 * The centre line of a rope that stands where it stood: what was read before, drawn to the middle of
 * what is seen now. Owns the line, not whether it still explains the picture.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { type Centreline, centred, coverAt, PLUG_REACH, POINT_SPACING } from "./centreline.ts";
import { bridge, fair, smooth } from "./curves.ts";
import { distanceBetween, lengthOf, respace } from "./points.ts";
import type { Raster } from "./raster.ts";

/** How often the line is drawn to the middle. */
const ROUNDS = 3;
/** Hidden stretches of fewer points are bridged anew when their rope has moved. */
const SHORT_COVER = 5;
/** By how much the points of a line that stays are read beside it. */
const MISREAD = { mean: 0.008, most: 0.025 } as const;

export type KeptCentre = Centreline & {
  /** It was drawn to another place; else it is the line that was given, point by point. */
  readonly hasMoved: boolean;
};

/**
 * A line that was read before, in a picture in which its rope may have moved a little: what is seen of
 * it is drawn to the middle of the rope, and what is hidden stays, for nothing shows where else it lies.
 * @param before points at about `POINT_SPACING`
 * @param ends places of the two ends, kept as they are
 */
export function keepCentre(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  before: readonly Point[],
  ends: readonly [Point, Point],
): KeptCentre {
  let hasMoved = false;
  let points: readonly Point[] = [ends[0], ...before.slice(1, -1), ends[1]];
  for (let round = 0; round < ROUNDS; round++) {
    const shifts = points.map((point, k): Point => {
      const isFixed =
        ends.some((end) => distanceBetween(end, point) < PLUG_REACH) ||
        coverAt(raster, labels, label, point) === "other";
      if (isFixed) return [0, 0];
      const [x, y] = centred(raster, labels, label, points, k);
      return [x - point[0], y - point[1]];
    });
    const even = smooth(shifts, 1, []);
    if (round === 0 && !isFar(even)) break;
    hasMoved = true;
    const moved = points.map(([x, y], k): Point => {
      const [dx, dy] = even[k] ?? [0, 0];
      return [x + dx, y + dy];
    });
    const faired = fair([ends[0], ...moved.slice(1, -1), ends[1]]);
    points = bridge(
      faired,
      faired.map((point) => coverAt(raster, labels, label, point)),
      SHORT_COVER,
    );
    if (Math.round(lengthOf(points) / POINT_SPACING) !== points.length - 1) {
      points = respace(points, POINT_SPACING);
    }
  }
  const covers = points.map((point) => coverAt(raster, labels, label, point));
  return { points, covers, hasMoved };
}

/** Whether a rope went farther than it is misread by. */
function isFar(shifts: readonly Point[]): boolean {
  const ways = shifts.map(([x, y]) => Math.hypot(x, y)).filter((way) => way > 0);
  const mean = ways.reduce((sum, way) => sum + way, 0) / Math.max(1, ways.length);
  return mean > MISREAD.mean || Math.max(0, ...ways) > MISREAD.most;
}
