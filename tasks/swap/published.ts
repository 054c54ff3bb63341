/**
 * Reads rows of the published `order_swap_2d_puzzle` data set. Owns the row's shape and its inner
 * agreements; a row that breaks either is refused, never repaired.
 */
import { z } from "zod";
import { count, tierSchema } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly, requireEqual } from "../parse-strictly.ts";
import { publishedInstance, publishedRowSchema, ROW_FIX } from "../published-row.ts";
import { actionBudget, isSolved, minSwaps } from "./rules.ts";
import { blocksOf, type SwapState, swapStateSchema } from "./state.ts";

export const PUBLISHED_NAME = "order_swap_2d_puzzle";
/** Budget per swap of the shortest plan, as the rows name it; `actionBudget` has it in integers. */
const BUDGET_MULTIPLIER = 1.2;

const swapRowSchema = publishedRowSchema(
  { category: "order", name: PUBLISHED_NAME, type: "interactive" },
  {
    setup: {
      level: z.string(),
    },
    figures: {
      grid_shape: z.string(),
    },
    start: {
      initial_state: z.strictObject({
        initialGrid: z.array(z.array(z.string())),
        goalGrid: z.array(z.array(z.string())),
        reset_config: z.strictObject({
          gridRows: count,
          gridCols: count,
          difficulty: tierSchema,
          seed: count,
          initialArrangement: z.array(z.string()),
          goalArrangement: z.array(z.string()),
          selectedBlockIds: z.array(z.string()),
          theoreticalMinSteps: count,
          stepBudget: count,
          budgetMultiplier: z.number(),
          targetDifficulty: tierSchema,
        }),
      }),
    },
  },
);

/**
 * The instance of a published row; its id is the row's.
 * @param taskVersion version of the task that reads it
 * @throws UsageError naming field, expected and received when the row is not a swap row, or when its
 * distance, budget or copies of a field disagree with its board
 */
export function importSwapRow(row: unknown, taskVersion: string): Instance {
  const parsed = parseStrictly(swapRowSchema, row, "row", ROW_FIX);
  const meta = parsed.meta_info;
  const config = meta.initial_state.reset_config;
  const state = parseStrictly(
    swapStateSchema,
    {
      rows: config.gridRows,
      cols: config.gridCols,
      cells: config.initialArrangement,
      goal: config.goalArrangement,
    },
    "row.meta_info.initial_state.reset_config",
    ROW_FIX,
  );
  requireAgreement(parsed, state);
  return publishedInstance(parsed, { id: "swap", version: taskVersion }, state);
}

function requireAgreement(row: z.infer<typeof swapRowSchema>, state: SwapState): void {
  const meta = row.meta_info;
  const start = meta.initial_state;
  const config = start.reset_config;
  const { rows, cols, cells, goal } = state;
  const tier = meta.difficulty;
  const shape = `${rows}x${cols}`;
  const swaps = minSwaps(cells, goal);
  const budget = actionBudget(swaps);
  const gridOf = (arrangement: readonly string[]): string =>
    JSON.stringify(
      Array.from({ length: rows }, (_, r) => arrangement.slice(r * cols, (r + 1) * cols)),
    );
  requireEqual(
    "row",
    [
      ["id", `${PUBLISHED_NAME}_grid_${shape}_seed_${meta.seed}`, row.id],
      ["meta_info.level", `grid_${shape}`, meta.level],
      ["meta_info.grid_shape", shape, meta.grid_shape],
      ["meta_info.max_actions_per_traj", budget, meta.max_actions_per_traj],
      ["meta_info.initial_state.initialGrid", gridOf(cells), JSON.stringify(start.initialGrid)],
      ["meta_info.initial_state.goalGrid", gridOf(goal), JSON.stringify(start.goalGrid)],
      ["meta_info.initial_state.reset_config.seed", meta.seed, config.seed],
      ["meta_info.initial_state.reset_config.difficulty", tier, config.difficulty],
      ["meta_info.initial_state.reset_config.targetDifficulty", tier, config.targetDifficulty],
      [
        "meta_info.initial_state.reset_config.selectedBlockIds",
        blocksOf(rows * cols).join(),
        config.selectedBlockIds.join(),
      ],
      [
        "meta_info.initial_state.reset_config.theoreticalMinSteps",
        swaps,
        config.theoreticalMinSteps,
      ],
      ["meta_info.initial_state.reset_config.stepBudget", budget, config.stepBudget],
      [
        "meta_info.initial_state.reset_config.budgetMultiplier",
        BUDGET_MULTIPLIER,
        config.budgetMultiplier,
      ],
    ],
    ROW_FIX,
  );
  requireEqual("board of row", [["startsSolved", false, isSolved(state)]], ROW_FIX);
}
