/** The pipe task: turn pieces of a pipe network until all are joined to the source. */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { generatedInstance, startOfInstance, type TaskName } from "../instance-of.ts";
import { defineTask } from "../task.ts";
import { encodeAnswer, parseAnswer } from "./answer.ts";
import { generatePipe } from "./generate.ts";
import { poseDuring, poseOf } from "./pose.ts";
import { PIPE_RULE, prompt, rolloutValues } from "./prompt.ts";
import { importPipeRow, PUBLISHED_NAME } from "./published.ts";
import { drawPipe, PIPE_VIEWS, type PipePose, pipeScene } from "./render.ts";
import { actionBudget, isSolved, legalActions, solutionTicks, step } from "./rules.ts";
import { solve } from "./solve.ts";
import { type PipeAction, type PipeState, pipeActionSchema, pipeStateSchema } from "./state.ts";

const NAME: TaskName = { id: "pipe", version: "1" };

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generatePipe(tier, seed);
  return generatedInstance(NAME, tier, seed, {
    state,
    attempts,
    actionBudget: actionBudget(solutionTicks(state)),
  });
}

export const pipeTask = defineTask<PipeState, PipeAction, PipePose>({
  ...NAME,
  publishedName: PUBLISHED_NAME,
  title: "Pipe",
  rule: PIPE_RULE,
  stateSchema: pipeStateSchema,
  actionSchema: pipeActionSchema,
  views: PIPE_VIEWS,
  generate,
  importPublished: (row) => importPipeRow(row, NAME.version),
  initialState: (instance) => startOfInstance(NAME, pipeStateSchema, instance),
  legalActions,
  step,
  isSolved,
  solve,
  scene: pipeScene,
  poseOf,
  poseDuring,
  draw: drawPipe,
  prompt,
  rolloutValues,
  encodeAnswer,
  parseAnswer: (text) => parseAnswer(text),
  describeAction: ({ x, y }) => `turn x=${x},y=${y}`,
});

export {
  drawPipeBoard,
  drawPipeCell,
  PIPE_PALETTE,
  type PipeCellPose,
  type PipePose,
  pipeScene,
} from "./render.ts";
export {
  connectedCells,
  currentMask,
  currentMasks,
  isAllConnected,
  turnsBetween,
} from "./rules.ts";
export { findShortestPlan, type PipeSolution } from "./solve.ts";
export {
  PIPE_KINDS,
  type PipeAction,
  type PipeKind,
  type PipeState,
  pipeKind,
  SIDES,
} from "./state.ts";
