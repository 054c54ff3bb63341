/** Sampling of errors and the projection of their categories, worked out by hand. */
import { describe, expect, it } from "vitest";
import { ANSWERS } from "../../core/schema/label.ts";
import type { StratumCount } from "../../core/schema/sheet.ts";
import { errorProjectionSchema } from "../../core/schema/taxonomy.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import { matchKey } from "../agreement/match-key.ts";
import {
  type Fake,
  fakeCandidate,
  fakeItem,
  fakeKey,
  SHEET,
} from "../spot-check/testing/candidates.ts";
import { projectErrors } from "./project.ts";
import { CATEGORY_QUESTION, selectErrors } from "./select-errors.ts";

const many = (from: number, count: number, fake: Fake) =>
  Array.from({ length: count }, (_, i) => fakeCandidate(from + i, fake));

const POPULATION = [
  ...many(0, 50, { task: "pipe", generator: "a", terminal: "fail" }),
  ...many(100, 10, { task: "pipe", generator: "b", failed: ["first_check"] }),
  ...many(200, 40, { task: "untangle", generator: "a", terminal: "undetermined" }),
  ...many(300, 30, { task: "untangle", generator: "b" }),
];

describe("selectErrors", () => {
  it("takes at most n wrong answers of each generator and task, and no right one", () => {
    const { items, strata } = selectErrors(POPULATION, { n: 35, seed: 2 });
    expect(strata.map(({ name, size, taken }) => [name, size, taken])).toEqual([
      ["pipe / a", 50, 35],
      ["pipe / b", 10, 10],
      ["untangle / a", 40, 35],
    ]);
    expect(new Set(items.map(({ candidate }) => candidate)).size).toBe(80);
    expect(items.every(({ candidate }) => !candidate.verdict.processValidSuccess)).toBe(true);
  });

  it("is decided by the seed, not by the order of the runs", () => {
    const drawn = selectErrors(POPULATION, { n: 5, seed: 2 });
    expect(selectErrors([...POPULATION].reverse(), { n: 5, seed: 2 }).items).toEqual(
      expect.arrayContaining([...drawn.items]),
    );
    expect(selectErrors(POPULATION, { n: 5, seed: 3 }).items).not.toEqual(drawn.items);
  });
});

/** Strata of [task, generator, errors, categories found]. */
function project(
  strata: readonly (readonly [string, string, number, readonly (readonly string[])[]])[],
) {
  const counts: StratumCount[] = strata.map(([task, generator, size, found]) => ({
    ...{ name: `${task} / ${generator}`, task, generator, size, taken: found.length },
  }));
  let next = 0;
  const items = strata.flatMap(([task, generator, , found]) =>
    found.map((said) => ({
      ...fakeItem((next++).toString(16).padStart(8, "0")),
      ...{ task, generator, stratum: `${task} / ${generator}`, questions: [CATEGORY_QUESTION.id] },
      raters: said.map((_, r) => `rater-${r + 1}`),
      said,
    })),
  );
  const { id, kind, text } = CATEGORY_QUESTION;
  const key = fakeKey(
    items.map(({ said: _, ...item }) => item),
    {
      ...{ kind: "errors", strata: counts },
      questions: Object.fromEntries(strata.map(([task]) => [task, [{ id, kind, text }]])),
    },
  );
  const rows = items.flatMap(({ item, raters, said }) =>
    raters.map((rater, r) => ({
      ...{ file: "f", where: "w", sheet: SHEET, rater, item, comment: "", answeredAt: null },
      answers: { [id]: said[r] ?? "" },
    })),
  );
  const sheet = { rowCount: rows.length, rows, refused: [] };
  return errorProjectionSchema.parse(projectErrors(key, matchKey(key, [sheet])));
}

const found = (...counts: readonly (readonly [number, string])[]): string[][] =>
  counts.flatMap(([n, category]) => Array.from({ length: n }, () => [category]));

describe("projectErrors", () => {
  const result = project([
    // 4 of 10 sampled from 100: share .4, 40 projected.
    ["pipe", "a", 100, found([4, "action_planning"], [6, "dynamic_violation"])],
    // All 5 classified: exact. 5 of 5.
    ["pipe", "b", 5, found([5, "action_planning"])],
    ["untangle", "a", 20, found([1, "perception_grounding"], [1, "action_planning"])],
    ["untangle", "b", 7, []],
  ]);
  const group = (by: string, name: string | null) =>
    result.groups.find((g) => g.by === by && (by === "task" ? g.task : g.generator) === name);
  const category = (by: string, name: string | null, wanted: string) =>
    group(by, name)?.categories.find((entry) => entry.category === wanted);

  it("weights each generator and task with its number of errors", () => {
    // 100*.4 + 5*1 = 45 of 105; 45 + 20*.5 = 55 of 125.
    expect(category("task", "pipe", "action_planning")).toMatchObject({
      classified: 9,
      projected: { value: 45 },
      share: { value: 0.4286 },
    });
    expect(category("all", null, "action_planning")?.projected.value).toBe(55);
    expect(category("all", null, "action_planning")?.share.value).toBe(0.44);
    expect(category("generator", "a", "dynamic_violation")?.projected.value).toBe(60);
  });

  it("combines the intervals by square and add; a whole count has none", () => {
    const { low, high } = wilsonInterval(4, 10);
    // Only the first stratum is uncertain: 45 - 100 (.4 - low), 45 + 100 (high - .4).
    const share = category("task", "pipe", "action_planning");
    expect(share?.projected.low).toBeCloseTo(45 - 100 * (0.4 - low), 1);
    expect(share?.projected.high).toBeCloseTo(45 + 100 * (high - 0.4), 1);
    expect(category("generator", "b", "action_planning")?.projected).toEqual({
      ...{ value: 5, low: 5, high: 5 },
    });
  });

  it("adds up to all errors in every group, in the fixed order of causes", () => {
    for (const { categories, errors } of result.groups) {
      expect(categories.map((entry) => entry.category)).toEqual([...ANSWERS.error_category]);
      expect(categories.reduce((sum, { projected }) => sum + projected.value, 0)).toBeCloseTo(
        errors,
        1,
      );
      expect(categories.reduce((sum, { share }) => sum + share.value, 0)).toBeCloseTo(1, 2);
    }
  });

  it("does not project where nothing was classified", () => {
    expect(result.unprojected).toBe(7);
    expect(
      result.groups.some(({ task, generator }) => task === "untangle" && generator === "b"),
    ).toBe(false);
    expect(project([["pipe", "a", 3, []]])).toMatchObject({
      groups: [],
      unprojected: 3,
      raters: null,
    });
  });

  it("takes the raters' majority, and no category where they are split", () => {
    const { groups, split, raters } = project([
      [
        "pipe",
        "a",
        9,
        [
          ["action_planning", "action_planning", "no_error"],
          ["action_planning", "no_error"],
        ],
      ],
    ]);
    expect(split).toBe(1);
    expect(groups[0]).toMatchObject({ by: "all", errors: 9, classified: 1 });
    expect(raters?.cohen).toHaveLength(3);
    // Units aab, ab: Do = (4/2 + 2/1) / 5 = .8; De = 2*3*2 / (5*4) = .6: 1 - .8/.6 = -1/3.
    expect(raters?.alpha.value).toBeCloseTo(-1 / 3, 3);
  });
});
