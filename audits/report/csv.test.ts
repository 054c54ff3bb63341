import { describe, expect, it } from "vitest";
import { csvCell } from "./csv.ts";

describe("csvCell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["+cmd|x", "'+cmd|x"],
    ["-2+3", "'-2+3"],
    ["\tx", "'\tx"],
    ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
  ])("keeps %j from being a formula", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each([
    ["-90", "-90"],
    ["+1.5", "+1.5"],
    ["0", "0"],
    ["", ""],
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["two\nlines", '"two\nlines"'],
  ])("writes %j as %j", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});
