import { expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { cellCount, hexBoard, hexDistance, RADII } from "./board.ts";

test.each([
  [3, 37, 18, 18],
  [4, 61, 30, 24],
])("radius %i: %i cells, %i in the middle, %i on the rim", (radius, cells, centre, rim) => {
  const board = hexBoard(radius);
  expect(board.cells).toHaveLength(cells);
  expect(cellCount(radius)).toBe(cells);
  expect(board.centre).toBe(centre);
  expect(board.cells.filter((cell) => cell.isBoundary)).toHaveLength(rim);
  expect([...board.rim]).toEqual(board.cells.map((cell) => (cell.isBoundary ? 1 : 0)));
});

test("cells are numbered row by row from the top, left to right", () => {
  const { cells } = hexBoard(3);
  expect(cells[0]).toMatchObject({ q: 0, r: -3 });
  expect(cells[3]).toMatchObject({ q: 3, r: -3 });
  expect(cells[4]).toMatchObject({ q: -1, r: -2 });
  expect(cells[18]).toMatchObject({ q: 0, r: 0, isBoundary: false });
  expect(cells[36]).toMatchObject({ q: 0, r: 3 });
});

test("neighbours: right, upper right, upper left, left, lower left, lower right", () => {
  // Rows of radius 3 begin at 0, 4, 9, 15, 22, 28, 33.
  expect(hexBoard(3).cells[18]?.neighbours).toEqual([19, 12, 11, 17, 24, 25]);
  expect(hexBoard(3).cells[0]?.neighbours).toEqual([1, 4, 5]);
});

test.each(RADII)("radius %i: neighbours are mutual and one step apart", (radius) => {
  const board = hexBoard(radius);
  for (const [index, { neighbours, isBoundary }] of board.cells.entries()) {
    expect(isBoundary).toBe(neighbours.length < 6);
    for (const next of neighbours) {
      expect(board.cells[next]?.neighbours).toContain(index);
      expect(hexDistance(board, index, next)).toBe(1);
    }
    const links = [...board.links.slice(index * board.sides, (index + 1) * board.sides)];
    expect(links.filter((link) => link >= 0)).toEqual(neighbours);
  }
});

test("nearest cells: by distance, then by number", () => {
  const board = hexBoard(4);
  for (const [from, order] of board.nearest.entries()) {
    const keys = order.map((cell) => 100 * hexDistance(board, from, cell) + cell);
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
    expect(order[0]).toBe(from);
  }
});

test("there are no other boards", () => {
  expect(() => hexBoard(5)).toThrow(RuleError);
  expect(() => hexBoard(2.5)).toThrow(/expected one of 3, 4 for radius but received 2.5/);
});
