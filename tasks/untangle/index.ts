/** The untangle task: move rope ends on a peg board until no two ropes cross. */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { generatedInstance, startOfInstance, type TaskName } from "../instance-of.ts";
import { defineTask } from "../task.ts";
import { encodeAnswer, parseAnswer } from "./answer.ts";
import { generateUntangle } from "./generate.ts";
import { poseDuring, poseOf, type UntanglePose } from "./pose.ts";
import { describeAction, prompt, rolloutValues, UNTANGLE_RULE } from "./prompt.ts";
import { importUntangleRow, PUBLISHED_NAME } from "./published.ts";
import { drawUntangle, untangleScene } from "./render.ts";
import { ACTION_BUDGET, isSolved, legalActions, step } from "./rules.ts";
import { solve } from "./solve.ts";
import {
  type UntangleAction,
  type UntangleState,
  untangleActionSchema,
  untangleStateSchema,
} from "./state.ts";
import { UNTANGLE_VIEWS } from "./views.ts";

const NAME: TaskName = { id: "untangle", version: "1" };
/** A move takes 84 ticks: at this pace it is drawn in about 20 frames of a clip at 16 a second. */
const CLIP_MOVES_PER_SECOND = 0.8;

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generateUntangle(tier, seed);
  return generatedInstance(NAME, tier, seed, {
    state,
    attempts,
    actionBudget: ACTION_BUDGET,
  });
}

export const untangleTask = defineTask<UntangleState, UntangleAction, UntanglePose>({
  ...NAME,
  publishedName: PUBLISHED_NAME,
  title: "Untangle",
  rule: UNTANGLE_RULE,
  stateSchema: untangleStateSchema,
  actionSchema: untangleActionSchema,
  views: UNTANGLE_VIEWS,
  clipMovesPerSecond: CLIP_MOVES_PER_SECOND,
  actionBudget: ACTION_BUDGET,
  generate,
  importPublished: (row) => importUntangleRow(row, NAME.version),
  initialState: (instance) => startOfInstance(NAME, untangleStateSchema, instance),
  legalActions,
  step,
  isSolved,
  solve: (state) => solve(state),
  scene: untangleScene,
  poseOf,
  poseDuring,
  draw: drawUntangle,
  prompt,
  rolloutValues,
  encodeAnswer,
  parseAnswer,
  describeAction,
});

export { HOLE_SPACING, type Hole, rowColOf } from "./board.ts";
export { HEIGHTS, SIZES } from "./look.ts";
export { crossingName, holeName, ropeName } from "./names.ts";
export type { EndPose, RopePart, RopePose, UntanglePose } from "./pose.ts";
export { untangleScene } from "./render.ts";
export { crossingPairs, toAction } from "./rules.ts";
export { settledLines } from "./simulate.ts";
export {
  occupiedHoles,
  ROPE_COLOURS,
  type RopeColour,
  startState,
  type UntangleAction,
  type UntangleState,
} from "./state.ts";
export { parallaxMap } from "./views.ts";
