import { describe, expect, test } from "vitest";
import { HARD_BOARD, UNTANGLE_BOARDS } from "../../../tests/helpers/untangle-boards.ts";
import { holePlace } from "../board.ts";
import { measureNearest } from "./nearest.ts";
import { PARTICLES, PLUG_REACH, RADIUS, SEGMENTS } from "./parameters.ts";
import { settleStart } from "./start.ts";
import { archShape, LONG_SLACK, NORMAL_SLACK, tangledShape } from "./start-shape.ts";
import { endOffset, particleOffset, postOffset } from "./world.ts";

describe("shapes", () => {
  test("an arch runs straight from hole to hole and rises to 2 in the middle", () => {
    const { particles, segmentLength } = archShape(5, [2, 22], NORMAL_SLACK);
    const [a, b] = [holePlace(5, 2), holePlace(5, 22)];
    expect(particles).toHaveLength(PARTICLES);
    expect(particles[0]).toEqual([a.x, 0.5, a.z]);
    expect(particles[8]).toEqual([(a.x + b.x) / 2, 2, (a.z + b.z) / 2]);
    expect(particles.at(-1)?.[0]).toBe(b.x);
    // Four spacings of 2.2 apart: 1.3 times that is more than 1.5 more.
    expect(segmentLength * SEGMENTS).toBeCloseTo(8.8 * 1.3, 12);
  });

  test("short ropes get more slack, long ones are longer still", () => {
    expect(archShape(5, [0, 1], NORMAL_SLACK).segmentLength * SEGMENTS).toBeCloseTo(3.7, 12);
    expect(archShape(5, [0, 1], LONG_SLACK).segmentLength * SEGMENTS).toBeCloseTo(5.2, 12);
    expect(archShape(5, [2, 22], LONG_SLACK).segmentLength * SEGMENTS).toBeCloseTo(13.64, 12);
  });

  test.each([3, 4])("a tangle of %i ropes: each passes near the middle in its own way", (count) => {
    const shapes = Array.from({ length: count }, (_, index) =>
      tangledShape(6, [2, 32], { index, count }, LONG_SLACK),
    );
    for (const { particles, segmentLength } of shapes) {
      const nearest = Math.min(...particles.map(([x, , z]) => Math.hypot(x, z)));
      expect(nearest).toBeLessThan(1.2);
      expect(particles[0]?.[1]).toBe(0);
      const length = particles.slice(1).reduce((sum, [x, y, z], index) => {
        const [fromX, fromY, fromZ] = particles[index] ?? [x, y, z];
        return sum + Math.hypot(x - fromX, y - fromY, z - fromZ);
      }, 0);
      expect(segmentLength * SEGMENTS).toBeGreaterThanOrEqual(length * 1.02 - 1e-9);
    }
    expect(new Set(shapes.map(({ particles }) => JSON.stringify(particles))).size).toBe(count);
  });
});

describe("a settled start", () => {
  test.each(UNTANGLE_BOARDS.map((board, index) => [index, board] as const))(
    "board %i: ends in their holes, ropes apart from each other and from foreign plugs",
    (_, { gridSize, start }) => {
      const { positions, ropeCount, postReaches } = settleStart({ gridSize, ...start });
      expect([...postReaches]).toEqual(new Array(2 * ropeCount).fill(PLUG_REACH));
      for (let rope = 0; rope < ropeCount; rope++) {
        for (const end of [0, 1] as const) {
          const at = endOffset(rope, end);
          const { x, z } = holePlace(gridSize, start.ends[rope]?.[end] ?? -1);
          expect(positions[at]).toBeCloseTo(x, 12);
          expect(positions[at + 2]).toBeCloseTo(z, 12);
          for (let other = 0; other < ropeCount; other++) {
            if (other === rope) continue;
            for (let segment = 0; segment < SEGMENTS; segment++) {
              const post = postOffset(ropeCount, rope, end);
              const squared = measureNearest(positions, particleOffset(other, segment), post);
              expect(Math.sqrt(squared)).toBeGreaterThan(0.8 * PLUG_REACH);
            }
          }
        }
        for (let other = rope + 1; other < ropeCount; other++) {
          for (let i = 0; i < SEGMENTS ** 2; i++) {
            const [a, b] = [Math.floor(i / SEGMENTS), i % SEGMENTS];
            const squared = measureNearest(
              positions,
              particleOffset(rope, a),
              particleOffset(other, b),
            );
            expect(Math.sqrt(squared)).toBeGreaterThan(RADIUS);
          }
        }
      }
    },
  );

  test("the order of the tangled ropes matters", () => {
    const { gridSize, start } = HARD_BOARD;
    const other = { gridSize, ...start, tangle: [...start.tangle].reverse() };
    expect(settleStart(other)).not.toEqual(settleStart({ gridSize, ...start }));
  });
});
