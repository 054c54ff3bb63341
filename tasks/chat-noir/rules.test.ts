import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateChatNoir } from "./generate.ts";
import {
  actionBudget,
  catDistance,
  isLost,
  isOver,
  isSolved,
  legalActions,
  step,
} from "./rules.ts";
import { solve } from "./solve.ts";
import { type ChatNoirState, chatNoirStateSchema } from "./state.ts";

/** The cat in the middle with one open neighbour, 19. */
const ONE_EXIT: ChatNoirState = {
  radius: 3,
  blocked: [11, 12, 17, 24, 25],
  cat: 18,
  policy: "medium",
  catRng: 1,
  lastBlocked: null,
};
/** The cat one step from the rim. */
const NEAR: ChatNoirState = { ...ONE_EXIT, blocked: [], cat: 20 };

describe("step", () => {
  test("a block that shuts the cat in wins; the cat stays", () => {
    const result = step(ONE_EXIT, 19);
    expect(result).toEqual({
      ok: true,
      state: { ...ONE_EXIT, blocked: [11, 12, 17, 19, 24, 25], lastBlocked: 19 },
    });
    expect(result.ok && [isSolved(result.state), isLost(result.state)]).toEqual([true, false]);
    expect(result.ok && catDistance(result.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test("else the cat moves", () => {
    const result = step(ONE_EXIT, 0);
    expect(result.ok && result.state).toMatchObject({ cat: 19, blocked: [0, 11, 12, 17, 24, 25] });
    expect(result.ok && isOver(result.state)).toBe(false);
  });

  test("a cat on the rim has escaped: lost, and nothing is legal", () => {
    const result = step(NEAR, 18);
    if (!result.ok) throw new Error(result.reason);
    expect(result.state.cat).toBe(14);
    expect([isLost(result.state), isSolved(result.state)]).toEqual([true, false]);
    expect(legalActions(result.state)).toEqual([]);
    expect(step(result.state, 0)).toEqual({ ok: false, reason: "already_done" });
    expect(solve(result.state)).toBeNull();
  });

  test.each([
    [18, "cat_cell"],
    [11, "already_blocked"],
    [37, "out_of_range"],
    [-1, "out_of_range"],
    [1.5, "invalid_action"],
    ["19", "invalid_action"],
  ])("%j is refused as %s, and the cat stays", (action, reason) => {
    expect(step(ONE_EXIT, action as never)).toEqual({ ok: false, reason });
  });
});

test("legal actions are the open cells but the cat's, ascending", () => {
  const legal = legalActions(ONE_EXIT);
  expect(legal).toHaveLength(31);
  expect(legal).not.toContain(18);
  expect(legal).not.toContain(24);
  expect(legal).toEqual([...legal].sort((a, b) => a - b));
});

test("budget: open cells at the start but the cat's", () => {
  // 37 - 10 - 1 and 61 - 16 - 1, as in the published rows.
  const blocked = (count: number) => Array.from({ length: count }, (_, cell) => cell);
  expect(actionBudget({ radius: 3, blocked: blocked(10) })).toBe(26);
  expect(actionBudget({ radius: 4, blocked: blocked(16) })).toBe(44);
});

test("any game ends within its budget, won or lost, through valid states that never change", () => {
  const picks = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.constantFrom("easy", "medium", "hard"),
      fc.nat(40),
      picks,
      (tier, seed, choose) => {
        let state = generateChatNoir(tier, seed).state;
        const budget = actionBudget(state);
        let turns = 0;
        while (!isOver(state)) {
          const legal = legalActions(state);
          const before = JSON.stringify(state);
          const result = step(state, legal[(choose[turns] ?? 0) % legal.length] ?? -1);
          if (!result.ok) throw new Error(result.reason);
          expect(JSON.stringify(state)).toBe(before);
          expect(chatNoirStateSchema.safeParse(result.state).success).toBe(true);
          expect(step(state, result.state.lastBlocked ?? -1)).toEqual(result);
          // The cat never shuts itself in.
          if (isSolved(result.state)) expect(result.state.cat).toBe(state.cat);
          state = result.state;
          turns++;
        }
        expect(turns).toBeLessThanOrEqual(budget);
        expect(isLost(state)).toBe(!isSolved(state));
      },
    ),
    { numRuns: 30 },
  );
});

describe("states that are none are refused", () => {
  test.each([
    [{ radius: 5 }],
    [{ blocked: [11, 37] }],
    [{ blocked: [12, 11] }],
    [{ blocked: [11, 11] }],
    [{ cat: 11 }],
    [{ cat: 37 }],
    [{ lastBlocked: 0 }],
    [{ policy: "static" }],
    [{ catRng: 2 ** 32 }],
    [{ extra: 1 }],
  ])("%j", (change) => {
    expect(chatNoirStateSchema.safeParse(ONE_EXIT).success).toBe(true);
    expect(chatNoirStateSchema.safeParse({ ...ONE_EXIT, ...change }).success).toBe(false);
  });
});
