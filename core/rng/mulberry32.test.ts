import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProbeError } from "../errors.ts";
import { createMulberry32 } from "./mulberry32.ts";

/** The C reference: uint32 state, wrapping arithmetic; here in BigInt so that nothing is shared. */
function referenceOutputs(seed: bigint, count: number): number[] {
  const mask = 0xffffffffn;
  let state = seed & mask;
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5n) & mask;
    let z = state;
    z = ((z ^ (z >> 15n)) * (z | 1n)) & mask;
    z = (z ^ (z + (((z ^ (z >> 7n)) * (z | 61n)) & mask))) & mask;
    return Number(z ^ (z >> 14n));
  });
}

describe("outputs", () => {
  test("first values of small seeds, as widely listed", () => {
    const first = (seed: number): number[] => {
      const rng = createMulberry32(seed);
      return [rng.real(), rng.real(), rng.real()];
    };
    expect(first(0)).toEqual([0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
    expect(first(1)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  });

  test("equal the 32-bit reference for any seed", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const rng = createMulberry32(seed);
        const outputs = Array.from({ length: 20 }, () => rng.real() * 2 ** 32);
        expect(outputs).toEqual(referenceOutputs(BigInt(seed), 20));
      }),
    );
  });
});

test("integers are floors of the same reals", () => {
  const reals = createMulberry32(7);
  const integers = createMulberry32(7);
  for (let draw = 0; draw < 50; draw++) {
    expect(integers.randint(-2, 3)).toBe(Math.floor(reals.real() * 6) - 2);
  }
  expect(integers.randint(4, 4)).toBe(4);
});

test("wrong seeds and ranges are refused", () => {
  expect(() => createMulberry32(0.5)).toThrow(ProbeError);
  expect(() => createMulberry32(2 ** 60)).toThrow(/a safe integer for seed/);
  expect(() => createMulberry32(1).randint(2, 1)).toThrow(/integers a <= b/);
});
