/** Strokes that separate colours, and cells that show where others do not. */
import { describe, expect, it } from "vitest";
import {
  type Cells,
  edgesOfPath,
  type LatticeEdge,
  startState,
} from "../../../tasks/one-stroke/state.ts";
import { BORDER, LITERAL, pathOf, SOLUTION } from "../../../tests/helpers/stroke-boards.ts";
import { isSeparating, separationFaultCells } from "./separation.ts";

const edgesOf = (moves: string): readonly LatticeEdge[] => edgesOfPath(pathOf(moves));

/** What is wrong, as "i,j reason". */
const faults = (cells: Cells, moves: string): readonly string[] =>
  separationFaultCells(startState(cells), edgesOf(moves)).map(
    ({ cell, reason }) => `${cell} ${reason}`,
  );

describe("a stroke that separates", () => {
  it("has no faulty cells, and its edges may come in any order", () => {
    expect(isSeparating(LITERAL, edgesOf(SOLUTION))).toBe(true);
    expect(isSeparating(LITERAL, [...edgesOf(SOLUTION)].reverse())).toBe(true);
    expect(faults(LITERAL.cells, SOLUTION)).toEqual([]);
  });
});

describe("a stroke that does not", () => {
  it("leaves two colours together: every coloured cell of that region, no uncoloured one", () => {
    expect(isSeparating(LITERAL, edgesOf(BORDER))).toBe(false);
    expect(faults(LITERAL.cells, BORDER)).toEqual(
      ["0,0", "2,0", "0,1", "1,2", "2,2"].map((cell) => `${cell} region_holds_two_colours`),
    );
  });

  it("cuts one colour apart: all cells of that colour", () => {
    const cells: Cells = [
      ["blue", null, "blue"],
      ["blue", null, null],
      [null, null, "blue"],
    ];
    expect(isSeparating(startState(cells), edgesOf(SOLUTION))).toBe(false);
    expect(faults(cells, SOLUTION)).toEqual(
      ["0,0", "2,0", "0,1", "2,2"].map((cell) => `${cell} colour_in_two_regions`),
    );
  });

  it("does both: the mixed region's cells first of all hold two colours", () => {
    const cells: Cells = [
      ["blue", null, "blue"],
      ["red", null, null],
      [null, "blue", null],
    ];
    expect(faults(cells, SOLUTION)).toEqual([
      "0,0 colour_in_two_regions",
      "2,0 colour_in_two_regions",
      "0,1 region_holds_two_colours",
      "1,2 region_holds_two_colours",
    ]);
  });
});
