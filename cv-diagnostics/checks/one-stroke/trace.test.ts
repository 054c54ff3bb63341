/** Sets of edges as strokes: simple, branched, closed, in pieces. */
import { describe, expect, it } from "vitest";
import { edgeKey } from "../../../tasks/one-stroke/regions.ts";
import { latticeEdges } from "../../grid/one-stroke/lattice.ts";
import { sharedVertex, traceStroke } from "./trace.ts";

const SIZE = { width: 4, height: 4 } as const;
const EDGES = latticeEdges(SIZE);

/** Edges are named "x0,y0-x1,y1". */
function indicesOf(names: readonly string[]): readonly number[] {
  return names.map((name) => {
    const index = EDGES.findIndex((edge) => edgeKey(edge) === name);
    if (index < 0) throw new Error(`expected an edge but received ${name}`);
    return index;
  });
}

const trace = (...names: string[]) => traceStroke(SIZE, EDGES, indicesOf(names));
const reachedBy = (names: readonly string[]) => [...trace(...names).reached].sort((a, b) => a - b);

describe("traceStroke", () => {
  it("finds a path in order, whatever the order of its edges", () => {
    const simple = trace("1,1-1,2", "0,0-0,1", "1,2-2,2", "0,1-1,1");
    expect(simple).toMatchObject({ isSimple: true, isTangled: false, floating: [] });
    expect(simple.path).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 2],
      [2, 2],
    ]);
    expect(simple.reached.size).toBe(5);
  });

  it("takes nothing for a stroke of no length", () => {
    expect(trace()).toMatchObject({ path: [[0, 0]], isSimple: true, isTangled: false });
  });

  it("follows a branch up to where it branches", () => {
    const branched = trace("0,0-0,1", "0,1-0,2", "0,1-1,1");
    expect(branched).toMatchObject({ isSimple: false, isTangled: true, floating: [] });
    expect(branched.path).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(branched.reached.size).toBe(4);
  });

  it("calls two edges at the start tangled", () => {
    expect(trace("0,0-0,1", "0,0-1,0")).toMatchObject({ isTangled: true, path: [[0, 0]] });
  });

  it.each([
    ["through the start", ["0,0-0,1", "0,1-1,1", "1,0-1,1", "0,0-1,0"]],
    ["behind a stem", ["0,0-0,1", "0,1-0,2", "0,2-1,2", "1,1-1,2", "0,1-1,1"]],
  ])("calls a cycle %s tangled", (_, names) => {
    expect(trace(...names)).toMatchObject({ isSimple: false, isTangled: true });
  });

  it("lists edges that float, and does not call them tangled", () => {
    const pieces = trace("0,0-0,1", "1,1-2,1", "2,1-2,2");
    expect(pieces).toMatchObject({ isSimple: false, isTangled: false });
    expect(pieces.floating).toEqual(indicesOf(["1,1-2,1", "2,1-2,2"]));
    expect(reachedBy(["0,0-0,1", "1,1-2,1"])).toEqual([0, 4]);
  });

  it("calls a floating branch both", () => {
    const both = trace("0,0-0,1", "1,1-2,1", "2,1-2,2", "2,1-3,1");
    expect(both.isTangled).toBe(true);
    expect(both.floating).toHaveLength(3);
  });

  it("calls a floating cycle no path", () => {
    const cycle = trace("0,0-0,1", "1,1-2,1", "2,1-2,2", "1,2-2,2", "1,1-1,2");
    expect(cycle.isSimple).toBe(false);
    expect(cycle.floating).toHaveLength(4);
  });
});

describe("sharedVertex", () => {
  it("is where two edges meet", () => {
    expect(sharedVertex([0, 0, 1, 0], [1, 0, 1, 1])).toEqual([1, 0]);
    expect(sharedVertex([0, 1, 0, 2], [0, 0, 0, 1])).toEqual([0, 1]);
    expect(sharedVertex([0, 0, 1, 0], [2, 0, 3, 0])).toBeUndefined();
    expect(sharedVertex([0, 0, 1, 0], [0, 1, 1, 1])).toBeUndefined();
  });
});
