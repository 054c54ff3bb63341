/** Points by which a board is followed: none under ropes, and labels alone where any rope may lie. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import { untangleScene } from "../../tasks/untangle/index.ts";
import { createBoardReference, referenceScene } from "../board/reference.ts";
import type { AlignmentPoints } from "../board/template.ts";
import { expectPegBoard, labelPoints } from "./expect-board.ts";
import { nearestOnPiece } from "./points.ts";
import { PICTURE, pictureOf } from "./testing/pictures.ts";

const GRID = 5;
const scene = referenceScene(untangleScene({ gridSize: GRID }, PICTURE));
const bare = createBoardReference(pictureOf(scene, { gridSize: GRID, ropes: [] }), scene).template;

function placesOf({ count, u, v }: AlignmentPoints): Point[] {
  return Array.from({ length: count }, (_, k): Point => [u[k] ?? 9, v[k] ?? 9]);
}

describe("expectPegBoard", () => {
  const line: readonly Point[] = Array.from({ length: 41 }, (_, k) => [k / 10, 2]);
  const distanceTo = (place: Point): number => nearestOnPiece(place, [0, 2], [4, 2]).distance;

  it("leaves out what ropes and plugs may cover, and keeps the rest", () => {
    const free = placesOf(expectPegBoard(bare, []));
    const kept = placesOf(expectPegBoard(bare, [line]));
    expect(free.some((place) => distanceTo(place) < 0.28)).toBe(true);
    expect(Math.min(...kept.map(distanceTo))).toBeGreaterThan(0.28);
    expect(kept.length).toBeGreaterThan(0.6 * free.length);
    const nearEnd = kept.filter(([x, y]) => Math.hypot(x - 4, y - 2) < 0.4);
    expect(nearEnd).toEqual([]);
  });

  it("does not mind lines that leave the board", () => {
    expect(
      placesOf(
        expectPegBoard(bare, [
          [
            [-9, -9],
            [2, 2],
            [99, 99],
          ],
        ]),
      ).length,
    ).toBeGreaterThan(0);
  });
});

it("labelPoints: outside of the outer holes only", () => {
  const places = placesOf(labelPoints(bare, GRID));
  expect(places.length).toBeGreaterThan(50);
  for (const [x, y] of places) {
    expect(Math.max(-x, -y, x - GRID + 1, y - GRID + 1)).toBeGreaterThan(0.35);
  }
});
