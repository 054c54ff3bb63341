/** The points picked for alignment, on templates of a few pixels. */
import { describe, expect, it } from "vitest";
import { type BoardTemplate, pickAlignmentPoints } from "./template.ts";

/** A template of one sample a board unit, its corner at (-1, 0). */
function template(rows: readonly (readonly number[])[], weight?: readonly number[]): BoardTemplate {
  const cols = rows[0]?.length ?? 0;
  const luma = new Float32Array(rows.flat());
  return {
    grid: { left: -1, top: 0, step: 1, cols, rows: rows.length },
    luma,
    weight: weight ? new Float32Array(weight) : new Float32Array(luma.length).fill(1),
  };
}

const EDGE = [
  [0, 0, 90, 90, 90],
  [0, 0, 90, 90, 90],
  [0, 0, 90, 90, 90],
  [0, 0, 90, 90, 90],
];

describe("pickAlignmentPoints", () => {
  it("takes the samples along an edge, with place, value and gradient", () => {
    const points = pickAlignmentPoints(template(EDGE));
    expect(points.count).toBe(4);
    expect([...points.u]).toEqual([0.5, 1.5, 0.5, 1.5]);
    expect([...points.v]).toEqual([1.5, 1.5, 2.5, 2.5]);
    expect([...points.value]).toEqual([0, 90, 0, 90]);
    // Five units wide: radius 2.5. 90 levels over two units are 112.5 a radius.
    expect([points.centreU, points.centreV, points.radius]).toEqual([1.5, 2, 2.5]);
    expect([...points.gradX]).toEqual([112.5, 112.5, 112.5, 112.5]);
    expect([...points.gradY]).toEqual([0, 0, 0, 0]);
  });

  it("leaves out samples that are unknown or beside an unknown one", () => {
    const weight = new Array<number>(20).fill(1);
    weight[6] = 0;
    const points = pickAlignmentPoints(template(EDGE, weight));
    // (0.5, 1.5) itself, its neighbour to the right and the one below it.
    expect([...points.u].map((u, k) => [u, points.v[k]])).toEqual([[1.5, 2.5]]);
  });

  it("leaves out gradients below an eighth of the strongest", () => {
    const slope = (strength: number) =>
      pickAlignmentPoints(
        template([
          [0, 0, 100, 100, 100 + strength, 100 + strength],
          [0, 0, 100, 100, 100 + strength, 100 + strength],
          [0, 0, 100, 100, 100 + strength, 100 + strength],
        ]),
      ).count;
    expect(slope(10)).toBe(2);
    expect(slope(15)).toBe(4);
  });

  it("finds nothing on a plain board", () => {
    expect(pickAlignmentPoints(template(EDGE.map((row) => row.map(() => 7)))).count).toBe(0);
  });

  it("thins many points out evenly", () => {
    const rows = Array.from({ length: 120 }, (_, r) =>
      Array.from({ length: 120 }, (_, c) => ((r + c) % 4 < 2 ? 0 : 200)),
    );
    const points = pickAlignmentPoints(template(rows));
    expect(points.count).toBeLessThanOrEqual(3600);
    expect(points.count).toBeGreaterThan(3000);
    const lower = [...points.v].filter((v) => v > 60).length;
    expect(Math.abs(lower / points.count - 0.5)).toBeLessThan(0.02);
  });

  it("does not carry points over from another template of the same size", () => {
    const once = pickAlignmentPoints(template(EDGE));
    pickAlignmentPoints(template([...EDGE].map((row) => [...row].reverse())));
    const again = pickAlignmentPoints(template(EDGE));
    expect(again).toEqual(once);
    expect(pickAlignmentPoints(template(EDGE.map((row) => row.map(() => 7)))).count).toBe(0);
  });
});
