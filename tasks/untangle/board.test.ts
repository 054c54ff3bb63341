import { describe, expect, test } from "vitest";
import { HOLE_SPACING, holeAt, holePlace, lineCoordinate, rowColOf } from "./board.ts";

describe.each([3, 5, 6, 8])("a board with %i holes a side", (gridSize) => {
  test("holes and their rows and columns are each other's inverse", () => {
    for (let hole = 0; hole < gridSize ** 2; hole++) {
      const place = rowColOf(gridSize, hole);
      expect(holeAt(gridSize, place)).toBe(hole);
      expect(Math.max(place.row, place.col)).toBeLessThan(gridSize);
    }
  });

  test("the middle of the board is above the origin, neighbours are one spacing apart", () => {
    expect(lineCoordinate(gridSize, 0) + lineCoordinate(gridSize, gridSize - 1)).toBeCloseTo(0, 12);
    for (let index = 1; index < gridSize; index++) {
      const step = lineCoordinate(gridSize, index) - lineCoordinate(gridSize, index - 1);
      expect(step).toBeCloseTo(HOLE_SPACING, 12);
    }
  });
});

test("x grows with the row and z with the column, as published", () => {
  expect(holeAt(5, { row: 1, col: 4 })).toBe(9);
  expect(holePlace(5, 9)).toEqual({ x: -2.2, z: 4.4 });
  expect(holePlace(6, 35)).toEqual({ x: 5.5, z: 5.5 });
});
