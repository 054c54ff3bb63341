/**
 * The Chat Noir task: block cells of a hexagonal board until the cat cannot reach the rim. A step is
 * the player's block and the cat's answer. A game may be lost: then `isLost` holds, nothing is legal
 * any more and `solve` gives null.
 */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { generatedInstance, startOfInstance, type TaskName } from "../instance-of.ts";
import { defineTask } from "../task.ts";
import { encodeAnswer, parseAnswer } from "./answer.ts";
import { generateChatNoir } from "./generate.ts";
import { type ChatNoirPose, poseDuring, poseOf } from "./pose.ts";
import { CHAT_NOIR_RULE, describeAction, prompt, rolloutValues } from "./prompt.ts";
import { importChatNoirRow, PUBLISHED_NAME } from "./published.ts";
import { CHAT_NOIR_VIEWS, chatNoirScene, drawChatNoir } from "./render.ts";
import { actionBudget, isSolved, legalActions, step } from "./rules.ts";
import { solve } from "./solve.ts";
import {
  type ChatNoirAction,
  type ChatNoirState,
  chatNoirActionSchema,
  chatNoirStateSchema,
} from "./state.ts";

const NAME: TaskName = { id: "chat-noir", version: "1" };
/** A turn has two parts: at this pace the block takes 7 to 8 frames of a clip at 16 a second, the cat 5. */
const CLIP_MOVES_PER_SECOND = 1.25;

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generateChatNoir(tier, seed);
  return generatedInstance(NAME, tier, seed, {
    state,
    attempts,
    actionBudget: actionBudget(state),
  });
}

export const chatNoirTask = defineTask<ChatNoirState, ChatNoirAction, ChatNoirPose>({
  ...NAME,
  publishedName: PUBLISHED_NAME,
  title: "Chat Noir",
  rule: CHAT_NOIR_RULE,
  stateSchema: chatNoirStateSchema,
  actionSchema: chatNoirActionSchema,
  views: CHAT_NOIR_VIEWS,
  clipMovesPerSecond: CLIP_MOVES_PER_SECOND,
  generate,
  importPublished: (row) => importChatNoirRow(row, NAME.version),
  initialState: (instance) => startOfInstance(NAME, chatNoirStateSchema, instance),
  legalActions,
  step,
  isSolved,
  solve,
  scene: chatNoirScene,
  poseOf,
  poseDuring,
  draw: drawChatNoir,
  prompt,
  rolloutValues,
  encodeAnswer,
  parseAnswer,
  describeAction,
});

export { type HexBoard, type HexCell, hexBoard, hexDistance } from "./board.ts";
export { predictCat } from "./cat.ts";
export { type Forecast, forecast } from "./forecast.ts";
export { type ChatNoirPose, cellPoint } from "./pose.ts";
export { chatNoirScene, drawChatNoir } from "./render.ts";
export { catDistance, ILLEGAL_REASONS, type IllegalReason, isLost, isOver } from "./rules.ts";
export { findPlan, SOLVER_BOUNDS, type SolverBounds } from "./solve.ts";
export type { CatPolicy, ChatNoirAction, ChatNoirState } from "./state.ts";
