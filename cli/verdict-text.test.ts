import { describe, expect, it } from "vitest";
import type { Verdict } from "../core/schema/verdict.ts";
import { sampleVerdict } from "../tests/e2e/helpers/records.ts";
import { formatVerdict } from "./verdict-text.ts";

/** The line on sampling of a verdict on `totalFrames` frames, sampled at `indices`. */
function samplingLine(totalFrames: number, indices: readonly number[]): string {
  const verdict = sampleVerdict("pipe-easy-1");
  const frames = indices.map((index, i) => ({
    ...{ index, timeSec: index / 8, label: "exact" as const, confidence: 1 },
    ...(indices[i - 1] === index ? { repeated: true } : {}),
  }));
  const sampling: Verdict["sampling"] = {
    ...{ ...verdict.sampling, totalFrames, indices: [...indices], frames: indices.length },
    fps: totalFrames === 1 ? 0 : 8,
  };
  const text = formatVerdict({ ...verdict, sampling, frames });
  return text.split("\n").find((line) => line.includes("judged")) ?? "";
}

describe("the words of a verdict", () => {
  it("count frames once, however often they are sampled", () => {
    expect(samplingLine(81, [0, 40, 80])).toBe("3 of 81 frames judged, 832x480, 8.00 fps; 3 exact");
    expect(samplingLine(2, [0, 1])).toBe("2 of 2 frames judged, 832x480, 8.00 fps; 2 exact");
    expect(samplingLine(2, [0, 0, 1])).toBe(
      "2 of 2 frames judged, in 3 samples, 832x480, 8.00 fps; 3 exact",
    );
    expect(
      samplingLine(
        1,
        Array.from({ length: 41 }, () => 0),
      ),
    ).toBe("1 of 1 frame judged, in 41 samples, 832x480, 0.00 fps; 41 exact");
  });
});
