/**
 * Reads rows of the published `continuity_pipe` data set. Owns the row's shape and its inner
 * agreements; a row that breaks either is refused, never repaired.
 */
import { z } from "zod";
import { count, tierSchema } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly, requireEqual } from "../parse-strictly.ts";
import { publishedInstance, publishedRowSchema, ROW_FIX } from "../published-row.ts";
import { actionBudget, isAllConnected, isSolved, solutionTicks } from "./rules.ts";
import { countOpenings, type PipeState, pipeStateSchema } from "./state.ts";

export const PUBLISHED_NAME = "continuity_pipe";

const resetConfigSchema = z.strictObject({
  gridSize: count,
  seed: count,
  sourceIndex: count,
  solvedMasks: z.array(z.number()),
  rotations: z.array(z.number()),
  maxSteps: count,
  difficulty: tierSchema,
  targetDifficulty: tierSchema,
  minSolutionTicks: count,
  maxSolutionTicks: count,
  minActivePipeCount: count,
  maxActivePipeCount: count,
  minJunctionCount: count,
  maxJunctionCount: count,
});

const pipeRowSchema = publishedRowSchema(
  { category: "continuity", name: PUBLISHED_NAME, type: "interactive" },
  {
    setup: {
      level: z.string(),
    },
    figures: {
      solution_steps_spec: tierSchema,
      active_pipe_count: count,
      junction_count: count,
    },
    start: {
      initial_state: z.strictObject({
        gridSize: count,
        sourceIndex: count,
        solutionTicks: count,
        solutionSteps: count,
        difficulty: tierSchema,
        totalPipes: count,
        junctionCount: count,
        reset_config: resetConfigSchema,
      }),
    },
  },
);

/**
 * The instance of a published row; its id is the row's.
 * @param taskVersion version of the task that reads it
 * @throws UsageError naming field, expected and received when the row is not a pipe row, or when
 * its counts, budget or copies of a field disagree with its board
 */
export function importPipeRow(row: unknown, taskVersion: string): Instance {
  const parsed = parseStrictly(pipeRowSchema, row, "row", ROW_FIX);
  const meta = parsed.meta_info;
  const start = meta.initial_state;
  const config = start.reset_config;
  const state = parseStrictly(
    pipeStateSchema,
    {
      gridSize: config.gridSize,
      sourceIndex: config.sourceIndex,
      solvedMasks: config.solvedMasks,
      rotations: config.rotations,
    },
    "row.meta_info.initial_state.reset_config",
    ROW_FIX,
  );
  requireAgreement(parsed, state);
  return publishedInstance(parsed, { id: "pipe", version: taskVersion }, state);
}

function requireAgreement(row: z.infer<typeof pipeRowSchema>, state: PipeState): void {
  const meta = row.meta_info;
  const start = meta.initial_state;
  const config = start.reset_config;
  const { gridSize, sourceIndex, solvedMasks } = state;
  const tier = meta.difficulty;
  const pieces = solvedMasks.filter((mask, index) => mask !== 0 || index === sourceIndex).length;
  const junctions = solvedMasks.filter((mask) => countOpenings(mask) === 3).length;
  const ticks = solutionTicks(state);
  const budget = actionBudget(ticks);
  const id = `${PUBLISHED_NAME}_grid_${gridSize}_solution_steps_${tier}_seed_${meta.seed}`;
  requireEqual(
    "row",
    [
      ["id", id, row.id],
      ["meta_info.level", `grid_${gridSize}x${gridSize}`, meta.level],
      ["meta_info.solution_steps_spec", tier, meta.solution_steps_spec],
      ["meta_info.active_pipe_count", pieces, meta.active_pipe_count],
      ["meta_info.junction_count", junctions, meta.junction_count],
      ["meta_info.max_actions_per_traj", budget, meta.max_actions_per_traj],
      ["meta_info.initial_state.gridSize", gridSize, start.gridSize],
      ["meta_info.initial_state.sourceIndex", sourceIndex, start.sourceIndex],
      ["meta_info.initial_state.solutionTicks", ticks, start.solutionTicks],
      ["meta_info.initial_state.solutionSteps", ticks, start.solutionSteps],
      ["meta_info.initial_state.difficulty", tier, start.difficulty],
      ["meta_info.initial_state.totalPipes", pieces, start.totalPipes],
      ["meta_info.initial_state.junctionCount", junctions, start.junctionCount],
      ["meta_info.initial_state.reset_config.seed", meta.seed, config.seed],
      ["meta_info.initial_state.reset_config.maxSteps", budget, config.maxSteps],
      ["meta_info.initial_state.reset_config.difficulty", tier, config.difficulty],
      ["meta_info.initial_state.reset_config.targetDifficulty", tier, config.targetDifficulty],
    ],
    ROW_FIX,
  );
  requireEqual(
    "board of row",
    [
      ["isSolvedByItsSolution", true, isAllConnected(solvedMasks, sourceIndex, gridSize)],
      ["startsSolved", false, isSolved(state)],
    ],
    ROW_FIX,
  );
}
