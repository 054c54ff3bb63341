import { describe, expect, it } from "vitest";
import { sha256 } from "../../core/hash/sha256.ts";
import type { RolloutEvent } from "../../core/schema/rollout.ts";
import { createBudget, overBudget } from "./budget.ts";
import { attemptCosts, committedUsd, sumCosts } from "./costs.ts";
import type { RolloutNote } from "./rollout-log.ts";

const key = sha256("work");
const handle = { generator: "wan2.2", id: "job-1", data: {} };
const clip = { path: "a.mp4", sha256: key, bytes: 1 };
const intent = (estimateUsd: number | null): RolloutNote => ({
  ...{ event: "intent", host: "h", estimateUsd, requestSha256: key },
});
const downloaded = (costUsd: number | null): RolloutNote => ({
  ...{ event: "downloaded", clip, warnings: [], costUsd },
});
const started: RolloutNote = { event: "started", handle };
const ended = (state: "failed" | "absent" | "lost", costUsd: number | null): RolloutNote => ({
  ...{ event: "ended", state, reason: "", costUsd },
});

function attempts(...all: readonly (readonly RolloutNote[])[]) {
  return attemptCosts(
    all.flatMap((notes, i) =>
      notes.map(
        (note): RolloutEvent => ({ schema: "topoprobe.rollout/2", key, attempt: i + 1, ...note }),
      ),
    ),
  );
}

describe("attemptCosts", () => {
  it.each<[string, readonly RolloutNote[], number | null, number]>([
    ["nothing was sent", [intent(0.5)], 0, 0],
    [
      "it was refused",
      [intent(0.5), { event: "submitted" }, { event: "refused", reason: "" }],
      0,
      0,
    ],
    ["it is on its way", [intent(0.5), { event: "submitted" }], null, 0.5],
    [
      "nobody knows",
      [intent(0.5), { event: "submitted" }, { event: "unknown", reason: "" }],
      null,
      0.5,
    ],
    ["it is open", [intent(0.5), started], null, 0.5],
    ["it failed at an unknown cost", [intent(0.5), started, ended("failed", null)], null, 0.5],
    ["it was never taken", [intent(0.5), ended("absent", 0)], 0, 0],
    ["it is there", [intent(0.5), started, downloaded(0.2)], 0.2, 0.2],
    ["it was free", [intent(0), started, downloaded(0)], 0, 0],
    [
      "it is there, its file was lost again",
      [intent(0.5), started, downloaded(0.2), ended("lost", null)],
      0.2,
      0.2,
    ],
    ["no price is known", [intent(null), started, downloaded(null)], null, 7],
  ])("%s", (_, notes, costUsd, committed) => {
    const costs = attempts(notes);
    expect(costs).toMatchObject([{ costUsd }]);
    expect(committedUsd(costs, 7)).toBe(committed);
  });

  it("counts every attempt, and none of a generator without a host", () => {
    expect(
      committedUsd(
        attempts(
          [intent(0.5), started, ended("failed", null)],
          [intent(0.25), started, downloaded(0.25)],
        ),
        0,
      ),
    ).toBe(0.75);
    expect(attempts([started])).toEqual([]);
    expect(attemptCosts([{ schema: "topoprobe.rollout/1", key, handle }])).toEqual([]);
  });

  it("sums to null as soon as one is unknown", () => {
    const [known, unknown] = [
      { costUsd: 0.25, estimateUsd: 1 },
      { costUsd: null, estimateUsd: 1 },
    ];
    expect(sumCosts([])).toEqual({ spentUsd: 0, knownUsd: 0, unknownCount: 0 });
    expect(sumCosts([known, known])).toEqual({ spentUsd: 0.5, knownUsd: 0.5, unknownCount: 0 });
    expect(sumCosts([known, unknown])).toEqual({ spentUsd: null, knownUsd: 0.25, unknownCount: 1 });
  });
});

describe("createBudget", () => {
  it("counts what is committed and what is set aside, to the last cent", () => {
    const budget = createBudget(0.3);
    budget.commit("a", 0.1);
    expect(budget.reserve("b", 0.1)).toBe(true);
    // 0.1 + 0.1 + 0.1 is more than 0.3 in doubles.
    expect(budget.reserve("c", 0.1)).toBe(true);
    expect(budget.fits(0)).toBe(true);
    expect(budget.reserve("d", 0.01)).toBe(false);
    budget.release("c");
    expect(budget.reserve("d", 0.1)).toBe(true);
  });

  it("counts a second attempt on top of the first, and not twice once it is committed", () => {
    const budget = createBudget(1);
    budget.commit("a", 0.4);
    expect(budget.reserve("a", 0.4)).toBe(true);
    expect(budget.totalUsd()).toBe(0.8);
    budget.commit("a", 0.8);
    expect(budget.totalUsd()).toBe(0.8);
    budget.commit("a", 0.5);
    budget.release("a");
    expect(budget.totalUsd()).toBe(0.5);
  });

  it("knows no limit when there is none; zero is one", () => {
    expect(createBudget(undefined).reserve("a", 1e9)).toBe(true);
    expect(createBudget(0).fits(0.01)).toBe(false);
    expect(createBudget(0).fits(0)).toBe(true);
  });
});

it("open jobs that no longer fit are the later ones", () => {
  const open = ["a", "b", "c"].map((name) => ({ key: name, usd: 0.5 }));
  expect([...overBudget(1.2, 0.2, open)]).toEqual(["c"]);
  expect([...overBudget(undefined, 9, open)]).toEqual([]);
  expect([...overBudget(0, 0, open)]).toEqual(["a", "b", "c"]);
});
