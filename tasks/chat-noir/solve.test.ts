import { describe, expect, test } from "vitest";
import { RuleError } from "../../core/errors.ts";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import { generateChatNoir } from "./generate.ts";
import { actionBudget, isLost, isSolved, legalActions, step } from "./rules.ts";
import { findPlan, solve } from "./solve.ts";
import type { ChatNoirAction, ChatNoirState } from "./state.ts";

function play(state: ChatNoirState, plan: readonly ChatNoirAction[]): ChatNoirState {
  return plan.reduce((at, action) => {
    const result = step(at, action);
    if (!result.ok) throw new Error(result.reason);
    return result.state;
  }, state);
}

/** Whether some plan of at most `turns` wins, by trying every cell. */
function canWinWithin(state: ChatNoirState, turns: number): boolean {
  if (isSolved(state)) return true;
  if (isLost(state) || turns === 0) return false;
  return legalActions(state).some((action) => canWinWithin(play(state, [action]), turns - 1));
}

describe.each(TIERS)("tier %s", (tier: Tier) => {
  const games = Array.from({ length: 6 }, (_, at) => {
    const { state } = generateChatNoir(tier, 1000 + at);
    return { state, text: JSON.stringify(state), plan: solve(state) ?? [] };
  });

  test("plans shut the cat in within the budget, and no earlier than at their end", () => {
    for (const { state, text, plan } of games) {
      expect(plan.length).toBeGreaterThan(0);
      expect(plan.length).toBeLessThanOrEqual(actionBudget(state));
      expect(isSolved(play(state, plan))).toBe(true);
      expect(isSolved(play(state, plan.slice(0, -1)))).toBe(false);
      expect(solve(play(state, plan))).toEqual([]);
      expect(JSON.stringify(state)).toBe(text);
    }
    const [first] = games;
    expect(first && solve(first.state)).toEqual(first?.plan);
  });

  test("the last two turns of a plan cannot be one", () => {
    for (const { state, plan } of games) {
      const late = play(state, plan.slice(0, -2));
      expect(canWinWithin(late, 1)).toBe(plan.length < 2);
    }
  });
});

/** The cat beside the rim with two ways out. */
const TWO_EXITS: ChatNoirState = {
  radius: 3,
  blocked: [12, 13, 19, 26],
  cat: 20,
  policy: "medium",
  catRng: 1,
  lastBlocked: null,
};

describe("positions without a plan", () => {
  test("every block loses: null, after all of them are tried", () => {
    expect(legalActions(TWO_EXITS).every((cell) => isLost(play(TWO_EXITS, [cell])))).toBe(true);
    expect(solve(TWO_EXITS)).toBeNull();
  });

  test("a lost game: null", () => {
    expect(solve({ ...TWO_EXITS, cat: 21 })).toBeNull();
  });

  test("a spent bound is an error that says so", () => {
    const { state } = generateChatNoir("hard", 401);
    const bounds = [{ breadth: 6, maxNodes: 3 }];
    expect(() => findPlan(state, bounds)).toThrow(RuleError);
    expect(() => findPlan(state, bounds)).toThrow(/expected a plan within 3 positions/);
  });
});
