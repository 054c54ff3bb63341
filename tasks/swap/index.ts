/**
 * The swap task: exchange blocks with an empty cell until the board is as its goal. A turn shows two
 * pictures, drawn with one scene: `poseOf(state)` and `goalPoseOf(state)`.
 */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly } from "../parse-strictly.ts";
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

const ID = "swap";
const VERSION = "1";

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generateSwap(tier, seed);
  return {
    schema: "topoprobe.instance/1",
    id: `${ID}-${tier}-${seed}`,
    task: ID,
    taskVersion: VERSION,
    tier,
    seed,
    actionBudget: actionBudget(minSwaps(state.cells, state.goal)),
    initialState: state,
    origin: { kind: "generated", attempts },
  };
}

function initialState(instance: Instance): SwapState {
  if (instance.task !== ID) {
    throw new UsageError(
      describeMismatch(
        "instance.task",
        `"${ID}"`,
        instance.task,
        "Choose the instance's own task.",
      ),
    );
  }
  return parseStrictly(
    swapStateSchema,
    instance.initialState,
    "instance.initialState",
    "Take the instance file unchanged.",
  );
}

export const swapTask = defineTask<SwapState, SwapAction, SwapPose>({
  id: ID,
  publishedName: PUBLISHED_NAME,
  version: VERSION,
  title: "Swap",
  rule: SWAP_RULE,
  stateSchema: swapStateSchema,
  actionSchema: swapActionSchema,
  views: SWAP_VIEWS,
  generate,
  importPublished: (row) => importSwapRow(row, VERSION),
  initialState,
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
