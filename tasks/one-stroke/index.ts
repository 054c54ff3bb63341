/** The One Stroke task: draw one line across a board so that it separates the colours. */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { generatedInstance, startOfInstance, type TaskName } from "../instance-of.ts";
import { defineTask } from "../task.ts";
import { encodeAnswer, parseAnswer } from "./answer.ts";
import { generateStroke } from "./generate.ts";
import { poseDuring, poseOf } from "./pose.ts";
import { describeMove, prompt, rolloutValues, STROKE_RULE } from "./prompt.ts";
import { importStrokeRow, PUBLISHED_NAME } from "./published.ts";
import { drawStroke, type StrokePose, strokeScene } from "./render.ts";
import { actionBudget, isSolved, legalActions, step } from "./rules.ts";
import { solve } from "./solve.ts";
import { type Move, moveSchema, type StrokeState, startState, strokeStateSchema } from "./state.ts";
import { STROKE_VIEWS } from "./views.ts";

const NAME: TaskName = { id: "one-stroke", version: "1" };

function generate(tier: Tier, seed: number): Instance {
  const { cells, constructionLength, attempts } = generateStroke(tier, seed);
  return generatedInstance(NAME, tier, seed, {
    state: startState(cells),
    attempts,
    actionBudget: actionBudget(constructionLength),
  });
}

export const oneStrokeTask = defineTask<StrokeState, Move, StrokePose>({
  ...NAME,
  publishedName: PUBLISHED_NAME,
  title: "One Stroke",
  rule: STROKE_RULE,
  stateSchema: strokeStateSchema,
  actionSchema: moveSchema,
  views: STROKE_VIEWS,
  generate,
  importPublished: (row) => importStrokeRow(row, NAME.version),
  initialState: (instance) => startOfInstance(NAME, strokeStateSchema, instance),
  legalActions,
  step,
  isSolved,
  solve,
  scene: strokeScene,
  poseOf,
  poseDuring,
  draw: drawStroke,
  prompt,
  rolloutValues,
  encodeAnswer,
  parseAnswer,
  describeAction: describeMove,
});

export { patchTopColour, type SeenColours, seenColours } from "./colours.ts";
export { type BoardSize, HEIGHTS, type LatticePoint, SIZES } from "./look.ts";
export { type Cell, cellName, edgeName, vertexName } from "./names.ts";
export {
  edgeKey,
  isBoardEdge,
  type Regions,
  regionsOf,
  type SeparationFaults,
  separates,
  separationFaults,
} from "./regions.ts";
export { drawStroke, type StrokePose, type StrokeSegment, strokeScene } from "./render.ts";
export {
  ILLEGAL_REASONS,
  type IllegalReason,
  isOver,
  isSolved,
  legalActions,
  moveTo,
  playMoves,
  step,
} from "./rules.ts";
export { type SearchResult, type SolveOptions, searchShortest } from "./solve.ts";
export {
  CELL_COLOURS,
  type CellColour,
  type Cells,
  edgesOfPath,
  goalVertex,
  headVertex,
  type LatticeEdge,
  MOVE_DELTA,
  MOVES,
  type Move,
  type StrokeState,
  startState,
  type Vertex,
} from "./state.ts";
export {
  boardFromLattice,
  cameraOfScene,
  latticeFromBoard,
  latticeToPixel,
  parallaxMap,
  STROKE_VIEWS,
  type StrokeView,
  sizeOfScene,
} from "./views.ts";
