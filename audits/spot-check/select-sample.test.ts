import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { allocate } from "./allocate.ts";
import { assignRaters } from "./assign-raters.ts";
import { verdictClassOf } from "./candidates.ts";
import { selectSample } from "./select-sample.ts";
import { type Fake, fakeCandidate } from "./testing/candidates.ts";

describe("allocate", () => {
  it.each([
    // One each, then by share: 10 * 60/100 = 6, 10 * 30/100 = 3, 10 * 10/100 = 1.
    [[60, 30, 10], 10, [6, 3, 1]],
    // Shares 4.9, 0.05 and 0.05: the small ones keep one each, so the large one gets what is left.
    [[98, 1, 1], 5, [3, 1, 1]],
    // Never more than there are.
    [[2, 2], 9, [2, 2]],
    // Fewer items than strata: the first in the order.
    [[5, 5, 5], 2, [0, 1, 1]],
    [[5, 5], 0, [0, 0]],
    [[], 3, []],
  ])("%j, %i items", (sizes, n, expected) => {
    const order = sizes.map((_, i) => i).reverse();
    expect(allocate(sizes, n, order)).toEqual(expected);
  });

  it("gives out as many as asked, one each at least, none beyond its size", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.nat(200), (list, n) => {
        const taken = allocate(
          list,
          n,
          list.map((_, i) => i),
        );
        const total = list.reduce((sum, size) => sum + size, 0);
        expect(taken.reduce((sum, count) => sum + count, 0)).toBe(Math.min(n, total));
        taken.forEach((count, i) => {
          expect(count).toBeLessThanOrEqual(list[i] ?? 0);
          if (n >= list.length) expect(count).toBeGreaterThanOrEqual(1);
        });
      }),
    );
  });
});

const KINDS: readonly Fake[] = [
  {},
  { terminal: "fail" },
  { failed: ["first_check"] },
  { failed: ["second_check"], terminal: "fail" },
  { terminal: "undetermined", label: "failed" },
];

/** Four tasks and generators, three tiers, five classes of verdicts, very unequal in number. */
const POPULATION = Array.from({ length: 600 }, (_, i) =>
  fakeCandidate(i, {
    task: i % 7 === 0 ? "untangle" : "pipe",
    generator: i % 11 === 0 ? "rare" : "common",
    tier: (["easy", "medium", "hard"] as const)[i % 3] ?? "easy",
    ...KINDS[i % 13 < 9 ? 0 : (i % 13) - 8],
  }),
);

describe("selectSample", () => {
  it("is decided by the seed, and not by the order of the clips", () => {
    const first = selectSample(POPULATION, { n: 60, seed: 5 });
    expect(selectSample([...POPULATION].reverse(), { n: 60, seed: 5 })).toEqual(first);
    expect(selectSample(POPULATION, { n: 60, seed: 6 }).items).not.toEqual(first.items);
  });

  it("takes as many as asked, each once, from every stratum when there is room", () => {
    const { items, strata } = selectSample(POPULATION, { n: 80, seed: 1 });
    expect(new Set(items.map(({ candidate }) => candidate)).size).toBe(80);
    expect(strata.length).toBeGreaterThan(40);
    for (const { name, size, taken } of strata) {
      expect(taken).toBeGreaterThanOrEqual(1);
      expect(taken).toBeLessThanOrEqual(size);
      expect(items.filter((item) => item.stratum === name)).toHaveLength(taken);
    }
    expect(strata.reduce((sum, { size }) => sum + size, 0)).toBe(600);
  });

  it("shows every task, generator, tier and class of verdict in as few as ten clips", () => {
    for (let seed = 0; seed < 10; seed++) {
      const { items } = selectSample(POPULATION, { n: 10, seed });
      const values = (of: (candidate: (typeof POPULATION)[number]) => string) =>
        new Set(items.map(({ candidate }) => of(candidate))).size;
      expect(values(({ task }) => task)).toBe(2);
      expect(values(({ generator }) => generator)).toBe(2);
      expect(values(({ tier }) => tier)).toBe(3);
      expect(values(({ verdict }) => verdictClassOf(verdict))).toBe(5);
    }
  });

  it("within a stratum prefers failed checks and labels that have not been seen", () => {
    const alike = Array.from({ length: 20 }, (_, i) =>
      fakeCandidate(i, { failed: ["first_check"] }),
    );
    const others = [
      fakeCandidate(98, { failed: ["second_check"], label: "degraded" }),
      fakeCandidate(99, { failed: ["third_check"], label: "partial" }),
    ];
    for (let seed = 0; seed < 10; seed++) {
      const { items } = selectSample([...alike, ...others], { n: 3, seed });
      const failed = items.map(
        ({ candidate }) => candidate.verdict.checks.find(({ outcome }) => outcome === "fail")?.name,
      );
      expect(new Set(failed)).toEqual(new Set(["first_check", "second_check", "third_check"]));
    }
  });

  it("takes all when there are fewer, and nothing of nothing", () => {
    expect(selectSample(POPULATION.slice(0, 3), { n: 9, seed: 0 }).items).toHaveLength(3);
    expect(selectSample([], { n: 9, seed: 0 })).toEqual({ items: [], strata: [] });
  });
});

describe("assignRaters", () => {
  it("gives the overlap to everybody and deals the rest in turn", () => {
    const { raters, ratersOf, orderOf } = assignRaters(7, { raters: 3, overlap: 2, seed: 1 });
    expect(raters).toEqual(["rater-1", "rater-2", "rater-3"]);
    expect(ratersOf).toEqual([
      raters,
      raters,
      ...[["rater-1"], ["rater-2"], ["rater-3"], ["rater-1"], ["rater-2"]],
    ]);
    expect([...(orderOf.get("rater-3") ?? [])].sort()).toEqual([0, 1, 4]);
  });

  it("gives everything to everybody unless told otherwise, each in an order of their own", () => {
    const { orderOf } = assignRaters(40, { raters: 2, seed: 3 });
    const [one = [], two = []] = [...orderOf.values()];
    expect(new Set(one)).toEqual(new Set(two));
    expect(one).not.toEqual(two);
    expect(assignRaters(40, { raters: 2, seed: 3 }).orderOf).toEqual(orderOf);
  });

  it("leaves no item without a rater when nothing overlaps", () => {
    const { ratersOf } = assignRaters(5, { raters: 2, overlap: 0, seed: 0 });
    expect(ratersOf.map((names) => names.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it("refuses an overlap beyond the sheet", () => {
    expect(() => assignRaters(3, { raters: 2, overlap: 4, seed: 0 })).toThrow(UsageError);
  });
});
