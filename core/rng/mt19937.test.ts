import { describe, expect, test } from "vitest";
import { ProbeError } from "../errors.ts";
import { createMt19937, initByArray, initGenrand, type Rng, rngFromText } from "./mt19937.ts";

const draw = (rng: Rng, count: number): number[] =>
  Array.from({ length: count }, () => rng.nextUint32());

/** Outputs listed with the reference implementation, mt19937ar.out. */
describe("reference outputs", () => {
  test("init_by_array", () => {
    expect(draw(initByArray([0x123, 0x234, 0x345, 0x456]), 5)).toEqual([
      1067595299, 955945823, 477289528, 4107218783, 4228976476,
    ]);
  });

  test("init_genrand, first and 10000th", () => {
    const outputs = draw(initGenrand(5489), 10_000);
    expect(outputs[0]).toBe(3499211612);
    expect(outputs[9999]).toBe(4123659995);
  });
});

/** Printed by CPython 3.x: `r = random.Random(seed)` followed by the call named. */
describe("draws of CPython", () => {
  test("real", () => {
    expect(createMt19937(1).real()).toBe(0.13436424411240122);
  });

  test("seed zero, integers then a real", () => {
    const rng = createMt19937(0);
    expect(Array.from({ length: 8 }, () => rng.below(10))).toEqual([6, 6, 0, 4, 8, 7, 6, 4]);
    expect(rng.real()).toBe(0.9677999949201714);
  });

  test("a seed of more than 64 bits", () => {
    const rng = createMt19937(12345678901234567890123n);
    expect(rng.nextUint32()).toBe(678764485);
    expect(rng.real()).toBe(0.9774947984988727);
  });

  test("shuffle leaves its input alone", () => {
    const items = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(createMt19937(7).shuffle(items)).toEqual([6, 7, 2, 4, 0, 3, 1, 5]);
    expect(items).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("sample from a pool, from a large pool, and without one", () => {
    const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
    expect(createMt19937(7).sample(range(20), 4)).toEqual([10, 4, 12, 1]);
    expect(createMt19937(7).sample(range(200), 6)).toEqual([82, 38, 101, 166, 12, 18]);
    expect(createMt19937(7).sample(range(1000), 8)).toEqual([331, 970, 154, 404, 666, 49, 74, 840]);
  });

  test("randint and choice", () => {
    const rng = createMt19937(7);
    expect(Array.from({ length: 8 }, () => rng.randint(-3, 3))).toEqual([
      -1, -2, 0, 2, -3, -3, 3, 1,
    ]);
    expect(rng.choice([..."abcdef"])).toBe("a");
  });
});

describe("limits", () => {
  test("number and bigint seeds agree", () => {
    expect(draw(createMt19937(402), 3)).toEqual(draw(createMt19937(402n), 3));
  });

  test.each([-1, 1.5, Number.NaN])("seed %s is refused", (seed) => {
    expect(() => createMt19937(seed)).toThrow(ProbeError);
  });

  test.each([0, -1, 2.5, 2 ** 32])("below(%s) is refused", (n) => {
    expect(() => createMt19937(1).below(n)).toThrow("expected an integer in 1..2^32-1 for n");
  });

  test("no choice of nothing, no sample larger than the items", () => {
    expect(() => createMt19937(1).choice([])).toThrow(ProbeError);
    expect(() => createMt19937(1).sample([1, 2], 3)).toThrow("expected an integer in 0..2 for k");
  });

  test("below one is zero", () => {
    expect(createMt19937(1).below(1)).toBe(0);
  });
});

describe("text seeds", () => {
  test("equal texts give equal streams, different ones do not", () => {
    expect(draw(rngFromText("pipe-easy-1"), 4)).toEqual(draw(rngFromText("pipe-easy-1"), 4));
    expect(draw(rngFromText("pipe-easy-1"), 4)).not.toEqual(draw(rngFromText("pipe-easy-2"), 4));
  });

  test("the words are those of the digest", () => {
    // sha256("abc"), the example of FIPS 180-2.
    const words = [
      0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
      0xf20015ad,
    ];
    expect(draw(rngFromText("abc"), 4)).toEqual(draw(initByArray(words), 4));
  });
});
