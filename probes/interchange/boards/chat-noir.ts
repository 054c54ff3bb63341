/** Chat Noir boards in published words. */
import { catRngOf } from "../../../tasks/chat-noir/cat.ts";
import { actionBudget } from "../../../tasks/chat-noir/rules.ts";
import { chatNoirStateSchema } from "../../../tasks/chat-noir/state.ts";
import { isObject } from "../parse-rows.ts";
import type { Board } from "./board.ts";
import { findField } from "./find-field.ts";

export const chatNoirBoard: Board = {
  describe: ({ initialState, seed, tier }) => {
    const { radius, cat, blocked, policy } = chatNoirStateSchema.parse(initialState);
    return {
      level: tier,
      setup_level: `radius_${radius}_blocked_${blocked.length}_policy_${policy}`,
      board_radius: radius,
      initial_block_count: blocked.length,
      cat_policy_name: policy,
      initial_state: {
        boardRadius: radius,
        catIndex: cat,
        blockedIndices: blocked,
        catPolicy: { name: policy },
        reset_config: {
          boardRadius: radius,
          initialBlockedCount: blocked.length,
          catPolicy: policy,
          seed,
          rngSeed: seed,
          catIndex: cat,
          initialBlockedIndices: blocked,
        },
      },
    };
  },
  read: (meta) => {
    const policy = findField(meta, "catPolicy", "cat_policy_name", "policy");
    const seed = findField(meta, "rngSeed") ?? findField(meta, "seed");
    const state = {
      radius: findField(meta, "boardRadius", "board_radius", "radius"),
      blocked: findField(meta, "initialBlockedIndices", "blockedIndices"),
      cat: findField(meta, "catIndex"),
      policy: isObject(policy) ? policy["name"] : policy,
      catRng: typeof seed === "number" ? catRngOf(seed) : undefined,
      lastBlocked: null,
    };
    if (state.blocked === undefined || state.radius === undefined) return undefined;
    return { state, budget: () => actionBudget(chatNoirStateSchema.parse(state)) };
  },
};
