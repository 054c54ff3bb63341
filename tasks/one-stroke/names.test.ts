import { expect, test } from "vitest";
import { cellName, edgeName, vertexName } from "./names.ts";

test("an edge has one name, whichever end comes first", () => {
  expect(edgeName([1, 2, 1, 3])).toBe("edge (1,2)-(1,3)");
  expect(edgeName([1, 3, 1, 2])).toBe("edge (1,2)-(1,3)");
  expect(edgeName([2, 0, 1, 0])).toBe("edge (1,0)-(2,0)");
});

test("cells and vertices by column, then row from the bottom", () => {
  expect(cellName([0, 2])).toBe("cell (0,2)");
  expect(vertexName([3, 0])).toBe("vertex (3,0)");
});
