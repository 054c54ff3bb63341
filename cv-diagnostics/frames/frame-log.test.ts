import { describe, expect, it } from "vitest";
import { MediaError } from "../../core/errors.ts";
import { createFrameLog, rebase, selectFilter } from "./frame-log.ts";
import { MAX_CLIP_FRAMES } from "./limits.ts";

describe("createFrameLog", () => {
  it("reads number and time of each frame, with and without a prefix", () => {
    const log = createFrameLog("x");
    const lines = ["0.000000", "0.040000", "[Eval @ 0x7f] 1.000000", "[Eval @ 0x7f] 0.080000"];
    expect(lines.map(log.takeLine)).toEqual([true, true, true, true]);
    expect(log.timesSec()).toEqual([0, 0.04]);
    expect(log.isRestarted()).toBe(false);
  });

  it("leaves other lines alone", () => {
    const log = createFrameLog("x");
    const lines = [
      "[h264 @ 0x1] error while decoding MB 3 4",
      "moov atom not found",
      "12",
      "v 1.0",
    ];
    expect(lines.some(log.takeLine)).toBe(false);
    expect(log.timesSec()).toEqual([]);
  });

  it("notices that the filter counts from 0 again", () => {
    const log = createFrameLog("x");
    for (const value of ["0.000000", "0.000000", "0.000000", "1.000000"]) log.takeLine(value);
    expect(log.isRestarted()).toBe(true);
    expect(log.timesSec()).toEqual([0, 1]);
  });

  it("stops at the frame beyond the limit", () => {
    const log = createFrameLog("long.mp4");
    for (let n = 0; n < MAX_CLIP_FRAMES; n += 1) {
      log.takeLine(`${n}.000000`);
      log.takeLine("0.000000");
    }
    expect(() => log.takeLine(`${MAX_CLIP_FRAMES}.000000`)).toThrow(MediaError);
    expect(() => log.takeLine(`${MAX_CLIP_FRAMES}.000000`)).toThrow(/at most 20000 frames/);
  });
});

describe("rebase", () => {
  it("counts from the first known time and never falls", () => {
    expect(rebase([10, 10.5, 11])).toEqual([0, 0.5, 1]);
    expect(rebase([-1, 0])).toEqual([0, 1]);
    expect(rebase([Number.NaN, 2, Number.NaN, 3])).toEqual([0, 0, 0, 1]);
    expect(rebase([0, 2, 1])).toEqual([0, 2, 2]);
    expect(rebase([])).toEqual([]);
  });
});

describe("selectFilter", () => {
  it("asks for each wanted frame, with commas escaped", () => {
    expect(selectFilter([0, 7])).toMatch(/\*\(eq\(n\\,0\)\+eq\(n\\,7\)\)$/);
    expect(selectFilter("all")).toMatch(/\*1$/);
  });
});
