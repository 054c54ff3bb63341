/**
 * How clear a frame's colours are. A fade or a dissolve mixes every colour with one and the same: ropes
 * lose their hues, and one that cannot be found may be there all the same.
 */
import type { Rgb } from "../../core/image.ts";
import type { Alignment } from "../board/align.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import type { HoleReading } from "./holes.ts";
import type { RopeReading } from "./state.ts";

/**
 * Contrast relative to brightness: 1 as drawn, whatever the light; less the more the picture is mixed
 * with another one.
 * @param ground its colour as drawn, which is nearly grey
 */
export function clarityOf(
  { brightness, contrastRatio }: Pick<Alignment, "brightness" | "contrastRatio">,
  ground: Rgb,
): number {
  const drawn = (ground[0] + ground[1] + ground[2]) / 3;
  const seen = (drawn - brightness.bias) / brightness.gain;
  return (contrastRatio * drawn) / Math.max(1, seen);
}

/** Whether too little of the colours is left to say that something is not there. */
export function isHazy(clarity: number): boolean {
  return clarity < ROPE_READ_THRESHOLDS.minClarity;
}

/** A rope that is not found in a haze is not absent. */
export function inHaze(rope: RopeReading): RopeReading {
  return rope.status === "absent" ? { ...rope, status: "partly" } : rope;
}

/** Ropes that are not found cover holes, which must not be missed then. */
export const HOLES_IN_HAZE: HoleReading = { missingHoles: [], seenHoles: 0, strayHoles: [] };
