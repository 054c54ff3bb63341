/**
 * The swap task: exchange blocks with an empty cell until the board is as its goal. A turn shows two
 * pictures, drawn with one scene: `poseOf(state)` and `goalPoseOf(state)`.
 */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { generatedInstance, startOfInstance, type TaskName } from "../instance-of.ts";
import { defineTask } from "../task.ts";
import { encodeAnswer, parseAnswer } from "./answer.ts";
import { generateSwap } from "./generate.ts";
import { goalPoseOf, poseDuring, poseOf, type SwapPose } from "./pose.ts";
import { describeAction, prompt, rolloutValues, SWAP_RULE } from "./prompt.ts";
import { importSwapRow, PUBLISHED_NAME } from "./published.ts";
import { drawSwap, SWAP_VIEWS, swapScene } from "./render.ts";
import { actionBudget, isSolved, legalActions, minSwaps, step } from "./rules.ts";
import { solve } from "./solve.ts";
import { type SwapAction, type SwapState, swapActionSchema, swapStateSchema } from "./state.ts";

const NAME: TaskName = { id: "swap", version: "1" };

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generateSwap(tier, seed);
  return generatedInstance(NAME, tier, seed, {
    state,
    attempts,
    actionBudget: actionBudget(minSwaps(state.cells, state.goal)),
  });
}

export const swapTask = defineTask<SwapState, SwapAction, SwapPose>({
  ...NAME,
  publishedName: PUBLISHED_NAME,
  title: "Swap",
  rule: SWAP_RULE,
  stateSchema: swapStateSchema,
  actionSchema: swapActionSchema,
  views: SWAP_VIEWS,
  generate,
  importPublished: (row) => importSwapRow(row, NAME.version),
  initialState: (instance) => startOfInstance(NAME, swapStateSchema, instance),
  legalActions,
  step,
  isSolved,
  solve,
  scene: swapScene,
  poseOf,
  goalPose: goalPoseOf,
  poseDuring,
  draw: drawSwap,
  prompt,
  rolloutValues,
  encodeAnswer,
  parseAnswer,
  describeAction,
});

export { goalPoseOf, type SwapBlockPose, type SwapBoardName, type SwapPose } from "./pose.ts";
export { drawSwap, swapScene } from "./render.ts";
export { ILLEGAL_REASONS, type IllegalReason, minSwaps } from "./rules.ts";
export {
  BLANK,
  BLOCK_IDS,
  type BlockId,
  blocksOf,
  type SwapAction,
  type SwapCell,
  type SwapState,
} from "./state.ts";
