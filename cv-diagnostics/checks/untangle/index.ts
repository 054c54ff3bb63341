/** The judge of Untangle: its checks by their published names, and what they conclude. */
import { untangleTask } from "../../../tasks/untangle/index.ts";
import { defineJudge } from "../../judge.ts";
import { describeRopeState } from "../../rope/describe.ts";
import { drawRopeState } from "../../rope/overlay.ts";
import { locateOnRopes, outlineOnRopes } from "../../rope/places.ts";
import { createRopeReader } from "../../rope/reader.ts";
import type { RopeFrameState } from "../../rope/state.ts";
import { needsFramesBetween } from "./between.ts";
import { concludeUntangle, UNTANGLE_CHECKS } from "./conclude.ts";

export { UNTANGLE_CHECKS };

export const untangleJudge = defineJudge<RopeFrameState>({
  id: untangleTask.id,
  checks: UNTANGLE_CHECKS,
  createReader: createRopeReader,
  needsFramesBetween,
  conclude: concludeUntangle,
  describeState: describeRopeState,
  drawState: drawRopeState,
  locate: (where, _grid, state) => locateOnRopes(where, state),
  outline: outlineOnRopes,
});
