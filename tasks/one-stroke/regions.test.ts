import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { edgeKey, regionsOf, separates, separationFaults } from "./regions.ts";
import type { CellColour, Cells, LatticeEdge } from "./state.ts";

const NAMES: Readonly<Record<string, CellColour | null>> = {
  ".": null,
  r: "red",
  b: "blue",
  g: "green",
};

/** Cells from rows as seen on the screen: the top row first. */
function board(...rows: string[]): Cells {
  return rows.reverse().map((row) => [...row].map((letter) => NAMES[letter] ?? null));
}

/** Edges of the straight line between two vertices. */
function line(x0: number, y0: number, x1: number, y1: number): LatticeEdge[] {
  const steps = Math.abs(x1 - x0) + Math.abs(y1 - y0);
  const [dx, dy] = [Math.sign(x1 - x0), Math.sign(y1 - y0)];
  return Array.from(
    { length: steps },
    (_, k): LatticeEdge => [x0 + k * dx, y0 + k * dy, x0 + (k + 1) * dx, y0 + (k + 1) * dy],
  );
}

describe("regions", () => {
  test("an empty board is one region", () => {
    expect(regionsOf(4, 3, [])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test("edges on the rim cut nothing", () => {
    expect(regionsOf(3, 3, [...line(0, 0, 0, 2), ...line(0, 2, 2, 2)])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("a line across cuts in two, numbered from the lower left", () => {
    expect(regionsOf(4, 4, line(0, 1, 3, 1))).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(regionsOf(4, 4, line(2, 3, 2, 0))).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  test("a line that ends inside cuts nothing", () => {
    expect(regionsOf(4, 4, line(0, 1, 2, 1)).flat()).toEqual(new Array(9).fill(0));
  });

  test("a closed ring holds one cell; edges may be given either way round and twice", () => {
    const ring = [
      ...line(1, 1, 2, 1),
      ...line(2, 1, 2, 2),
      ...line(2, 2, 1, 2),
      ...line(1, 2, 1, 1),
    ];
    expect(regionsOf(4, 4, [...ring, ...ring])).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });

  test("cells that touch at a corner only are apart", () => {
    const cross = [...line(1, 0, 1, 2), ...line(0, 1, 2, 1)];
    expect(regionsOf(3, 3, cross)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test.each([
    [[0, 0, 1, 1]],
    [[0, 0, 2, 0]],
    [[0, 0, 0, 0]],
    [[2, 2, 3, 2]],
    [[-1, 0, 0, 0]],
    [[0.5, 0, 1.5, 0]],
  ] as const)("%j is no lattice edge of a 3 x 3 board", (edge) => {
    expect(() => regionsOf(3, 3, [edge])).toThrow(RuleError);
    expect(() => regionsOf(3, 3, [edge])).toThrow(/for edge but received/);
  });

  test("an edge has one key", () => {
    expect(edgeKey([1, 2, 1, 1])).toBe("1,1-1,2");
    expect(edgeKey([1, 1, 1, 2])).toBe("1,1-1,2");
    expect(edgeKey([3, 1, 2, 1])).toBe("2,1-3,1");
  });
});

describe("separation", () => {
  const cut = regionsOf(4, 4, line(0, 1, 3, 1));

  test("each colour in one region, no region with two: separated", () => {
    expect(separates(board("r.r", "..r", "bb."), cut)).toBe(true);
  });

  test("uncoloured regions are free, and so is a board without colours", () => {
    expect(separates(board("...", "...", ".b."), cut)).toBe(true);
    expect(separates(board("...", "...", "..."), cut)).toBe(true);
  });

  test("a colour on both sides is split", () => {
    const cells = board("r..", "...", "r.b");
    expect(separationFaults(cells, cut)).toEqual({ splitColours: ["red"], mixedRegions: [0] });
    expect(separates(cells, cut)).toBe(false);
    expect(separationFaults(board("r..", "...", "r.."), cut)).toEqual({
      splitColours: ["red"],
      mixedRegions: [],
    });
  });

  test("two colours in a region are mixed", () => {
    expect(separationFaults(board("r.g", "...", "bb."), cut)).toEqual({
      splitColours: [],
      mixedRegions: [1],
    });
  });
});
