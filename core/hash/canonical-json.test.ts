import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonicalJson", () => {
  it("gives the sample of RFC 8785, section 3.2.3", () => {
    const input = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts members as RFC 8785, section 3.2.3, by UTF-16 code units", () => {
    const input = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    const texts = [
      "Carriage Return",
      '"One"',
      "Control",
      "Latin Small Letter O",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet",
    ].map((text) => canonicalJson(input).indexOf(text));
    expect(texts).not.toContain(-1);
    expect(texts).toEqual([...texts].sort((a, b) => a - b));
  });

  it.each([
    // Bit patterns and texts from RFC 8785, appendix B.
    [0, "0"],
    [-0, "0"],
    [5e-324, "5e-324"],
    [-5e-324, "-5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740992, "9007199254740992"],
    [295147905179352830000, "295147905179352830000"],
    [9.999999999999997e22, "9.999999999999997e+22"],
    [1e23, "1e+23"],
    [999999999999999700000, "999999999999999700000"],
    [1e21, "1e+21"],
    [9.999999999999997e-7, "9.999999999999997e-7"],
    [0.000001, "0.000001"],
    [333333333.3333332, "333333333.3333332"],
    [-0.0000033333333333333333, "-0.0000033333333333333333"],
    [1424953923781206.2, "1424953923781206.2"],
  ])("writes %d as RFC 8785, appendix B", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([
    ["NaN", Number.NaN],
    ["Infinity", { a: Number.POSITIVE_INFINITY }],
    ["a bigint", 1n],
    ["undefined in an array", [undefined]],
    ["a function", { f: () => 0 }],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a lone surrogate", "\ud800"],
    ["a lone surrogate in a key", { "\udfff": 1 }],
  ])("refuses %s", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(/^expected a JSON value/);
  });

  it("refuses a cycle but takes the same object twice", () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => canonicalJson(loop)).toThrow(/\$\.self.*cycle/);
  });

  it("drops undefined members and keeps zero, false, empty and null", () => {
    expect(canonicalJson({ z: undefined, d: null, c: "", b: false, a: 0 })).toBe(
      '{"a":0,"b":false,"c":"","d":null}',
    );
  });

  it("does not depend on insertion order and reads back equal", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual({ ...value });
      }),
    );
  });
});
