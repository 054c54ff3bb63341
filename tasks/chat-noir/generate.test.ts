import { describe, expect, test } from "vitest";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import { testPublishedRows } from "../../tests/shared-rows.ts";
import { CHAT_NOIR_TIERS, generateChatNoir } from "./generate.ts";
import { importChatNoirRow } from "./published.ts";
import { isOver } from "./rules.ts";
import { chatNoirStateSchema } from "./state.ts";

/** What a row tells of its making. */
type Meta = {
  readonly sample_attempts: number;
  readonly winning_first_actions: readonly number[];
  readonly adjacent_winning_first_actions: readonly number[];
  readonly solvability_filter: {
    readonly search_depth: number;
    readonly nodes_searched: number;
    readonly hit_node_limit: boolean;
  };
};

function expectRebuilt(row: unknown): void {
  const instance = importChatNoirRow(row, "1");
  const { meta_info: meta } = row as { meta_info: Meta };
  const made = generateChatNoir(instance.tier, instance.seed);
  expect(made.state).toEqual(instance.initialState);
  expect(made.attempts).toBe(meta.sample_attempts);
  expect(made.forecast).toEqual({
    wins: meta.winning_first_actions,
    adjacentWins: meta.adjacent_winning_first_actions,
    depth: meta.solvability_filter.search_depth,
    nodes: meta.solvability_filter.nodes_searched,
    isCutShort: meta.solvability_filter.hit_node_limit,
  });
}

describe("published seeds give the published boards, found by the same search", () => {
  testPublishedRows(import.meta.url, "enclosure_chat_noir.jsonl", expectRebuilt);
});

describe.each(TIERS)("tier %s", (tier: Tier) => {
  test.each([0, 1, 7, 250, 4_294_967_296])("seed %i gives a board of the tier", (seed) => {
    const { state, attempts, forecast } = generateChatNoir(tier, seed);
    const [min, max] = CHAT_NOIR_TIERS[tier][state.radius];
    expect(state.blocked.length).toBeGreaterThanOrEqual(min);
    expect(state.blocked.length).toBeLessThanOrEqual(max);
    expect(state.policy).toBe(tier);
    expect(chatNoirStateSchema.safeParse(state).success).toBe(true);
    expect(isOver(state)).toBe(false);
    expect(forecast.wins.length).toBeGreaterThanOrEqual(5);
    expect(forecast.adjacentWins.length).toBeGreaterThanOrEqual(3);
    expect(attempts).toBeGreaterThanOrEqual(1);
  });
});
