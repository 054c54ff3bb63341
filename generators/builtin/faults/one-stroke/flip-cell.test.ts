import { describe, expect, test } from "vitest";
import { edgeName, type Vertex } from "../../../../tasks/one-stroke/index.ts";
import { flipCell } from "./flip-cell.ts";

/** Up, right, right, up: from (0, 0) to (2, 2). */
const PATH: readonly Vertex[] = [
  [0, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [2, 2],
];

describe("flipCell", () => {
  test("two edges around a corner become the other two", () => {
    expect(flipCell(PATH, [0, 0])?.map(String)).toEqual(["0,0", "1,0", "1,1", "2,1", "2,2"]);
  });

  test("one edge becomes three, and three become one", () => {
    const longer = flipCell(PATH, [0, 1]);
    expect(longer?.map(String)).toEqual(["0,0", "0,1", "0,2", "1,2", "1,1", "2,1", "2,2"]);
    expect(flipCell(longer ?? [], [0, 1])).toEqual(PATH);
  });

  test("a cell that the path does not border, or meets again, gives no path", () => {
    const alongBottom: Vertex[] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ];
    expect(flipCell(alongBottom, [0, 1])).toBeNull();
    const around: Vertex[] = [
      [0, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [2, 0],
      [1, 0],
    ];
    expect(flipCell(around, [0, 0])).toBeNull();
  });
});

test("an edge has one name, whichever way round it is given", () => {
  expect(edgeName([2, 1, 1, 1])).toBe("edge (1,1)-(2,1)");
  expect(edgeName([1, 1, 2, 1])).toBe("edge (1,1)-(2,1)");
  expect(edgeName([0, 3, 0, 2])).toBe("edge (0,2)-(0,3)");
});
