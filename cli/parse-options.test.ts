import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import {
  integerFrom,
  parseSampling,
  parseSize,
  parseTiers,
  positiveNumber,
} from "./parse-options.ts";

describe("options", () => {
  it("take what is meant", () => {
    expect(integerFrom(0)("0")).toBe(0);
    expect(positiveNumber("2.5")).toBe(2.5);
    expect(parseSize("832x480")).toEqual({ widthPx: 832, heightPx: 480 });
    expect(parseTiers("all")).toEqual(["easy", "medium", "hard"]);
    expect(parseTiers("hard,easy")).toEqual(["easy", "hard"]);
    expect(parseSampling("all")).toBe("all");
    expect(parseSampling("7")).toBe(7);
  });

  it.each<[string, () => unknown]>([
    ["-1", () => integerFrom(0)("-1")],
    ["1e3", () => integerFrom(0)("1e3")],
    ["an empty integer", () => integerFrom(0)("")],
    ["52", () => integerFrom(0, 51)("52")],
    ["0", () => positiveNumber("0")],
    ["an empty number", () => positiveNumber(" ")],
    ["NaN", () => positiveNumber("NaN")],
    ["an odd side", () => parseSize("833x480")],
    ["a tiny side", () => parseSize("2x2")],
    ["832", () => parseSize("832")],
    ["an unknown tier", () => parseTiers("easy,harder")],
    ["0 samples", () => parseSampling("0")],
  ])("refuse %s, saying what was expected", (_, parse) => {
    expect(parse).toThrow(InvalidArgumentError);
    expect(parse).toThrow(/^expected .* but received "/);
  });
});
