import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGraphTable } from "./graph-table.ts";
import { countRopes, measureGraph, measureLayout, NO_SEPARATION } from "./metrics.ts";
import { createMoveMetrics } from "./move-metrics.ts";
import { pegLinesOf } from "./peg-lines.ts";
import type { Layout } from "./templates.ts";

describe("the graph of near pairs", () => {
  test("a triangle and a pair", () => {
    // 0-1, 1-2, 0-2 and 3-4; rope 5 alone.
    const figures = measureGraph([0b110, 0b101, 0b011, 0b10000, 0b1000, 0]);
    expect(figures).toEqual({
      involved: 5,
      maxDegree: 2,
      componentCount: 2,
      largestComponent: 3,
      multiCrossRopes: 3,
      cycleRank: 1,
    });
  });

  test("the table gives the same for the union of its ropes' keys", () => {
    const table = createGraphTable(6);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), (edges) => {
        const masks = [0, 0, 0, 0, 0, 0];
        let pair = 0;
        for (let i = 0; i < 6; i++) {
          for (let j = i + 1; j < 6; j++) {
            if (edges[pair++] !== true) continue;
            masks[i] = (masks[i] ?? 0) | (1 << j);
            masks[j] = (masks[j] ?? 0) | (1 << i);
          }
        }
        const key = masks.reduce((bits, mask, rope) => bits | table.keyOf(rope, mask), 0);
        expect(table.measure(key)).toEqual(measureGraph(masks));
        expect(masks.map(countRopes)).toEqual(
          masks.map((m) => m.toString(2).replace(/0/g, "").length),
        );
      }),
      { numRuns: 50 },
    );
  });
});

test("figures of a published layout (easy, seed 1)", () => {
  const layout: Layout = [
    [2, 22],
    [3, 15],
    [0, 1],
    [9, 21],
  ];
  expect(measureLayout(pegLinesOf(5), layout)).toEqual({
    nearPairs: 2,
    crossingPairs: 2,
    involved: 3,
    maxDegree: 2,
    componentCount: 1,
    largestComponent: 3,
    multiCrossRopes: 1,
    cycleRank: 0,
    gap: 0,
    separation: 4.4,
    spread: 4.4,
    minLength: 2.2,
    dominantComponent: [0, 3, 1],
  });
});

test("a layout without crossing points is as separate as can be", () => {
  const { separation, spread, nearPairs } = measureLayout(pegLinesOf(5), [
    [0, 4],
    [5, 9],
  ]);
  expect([separation, spread, nearPairs]).toEqual([NO_SEPARATION, 0, 0]);
});

test("a moved end has the figures of its layout measured as a whole", () => {
  const lines = pegLinesOf(6);
  const moves = createMoveMetrics(lines, 6);
  const holes = fc.uniqueArray(fc.nat({ max: 35 }), { minLength: 13, maxLength: 13 });
  fc.assert(
    fc.property(holes, fc.nat({ max: 5 }), fc.constantFrom<0 | 1>(0, 1), (drawn, rope, first) => {
      const base: Layout = [0, 1, 2, 3, 4, 5].map((i) => [
        drawn[2 * i] ?? 0,
        drawn[2 * i + 1] ?? 0,
      ]);
      // The other end next: what holds for the other ropes is not worked out again.
      for (const end of first === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const own = base[rope]?.[end] ?? 0;
        moves.lift(base, rope, end);
        for (const hole of [drawn[12] ?? 0, own]) {
          const layout = base.map((ends, index): readonly [number, number] => {
            if (index !== rope) return ends;
            return end === 0 ? [hole, ends[1]] : [ends[0], hole];
          });
          const whole = measureLayout(lines, layout);
          moves.lay(hole);
          moves.measurePoints();
          moves.measureLength();
          const { graph, ...figures } = moves.metrics;
          expect(whole).toMatchObject({ ...graph, ...figures });
        }
      }
    }),
    { numRuns: 60 },
  );
});
