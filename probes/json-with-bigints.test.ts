import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonWithBigints } from "./json-with-bigints.ts";

describe("parseJsonWithBigints", () => {
  it("keeps every digit of a 64-bit seed", () => {
    const text =
      '{"setup_seed": 11400714819323198485, "small": 9007199254740991, "neg": [-9007199254740993]}';
    expect(parseJsonWithBigints(text)).toEqual({
      setup_seed: 11400714819323198485n,
      small: 9007199254740991,
      neg: [-9007199254740993n],
    });
  });

  it("leaves digits in strings and keys, fractions and exponents alone", () => {
    const text =
      '{"11400714819323198485": "11400714819323198485", "a\\"99999999999999999999": 1.5e300}';
    expect(parseJsonWithBigints(text)).toEqual(JSON.parse(text));
  });

  it("refuses what JSON.parse refuses", () => {
    expect(() => parseJsonWithBigints("[11400714819323198485,]")).toThrow(SyntaxError);
    expect(() => parseJsonWithBigints("0011400714819323198485")).toThrow(SyntaxError);
  });

  it("otherwise agrees with JSON.parse", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJsonWithBigints(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
