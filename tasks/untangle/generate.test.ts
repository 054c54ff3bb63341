import { describe, expect, test } from "vitest";
import { TIERS } from "../../core/schema/common.ts";
import { generateUntangle, publishedStart } from "./generate.ts";
import { untangleTask } from "./index.ts";
import { fitsTier, isWithin } from "./layout/bounds.ts";
import { measureLayout } from "./layout/metrics.ts";
import { pegLinesOf } from "./layout/peg-lines.ts";
import { listTemplates, signatureOf } from "./layout/templates.ts";
import { UNTANGLE_TIERS } from "./layout/tiers.ts";
import { ACTION_BUDGET, countCrossings } from "./rules.ts";
import { solve } from "./solve.ts";

/** A board takes up to a second: more seeds of the cheap tier than of the others. */
const SEEDS = { easy: [0, 7, 4_294_967_296], medium: [250], hard: [402] } as const;
const CASES = TIERS.flatMap((tier) => SEEDS[tier].map((seed) => ({ tier, seed })));

describe.each(CASES)("$tier, seed $seed", ({ tier, seed }) => {
  const limits = UNTANGLE_TIERS[tier];
  const { state, attempts, acceptedCandidateCount, signature, templateName } = generateUntangle(
    tier,
    seed,
  );

  test("the layout is within the tier's bounds", () => {
    expect(state.gridSize).toBe(limits.gridSize);
    expect(state.ropes).toHaveLength(limits.ropeCount);
    const metrics = measureLayout(pegLinesOf(state.gridSize), state.start.ends);
    expect(fitsTier(limits, metrics)).toBe(true);
    expect(signature).toBe(signatureOf(state.start.ends));
    const names = listTemplates(limits.gridSize, limits.ropeCount).map(({ name }) => name);
    expect(names).toContain(templateName);
    expect(acceptedCandidateCount).toBeGreaterThan(0);
  });

  test("the settled ropes cross as often as the tier takes, and can be cleared in budget", () => {
    expect(isWithin(countCrossings(state), limits.acceptedCrossings)).toBe(true);
    const plan = solve(state);
    expect(plan?.length).toBeGreaterThan(0);
    expect(plan?.length).toBeLessThanOrEqual(ACTION_BUDGET);
    expect(state.start.isLong).toBe(limits.isTangled);
    expect([3, 4].includes(state.start.tangle.length)).toBe(limits.isTangled);
    expect(attempts).toBeGreaterThan(0);
  });
});

test("the steps that the task names are those of its instances", () => {
  expect(untangleTask.generate("easy", 7).actionBudget).toBe(untangleTask.actionBudget);
});

test("the same seed gives the same board; its first draw is the published one", () => {
  const { state, attempts, ...info } = generateUntangle("easy", 7);
  expect(generateUntangle("easy", 7)).toEqual({ state, attempts, ...info });
  expect(attempts).toBe(1);
  expect(publishedStart("easy", 7)).toMatchObject({ ...info, start: state.start });
});
