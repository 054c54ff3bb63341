/** Which pixels of a row can lie within a reach of a line. */

/** Columns from `left` to before `right`; the same object each time. */
export type Span = { left: number; right: number };
const span: Span = { left: 0, right: 0 };

/**
 * Narrows a row to the strip around a line.
 * @param dy distance of the row's pixel centres below the line's point, in pixels
 * @param ux,uy direction of the line, not zero
 * @param reach half the width of the strip times the length of the direction
 * @param x0 column of the line's point
 */
export function stripSpan(
  dy: number,
  ux: number,
  uy: number,
  reach: number,
  x0: number,
  left: number,
  right: number,
): Span {
  span.left = left;
  span.right = right;
  if (uy === 0) return span;
  const middle = (dy * ux) / uy;
  const half = Math.abs(reach / uy);
  // A line that is nearly level gives a span of any length: the box bounds it.
  span.left = Math.max(left, Math.floor(Math.max(x0 + middle - half - 0.5, left)));
  span.right = Math.min(right, Math.ceil(Math.min(x0 + middle + half + 0.5, right)));
  return span;
}
