/**
 * How two segments of the plane meet, decided exactly. Owns single pairs; whole polylines are
 * polyline-crossings.ts.
 */
import type { Point } from "./homography.ts";
import { orientation } from "./orientation.ts";

/** A closed segment; both ends may be the same point. */
export type Segment = readonly [from: Point, to: Point];

/**
 * - `apart`: no common point.
 * - `crossing`: one common point, inside both.
 * - `touching`: one common point, an end of one and inside the other.
 * - `shared-end`: one common point, an end of both.
 * - `overlapping`: collinear with more than one common point.
 */
export type SegmentRelation = "apart" | "crossing" | "touching" | "shared-end" | "overlapping";

/**
 * Classifies two segments without rounding, whatever finite doubles their ends are.
 * @throws RangeError when a coordinate is not finite
 */
export function relateSegments(first: Segment, second: Segment): SegmentRelation {
  const [a, b] = first;
  const [c, d] = second;
  if (!boxesMeet(first, second)) return "apart";
  const sideC = orientation(a, b, c);
  const sideD = orientation(a, b, d);
  const sideA = orientation(c, d, a);
  const sideB = orientation(c, d, b);
  if (sideC * sideD < 0 && sideA * sideB < 0) return "crossing";
  if (sideC === 0 && sideD === 0 && sideA === 0 && sideB === 0)
    return relateCollinear(first, second);
  const contacts = [
    sideC === 0 && isInBox(c, first),
    sideD === 0 && isInBox(d, first),
    sideA === 0 && isInBox(a, second),
    sideB === 0 && isInBox(b, second),
  ];
  if (!contacts.includes(true)) return "apart";
  return sharesEnd(first, second) ? "shared-end" : "touching";
}

/** Whether a point lies on a segment, ends included. */
export function isOnSegment(point: Point, segment: Segment): boolean {
  return isInBox(point, segment) && orientation(segment[0], segment[1], point) === 0;
}

/** Two segments on one line: compares along the axis on which the line is longer than a point. */
function relateCollinear(first: Segment, second: Segment): SegmentRelation {
  const all = [...first, ...second];
  const axis = all.some(([x]) => x !== all[0]?.[0]) ? 0 : 1;
  const range = (segment: Segment): [number, number] => [
    Math.min(segment[0][axis], segment[1][axis]),
    Math.max(segment[0][axis], segment[1][axis]),
  ];
  const [firstFrom, firstTo] = range(first);
  const [secondFrom, secondTo] = range(second);
  const from = Math.max(firstFrom, secondFrom);
  const to = Math.min(firstTo, secondTo);
  if (from > to) return "apart";
  if (from < to) return "overlapping";
  return sharesEnd(first, second) ? "shared-end" : "touching";
}

function sharesEnd(first: Segment, second: Segment): boolean {
  return first.some((p) => second.some((q) => p[0] === q[0] && p[1] === q[1]));
}

function boxesMeet(first: Segment, second: Segment): boolean {
  return rangesMeet(first, second, 0) && rangesMeet(first, second, 1);
}

function rangesMeet(first: Segment, second: Segment, axis: 0 | 1): boolean {
  const a = first[0][axis];
  const b = first[1][axis];
  const c = second[0][axis];
  const d = second[1][axis];
  return Math.max(a, b) >= Math.min(c, d) && Math.max(c, d) >= Math.min(a, b);
}

function isInBox([x, y]: Point, [a, b]: Segment): boolean {
  return (
    x >= Math.min(a[0], b[0]) &&
    x <= Math.max(a[0], b[0]) &&
    y >= Math.min(a[1], b[1]) &&
    y <= Math.max(a[1], b[1])
  );
}
