/**
 * Reads rows of the published `enclosure_chat_noir` data set. Owns the row's shape and its inner
 * agreements; a row that breaks either is refused, never repaired. The description of the cat's policy
 * is not read: for the easy cat it tells another share of greedy moves than the published game draws.
 */
import { z } from "zod";
import { count, TIERS, type Tier, tierSchema } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly, requireEqual } from "../parse-strictly.ts";
import { publishedInstance, publishedRowSchema, ROW_FIX } from "../published-row.ts";
import { hexBoard } from "./board.ts";
import { catRngOf } from "./cat.ts";
import { BRANCH_LIMIT, MAX_DEPTH, WANTED_ADJACENT_WINS, WANTED_WINS } from "./forecast.ts";
import { actionBudget, catDistance, isOver } from "./rules.ts";
import { type ChatNoirState, chatNoirStateSchema } from "./state.ts";

export const PUBLISHED_NAME = "enclosure_chat_noir";

const cells = z.array(count);

const solvabilitySchema = z.strictObject({
  solvable: z.literal(true),
  max_steps: count,
  search_depth: count,
  nodes_searched: count,
  hit_node_limit: z.boolean(),
  branch_limit: count,
  first_action: count,
  winning_first_actions: cells,
  winning_first_action_count: count,
  winning_first_action_search_limit: count,
  adjacent_winning_first_actions: cells,
  adjacent_winning_first_action_count: count,
  adjacent_winning_first_action_search_limit: count,
});

const resetConfigSchema = z.strictObject({
  boardRadius: count,
  initialBlockedCount: count,
  catPolicy: tierSchema,
  seed: count,
  rngSeed: count,
  minWinningFirstActions: count,
  minAdjacentWinningFirstActions: count,
  catIndex: count,
  initialBlockedIndices: cells,
});

const chatNoirRowSchema = publishedRowSchema(
  { category: "enclosure", name: PUBLISHED_NAME, type: "interactive" },
  {
    setup: {
      level: tierSchema,
      setup_level: z.string(),
    },
    figures: {
      board_radius: count,
      initial_block_count: count,
      board_radius_spec: z.literal("auto"),
      initial_block_count_spec: z.literal("auto"),
      cat_policy_name: tierSchema,
      cat_policy_level: count,
      difficulty_score: z.number(),
      sample_attempts: z.number().int().positive(),
      min_winning_first_actions: count,
      min_adjacent_winning_first_actions: count,
      winning_first_action_count: count,
      winning_first_actions: cells,
      adjacent_winning_first_action_count: count,
      adjacent_winning_first_actions: cells,
      solvability_filter: solvabilitySchema,
    },
    start: {
      initial_state: z.strictObject({
        boardRadius: count,
        catIndex: count,
        blockedIndices: cells,
        catPolicy: z.strictObject({ name: tierSchema, level: count, description: z.string() }),
        initialEscapeDistance: count,
        reset_config: resetConfigSchema,
      }),
    },
  },
);
type ChatNoirRow = z.infer<typeof chatNoirRowSchema>;

/**
 * The instance of a published row; its id is the row's.
 * @param taskVersion version of the task that reads it
 * @throws UsageError naming field, expected and received when the row is not a Chat Noir row, or when
 * its counts, budget or copies of a field disagree with its board
 */
export function importChatNoirRow(row: unknown, taskVersion: string): Instance {
  const parsed = parseStrictly(chatNoirRowSchema, row, "row", ROW_FIX);
  const meta = parsed.meta_info;
  const config = meta.initial_state.reset_config;
  const state = parseStrictly(
    chatNoirStateSchema,
    {
      radius: config.boardRadius,
      blocked: config.initialBlockedIndices,
      cat: config.catIndex,
      policy: config.catPolicy,
      catRng: catRngOf(config.rngSeed),
      lastBlocked: null,
    },
    "row.meta_info.initial_state.reset_config",
    ROW_FIX,
  );
  requireBoard(parsed, state);
  requireFilter(parsed, state);
  return publishedInstance(parsed, { id: "chat-noir", version: taskVersion }, state);
}

