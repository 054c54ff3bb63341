/** The pipe task: turn pieces of a pipe network until all are joined to the source. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly } from "../parse-strictly.ts";
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

const ID = "pipe";
const VERSION = "1";

function generate(tier: Tier, seed: number): Instance {
  const { state, attempts } = generatePipe(tier, seed);
  return {
    schema: "topoprobe.instance/1",
    id: `${ID}-${tier}-${seed}`,
    task: ID,
    taskVersion: VERSION,
    tier,
    seed,
    actionBudget: actionBudget(solutionTicks(state)),
    initialState: state,
    origin: { kind: "generated", attempts },
  };
}

function initialState(instance: Instance): PipeState {
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
    pipeStateSchema,
    instance.initialState,
    "instance.initialState",
    "Take the instance file unchanged.",
  );
}

export const pipeTask = defineTask<PipeState, PipeAction, PipePose>({
  id: ID,
  publishedName: PUBLISHED_NAME,
  version: VERSION,
  title: "Pipe",
  rule: PIPE_RULE,
  stateSchema: pipeStateSchema,
  actionSchema: pipeActionSchema,
  views: PIPE_VIEWS,
  generate,
  importPublished: (row) => importPipeRow(row, VERSION),
  initialState,
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
