/** Hues that are learnt from the samples under a rope's line. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../core/geometry/homography.ts";
import type { Rgb } from "../../core/image.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { chromaOf, FIRST_ROPE } from "./colours.ts";
import { learnColours } from "./learn.ts";
import { distanceBetween } from "./points.ts";
import { unread } from "./rope-reading.ts";
import { paint, ropeMarks } from "./testing/labels.ts";
import { paletteOf } from "./testing/palette.ts";

const line: readonly Point[] = Array.from({ length: 21 }, (_, k) => [k / 10, 1]);
const { raster, labels } = paint(3, ropeMarks(0, line));
const drawn = paletteOf(["red", "green"]);
const [red = [0, 0], green = [0, 0]] = drawn.ropes;

/** Learns from a frame whose samples with rope 0's label have one colour, all others another one. */
function learn(colour: Rgb, from: readonly Point[] = line, known = drawn) {
  const rgb = new Float32Array(3 * raster.size);
  for (const [index, label] of labels.entries()) {
    rgb.set(label === FIRST_ROPE ? colour : [9, 90, 200], 3 * index);
  }
  const rope = { ...unread("red", "partly"), line: from };
  return learnColours(raster, rgb, labels, [rope, unread("green", "absent")], known, drawn);
}

describe("learnColours", () => {
  it("goes towards what is seen of a rope, and leaves the others", () => {
    const seen: Rgb = [190, 60, 70];
    const { ropes, ground, hole } = learn(seen);
    const way = distanceBetween(red, chromaOf(seen));
    expect(distanceBetween(ropes[0] ?? [9, 9], red)).toBeCloseTo(
      way * ROPE_READ_THRESHOLDS.learningRate,
      6,
    );
    expect(distanceBetween(ropes[0] ?? [9, 9], chromaOf(seen))).toBeLessThan(way);
    expect(ropes[1]).toEqual(green);
    expect([ground, hole]).toEqual([drawn.ground, drawn.hole]);
  });

  it("learns from samples with the rope's label only, and not from few", () => {
    const beside = line.map(([x, y]): Point => [x, y + 0.5]);
    expect(learn([190, 60, 70], beside)).toEqual(drawn);
    expect(learn([190, 60, 70], line.slice(0, 4))).toEqual(drawn);
    expect(learn([0, 0, 0])).toEqual(drawn);
    expect(learn([190, 60, 70], [])).toEqual(drawn);
  });

  it("never drifts far from what is drawn", () => {
    let known = drawn;
    for (let frame = 0; frame < 40; frame++) known = learn([150, 90, 70], line, known);
    const away = distanceBetween(known.ropes[0] ?? [9, 9], red);
    expect(away).toBeGreaterThan(0);
    expect(away).toBeLessThanOrEqual(ROPE_READ_THRESHOLDS.maxDrift);
  });
});
