/** What lasts and what is an error of reading. */
import { describe, expect, it } from "vitest";
import { lastingFaults, SOUND, steadyRuns } from "./lasting.ts";

const FPS = 16;
const observations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ index, timeSec: index / FPS, sampled: true },
    ...{ label: "exact" as const, confidence: 1 },
  }));
/** One letter an observation; "." is unread. */
const values = (text: string) => [...text].map((sign) => (sign === "." ? undefined : sign));
const runs = (text: string, options?: Parameters<typeof steadyRuns>[2]) =>
  steadyRuns(observations(text.length), values(text), options).map(
    ({ value, first, last }) => `${value}${first}-${last}`,
  );

describe("steadyRuns", () => {
  it("keeps what lasts three steps of 16 frames a second, and drops what lasts two", () => {
    expect(runs("aaaabbbbaaaa")).toEqual(["a0-3", "b4-7", "a8-11"]);
    expect(runs("aaaabbbaaaa")).toEqual(["a0-3", "a7-10"]);
  });

  it("drops what was read once and joins what it parted", () => {
    expect(runs("aaaabaaa")).toEqual(["a0-7"]);
  });

  it("reaches over unread observations", () => {
    expect(runs("aaaab..baaaa")).toEqual(["a0-3", "b4-7", "a8-11"]);
  });

  it("takes two observations at the end, but not one", () => {
    expect(runs("aaaabb")).toEqual(["a0-3", "b4-5"]);
    expect(runs("aaaab")).toEqual(["a0-3"]);
    expect(runs("aaaabb..")).toEqual(["a0-3", "b4-5"]);
  });

  it("takes two observations at the start only when told to", () => {
    expect(runs("aabbbb")).toEqual(["b2-5"]);
    expect(runs("aabbbb", { keepsStart: true })).toEqual(["a0-1", "b2-5"]);
  });

  it("takes a single observation when it is the whole clip", () => {
    expect(runs("a")).toEqual(["a0-0"]);
    expect(runs("..")).toEqual([]);
  });
});

describe("lastingFaults", () => {
  it("names frames and reason", () => {
    const reasons = [...Array(4).fill(SOUND), ...Array(5).fill("gap")];
    expect(lastingFaults(observations(9), "rope red", reasons)).toEqual([
      { frame: 4, toFrame: 8, where: "rope red", reason: "gap" },
    ]);
  });
});
