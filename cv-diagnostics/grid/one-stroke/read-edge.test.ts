/** Single edges from hand-written coverage: one digit a stretch, tenths of stroke, `?` = not seen. */
import { describe, expect, it } from "vitest";
import { type HiddenBins, readEdge } from "./read-edge.ts";
import { EDGE_BINS } from "./sample-points.ts";

const JOINTS: HiddenBins = { atFirst: 2, atSecond: 2 };

function read(digits: string, hidden: HiddenBins = JOINTS) {
  const signs = [...digits.replaceAll(" ", "")];
  expect(signs).toHaveLength(EDGE_BINS);
  const coverage = signs.map((sign) => (sign === "?" ? Number.NaN : Number(sign) / 9));
  return readEdge(Float32Array.from(coverage), hidden);
}

describe("readEdge", () => {
  it.each([
    ["none", "00 00000000 00", 0],
    ["full", "99 99999999 99", 1],
    ["from-first", "99 99900000 00", 3 / 8],
    ["from-first", "99 99999990 00", 7 / 8],
    ["from-second", "00 00000099 99", 2 / 8],
    ["gap", "99 99900099 99", 5 / 8],
    ["island", "00 00999000 00", 3 / 8],
    ["island", "00 09900990 00", 4 / 8],
    ["island", "99 99009900 00", 4 / 8],
  ])("calls it %s: %s", (cover, digits, share) => {
    const reading = read(digits);
    expect(reading.cover).toBe(cover);
    expect(reading.share).toBeCloseTo(share, 9);
    expect(reading.confidence).toBeGreaterThan(0.9);
  });

  it("does not look at stretches that joints or pegs hide", () => {
    expect(read("99 00000000 99").cover).toBe("none");
    expect(read("00 99999999 ??").cover).toBe("full");
    expect(read("?? 00000000 00").cover).toBe("none");
    const peg = { atFirst: 4, atSecond: 2 };
    expect(read("0000 999000 00", peg)).toMatchObject({ cover: "from-first", share: 0.5 });
    expect(read("9999 000000 00", peg).cover).toBe("none");
    expect(read("99 00 99990000", { atFirst: 4, atSecond: 4 }).cover).toBe("full");
  });

  it("takes a single drawn stretch for the rim of a joint, two for a stroke", () => {
    expect(read("99 90000000 00")).toMatchObject({ cover: "none", share: 0 });
    expect(read("99 99000000 00")).toMatchObject({ cover: "from-first", share: 0.25 });
  });

  it("is unread when a stretch lies outside of the picture", () => {
    expect(read("99 9999999? 99")).toMatchObject({ cover: "unread", confidence: 0 });
    expect(read("?? ???????? ??")).toEqual({ cover: "unread", share: 0, confidence: 0 });
  });

  it("is unread when more than three stretches are in doubt", () => {
    expect(read("99 99955500 00").cover).not.toBe("unread");
    expect(read("99 99555500 00")).toMatchObject({ cover: "unread", confidence: 0 });
  });

  it("is the less sure the nearer a stretch is to the limit", () => {
    const [clear, faint, doubtful] = ["99 99999999 99", "99 99979999 99", "99 99959999 99"].map(
      (digits) => read(digits).confidence,
    );
    expect(clear).toBeGreaterThan(faint ?? 1);
    expect(faint).toBeGreaterThan(doubtful ?? 1);
    expect(doubtful).toBeGreaterThan(0);
  });
});
