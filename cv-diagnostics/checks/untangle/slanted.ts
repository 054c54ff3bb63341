/** Views from the side, in which what is measured of ropes is not what ropes are. Pure. */
import { applyHomography } from "../../../core/geometry/homography.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import type { CheckResult } from "../../../core/schema/verdict.ts";
import { parallaxMap } from "../../../tasks/untangle/index.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";

/**
 * Whether the camera looks at the middle of the board from the side: what rises above it there is seen
 * elsewhere. From above it is not, however near the camera is.
 */
export function isSlanted(scene: Scene): boolean {
  const { left, right, top, bottom } = scene.extent;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [seenX, seenY] = applyHomography(parallaxMap(scene, 1), [x, y]);
  return Math.hypot(seenX - x, seenY - y) > ROPE_MOTION_THRESHOLDS.slantReach;
}

/** The same check with nothing decided, as nothing that it saw can be trusted. */
export function withoutWord({ name, kind, decided, unread }: CheckResult): CheckResult {
  const evidence = { violations: [], decided: 0, unread: decided + unread };
  return checkResult(name, kind === "static" ? "static" : "dynamic", evidence);
}
