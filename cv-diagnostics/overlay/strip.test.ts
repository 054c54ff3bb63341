/** Which samples a strip shows, and how it is laid out. */
import { describe, expect, it } from "vitest";
import type { CheckResult, Violation } from "../../core/schema/verdict.ts";
import { pipeJudge } from "../checks/pipe/index.ts";
import { violationsOf } from "./frame.ts";
import type { OverlaySource } from "./index.ts";
import { chooseSamples, drawStrip } from "./strip.ts";

const at = (frame: number): Violation => ({ frame, where: "x=0,y=0", reason: "piece_vanished" });

/** A source of `count` samples, two source frames apart. */
function source(count: number, frames: readonly number[] = []): OverlaySource {
  const image = { widthPx: 64, heightPx: 36, data: new Uint8Array(64 * 36 * 3) };
  const clip = Array.from({ length: count }, (_, i) => ({
    ...{ index: 2 * i, timeSec: i / 8, image, repeated: false },
  }));
  const check: CheckResult = {
    ...{ name: "cell_occupancy_consistency", kind: "dynamic", decided: 1, unread: 0 },
    ...{ outcome: frames.length > 0 ? "fail" : "pass", violations: frames.map(at) },
  };
  return {
    clip: {
      path: "clip.mp4",
      info: {
        ...{ totalFrames: 2 * count, fps: 16, widthPx: 64, heightPx: 36, durationSec: 1 },
        ...{ timestampsSec: [], codec: "avc", hasAlpha: false, countedBy: "container" },
      },
      frames: clip,
    },
    observations: [],
    verdict: {
      ...{ schema: "topoprobe.verdict/1", diagnosticsVersion: "1", video: "clip.mp4" },
      ...{ task: "pipe", instanceId: "some-instance", frames: [], plan: null },
      sampling: {
        ...{ frames: count, indices: [], totalFrames: 2 * count, fps: 16 },
        ...{ widthPx: 64, heightPx: 36 },
      },
      terminal: { outcome: "fail", scorable: true, goalEverReached: false, goalHeld: false },
      ...{ checks: [check], processValid: frames.length === 0, processValidSuccess: false },
    },
    judge: pipeJudge,
    extent: { left: 0, top: 0, right: 3, bottom: 3 },
    grid: { rows: 3, cols: 3 },
  };
}

describe("chooseSamples", () => {
  it("spreads eight samples over a clip without violations, first and last included", () => {
    expect(chooseSamples(source(41))).toEqual([0, 6, 11, 17, 23, 29, 34, 40]);
  });

  it("shows the sample at which each violation begins", () => {
    const chosen = chooseSamples(source(41, [17, 50]));
    expect(chosen).toHaveLength(8);
    // Source frame 17 lies between samples 8 and 9.
    for (const sample of [0, 9, 25, 40]) expect(chosen).toContain(sample);
  });

  it("keeps room for the course of the clip when there are many violations", () => {
    const chosen = chooseSamples(source(41, [4, 8, 12, 16, 20, 24, 28, 32]));
    expect(chosen).toHaveLength(8);
    expect(chosen.slice(0, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(chosen.at(-1)).toBe(40);
  });

  it.each([
    [1, [0]],
    [2, [0, 1]],
    [5, [0, 1, 2, 3, 4]],
  ])("shows what there is of a clip of %d samples", (count, chosen) => {
    expect(chooseSamples(source(count))).toEqual(chosen);
  });
});

describe("violationsOf", () => {
  it("lists the violations of all checks in order of time, with their check", () => {
    expect(violationsOf(source(9, [12, 3])).map((v) => [v.frame, v.check])).toEqual([
      [3, "cell_occupancy_consistency"],
      [12, "cell_occupancy_consistency"],
    ]);
  });
});

describe("drawStrip", () => {
  const stripOf = (count: number) => {
    const from = source(count);
    const frames = from.clip.frames.map((frame, sample) => ({
      ...{ sample, frame, observation: undefined, analysedScale: 1 },
    }));
    return drawStrip(from, frames);
  };

  it("is four tiles wide, and as many rows high as it takes", () => {
    const [one, four, eight] = [1, 4, 8].map(stripOf);
    expect(one?.widthPx).toBe(1288);
    expect(eight?.widthPx).toBe(1288);
    expect(four?.heightPx).toBe(one?.heightPx);
    const row = (eight?.heightPx ?? 0) - (four?.heightPx ?? 0);
    // 312 pixels of 64x36 are 176 high; a caption and a gap come to it.
    expect(row).toBeGreaterThan(176 + 18);
    expect(row).toBeLessThan(176 + 40);
  });
});
