/**
 * Reads rows of the published `separation_one_stroke` data set. Owns the row's shape and its inner
 * agreements; a row that breaks either is refused, never repaired.
 */
import { z } from "zod";
import { count } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly, requireEqual } from "../parse-strictly.ts";
import { publishedInstance, publishedRowSchema, ROW_FIX } from "../published-row.ts";
import { actionBudget, isSolved, playMoves } from "./rules.ts";
import { moveSchema, type StrokeState, startState, strokeStateSchema } from "./state.ts";

export const PUBLISHED_NAME = "separation_one_stroke";

/** A 64-bit seed: JSON readers give it as a rounded number, a text or a bigint. Nothing relies on it. */
const wideInteger = z.union([z.number(), z.bigint(), z.string().regex(/^\d+$/)]);

const levelSchema = z.strictObject({
  W: count,
  H: count,
  cells: z.array(z.array(z.string().nullable())),
  solution: z.array(moveSchema),
});

const strokeRowSchema = publishedRowSchema(
  { category: "separation", name: PUBLISHED_NAME, type: "interactive" },
  {
    setup: {
      level: count,
      setup_id: z.string(),
      board_size: count,
      generated: z.boolean(),
      setup_seed: wideInteger,
      generation_attempts: count,
      construction_path_length: count,
    },
    figures: {
      solution_length: count,
    },
    start: {
      initial_state: z.strictObject({
        level_json: levelSchema,
        reset_config: z.strictObject({ levelJson: levelSchema, boardSize: count, seed: count }),
      }),
      level_json: levelSchema,
    },
  },
);

/**
 * The instance of a published row; its id is the row's.
 * @param taskVersion version of the task that reads it
 * @throws UsageError naming field, expected and received when the row is not a One Stroke row, or
 * when its counts, budget, stored solution or copies of a field disagree with its board
 */
export function importStrokeRow(row: unknown, taskVersion: string): Instance {
  const parsed = parseStrictly(strokeRowSchema, row, "row", ROW_FIX);
  const meta = parsed.meta_info;
  const { W, H, cells } = meta.initial_state.reset_config.levelJson;
  const state = parseStrictly(
    strokeStateSchema,
    { width: W, height: H, cells, path: [[0, 0]] },
    "row.meta_info.initial_state.reset_config.levelJson",
    ROW_FIX,
  );
  requireAgreement(parsed, state);
  return publishedInstance(parsed, { id: "one-stroke", version: taskVersion }, state);
}

function requireAgreement(row: z.infer<typeof strokeRowSchema>, state: StrokeState): void {
  const meta = row.meta_info;
  const start = meta.initial_state;
  const level = start.reset_config.levelJson;
  const size = state.width - 1;
  const board = `size_${size}x${size}`;
  const copy = JSON.stringify(level);
  requireEqual(
    "row",
    [
      ["id", `${PUBLISHED_NAME}_${board}_seed_${meta.seed}`, row.id],
      [
        "meta_info.setup_id",
        `generated_${board}_seed_${String(meta.seed).padStart(3, "0")}`,
        meta.setup_id,
      ],
      ["meta_info.board_size", size, meta.board_size],
      ["meta_info.solution_length", level.solution.length, meta.solution_length],
      [
        "meta_info.max_actions_per_traj",
        actionBudget(meta.construction_path_length),
        meta.max_actions_per_traj,
      ],
      ["meta_info.initial_state.reset_config.boardSize", size, start.reset_config.boardSize],
      ["meta_info.initial_state.reset_config.seed", meta.seed, start.reset_config.seed],
      ["meta_info.initial_state.level_json", copy, JSON.stringify(start.level_json)],
      ["meta_info.level_json", copy, JSON.stringify(meta.level_json)],
    ],
    ROW_FIX,
  );
  const played = playMoves(startState(state.cells), level.solution);
  requireEqual(
    "board of row",
    [
      ["isSquare", true, state.width === state.height],
      [
        "isSolvedByItsSolution",
        true,
        played.legal === level.solution.length && isSolved(played.state),
      ],
    ],
    ROW_FIX,
  );
}
