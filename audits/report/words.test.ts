import { describe, expect, it } from "vitest";
import { sampleVerdict } from "../../tests/e2e/helpers/records.ts";
import { describeViolation, timeOfFrame } from "./words.ts";

const verdict = sampleVerdict("a");

describe("describeViolation", () => {
  it("says when, where, what, and how much", () => {
    const violation = {
      frame: 80,
      where: "x=2,y=1",
      reason: "counter_clockwise",
      measured: -90,
      limit: 0,
    };
    expect(describeViolation(violation, verdict)).toBe(
      "5.00 s (frame 80), x=2,y=1: counter clockwise (measured -90, limit 0)",
    );
  });

  it("names a span of frames, and words instead of measurements", () => {
    const violation = {
      frame: 0,
      toFrame: 8,
      where: "x=0,y=0",
      reason: "became_tee",
      measured: "tee",
      limit: "bend",
    };
    expect(describeViolation(violation, verdict)).toBe(
      "0.00 s (frames 0-8), x=0,y=0: became tee (seen tee, expected bend)",
    );
  });

  it("keeps a measurement of zero and leaves out what is not there", () => {
    const base = { frame: 0, toFrame: 0, where: "board", reason: "x" };
    expect(describeViolation({ ...base, measured: 0 }, verdict)).toBe(
      "0.00 s (frame 0), board: x (measured 0)",
    );
    expect(describeViolation({ ...base, limit: 0 }, verdict)).toMatch(/\(limit 0\)$/);
    expect(describeViolation(base, verdict)).toMatch(/: x$/);
  });
});

describe("timeOfFrame", () => {
  it("takes the sampled time, else the mean rate, else 0", () => {
    expect(timeOfFrame(80, verdict)).toBe(5);
    expect(timeOfFrame(8, verdict)).toBe(0.5);
    const still = { ...verdict, sampling: { ...verdict.sampling, fps: 0 } };
    expect(timeOfFrame(8, still)).toBe(0);
  });
});
