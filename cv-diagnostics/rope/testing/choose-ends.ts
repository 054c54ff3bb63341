/** What tests of rope ends share: boards that are painted, ends that are chosen and expected. */
import { expect } from "vitest";
import type { Point } from "../../../core/geometry/homography.ts";
import { FIRST_ROPE } from "../colours.ts";
import { chooseEnds, type EarlierEnd } from "../ends.ts";
import { findPlugs } from "../plugs.ts";
import { distanceBetween } from "../points.ts";
import { type Mark, paint } from "./labels.ts";

export const stood = (at: Point, rest: Point = at): EarlierEnd => ({ at, rest });

/** Chooses the ends of rope 0, and takes the first choice. */
export function choose(...given: Parameters<typeof chooseAll>) {
  return chooseAll(...given)[0];
}

export function chooseAll(
  marks: readonly Mark[],
  before: readonly [EarlierEnd, EarlierEnd],
  farthest: Point | undefined = undefined,
) {
  const { raster, labels, cellsOf } = paint(5, marks);
  const rests = before.map(({ rest }) => rest);
  const plugs = findPlugs(raster, labels, FIRST_ROPE, cellsOf(0), rests);
  return chooseEnds(raster, labels, FIRST_ROPE, plugs, before, () => farthest);
}

/** Expects ends at places, in order. */
export function expectEnds(
  found: ReturnType<typeof choose>,
  places: readonly [Point, Point],
  isSeen: readonly [boolean, boolean] = [true, true],
): void {
  expect(found?.ends.map((end) => end.isSeen)).toEqual(isSeen);
  for (const [k, place] of places.entries()) {
    expect(distanceBetween(found?.ends[k]?.at ?? [9, 9], place)).toBeLessThan(0.06);
  }
}

/** Ends of a rope along a row, and the rope. */
export const A: Point = [0, 1];
export const B: Point = [4, 1];
export const line: readonly Point[] = [A, B];
export const atRest = [stood([0, 1]), stood([4, 1])] as const;