function requireBoard(row: ChatNoirRow, state: ChatNoirState): void {
  const meta = row.meta_info;
  const start = meta.initial_state;
  const { radius, blocked, cat, policy } = state;
  const setup = `radius_${radius}_blocked_${blocked.length}_policy_${policy}`;
  const level = levelOf(policy);
  requireEqual(
    "row",
    [
      ["id", `${PUBLISHED_NAME}_${setup}_seed_${meta.seed}`, row.id],
      ["meta_info.level", policy, meta.level],
      ["meta_info.setup_level", setup, meta.setup_level],
      ["meta_info.difficulty", policy, meta.difficulty],
      ["meta_info.board_radius", radius, meta.board_radius],
      ["meta_info.initial_block_count", blocked.length, meta.initial_block_count],
      ["meta_info.cat_policy_name", policy, meta.cat_policy_name],
      ["meta_info.cat_policy_level", level, meta.cat_policy_level],
      ["meta_info.difficulty_score", level, meta.difficulty_score],
      ["meta_info.max_actions_per_traj", actionBudget(state), meta.max_actions_per_traj],
      ["meta_info.initial_state.boardRadius", radius, start.boardRadius],
      ["meta_info.initial_state.catIndex", cat, start.catIndex],
      ["meta_info.initial_state.blockedIndices", blocked.join(), start.blockedIndices.join()],
      ["meta_info.initial_state.catPolicy.name", policy, start.catPolicy.name],
      ["meta_info.initial_state.catPolicy.level", level, start.catPolicy.level],
      [
        "meta_info.initial_state.initialEscapeDistance",
        catDistance(state),
        start.initialEscapeDistance,
      ],
      ["meta_info.initial_state.reset_config.seed", meta.seed, start.reset_config.seed],
      ["meta_info.initial_state.reset_config.rngSeed", meta.seed, start.reset_config.rngSeed],
      [
        "meta_info.initial_state.reset_config.initialBlockedCount",
        blocked.length,
        start.reset_config.initialBlockedCount,
      ],
      ["meta_info.initial_state.reset_config.catIndex", hexBoard(radius).centre, cat],
    ],
    ROW_FIX,
  );
  requireEqual("board of row", [["isOver", false, isOver(state)]], ROW_FIX);
}

/** What the row tells of the search that accepted it; the search itself is not repeated. */
function requireFilter(row: ChatNoirRow, state: ChatNoirState): void {
  const meta = row.meta_info;
  const filter = meta.solvability_filter;
  const config = meta.initial_state.reset_config;
  const wins = filter.winning_first_actions;
  const adjacent = filter.adjacent_winning_first_actions;
  const name = "meta_info.solvability_filter";
  requireEqual(
    "row",
    [
      [`${name}.max_steps`, actionBudget(state), filter.max_steps],
      [`${name}.search_depth`, MAX_DEPTH[state.radius], filter.search_depth],
      [`${name}.branch_limit`, BRANCH_LIMIT, filter.branch_limit],
      [`${name}.first_action`, wins[0], filter.first_action],
      [`${name}.winning_first_action_count`, wins.length, filter.winning_first_action_count],
      [
        `${name}.winning_first_action_search_limit`,
        WANTED_WINS,
        filter.winning_first_action_search_limit,
      ],
      [
        `${name}.adjacent_winning_first_action_count`,
        adjacent.length,
        filter.adjacent_winning_first_action_count,
      ],
      [
        `${name}.adjacent_winning_first_action_search_limit`,
        WANTED_ADJACENT_WINS,
        filter.adjacent_winning_first_action_search_limit,
      ],
      ["meta_info.winning_first_actions", wins.join(), meta.winning_first_actions.join()],
      ["meta_info.winning_first_action_count", wins.length, meta.winning_first_action_count],
      [
        "meta_info.adjacent_winning_first_actions",
        adjacent.join(),
        meta.adjacent_winning_first_actions.join(),
      ],
      [
        "meta_info.adjacent_winning_first_action_count",
        adjacent.length,
        meta.adjacent_winning_first_action_count,
      ],
      ["meta_info.min_winning_first_actions", WANTED_WINS, meta.min_winning_first_actions],
      [
        "meta_info.min_adjacent_winning_first_actions",
        WANTED_ADJACENT_WINS,
        meta.min_adjacent_winning_first_actions,
      ],
      [
        "meta_info.initial_state.reset_config.minWinningFirstActions",
        WANTED_WINS,
        config.minWinningFirstActions,
      ],
      [
        "meta_info.initial_state.reset_config.minAdjacentWinningFirstActions",
        WANTED_ADJACENT_WINS,
        config.minAdjacentWinningFirstActions,
      ],
    ],
    ROW_FIX,
  );
}

/** Published level of a policy: 1 easy, 2 medium, 3 hard. */
function levelOf(policy: Tier): number {
  return TIERS.indexOf(policy) + 1;
}
