/** Tracks of anything: letters stand for readings, a dot for an observation that was not read. */
import { describe, expect, it } from "vitest";
import type { Observation } from "../judge.ts";
import {
  checkLastingProperty,
  countTransitions,
  lastingRuns,
  runsOf,
  withoutSpikes,
} from "./track.ts";

const readings = (text: string): readonly (string | undefined)[] =>
  [...text].map((sign) => (sign === "." ? undefined : sign));
const track = (text: string) => ({ where: `track ${text}`, readings: readings(text) });
const text = (values: readonly (string | undefined)[]): string =>
  values.map((value) => value ?? ".").join("");

/** Observations one source frame apart, from the text's length; capitals mark those not sampled. */
function observations(count: number, unsampled: readonly number[] = []): Observation<unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ index: 10 * index, timeSec: index / 16, label: "exact", confidence: 1 },
    sampled: !unsampled.includes(index),
  }));
}

describe("withoutSpikes", () => {
  it.each([
    ["aabaa", "aa.aa"],
    ["aabba", "aabba"],
    ["baaab", "baaab"],
    ["ab", "ab"],
    ["a.b.a", "a.b.a"],
    ["abc", "abc"],
    ["ababa", "a...a"],
  ])("%s becomes %s", (before, after) => {
    expect(text(withoutSpikes(readings(before), (a, b) => a === b))).toBe(after);
  });

  it("uses the likeness that it is given", () => {
    const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 10;
    expect(withoutSpikes([0, 50, 5, 9], isNear)).toEqual([0, undefined, 5, 9]);
    expect(withoutSpikes([0, 8, 0], isNear)).toEqual([0, 8, 0]);
  });
});

describe("runsOf", () => {
  it("groups equal values, across observations that were not read", () => {
    expect(runsOf(track("aa.abb.a"), (value) => value)).toEqual([
      { value: "a", first: 0, last: 3 },
      { value: "b", first: 4, last: 5 },
      { value: "a", first: 7, last: 7 },
    ]);
  });

  it("leaves readings out that do not have the property", () => {
    const property = (value: string) => (value === "x" ? undefined : value);
    expect(runsOf(track("axxab"), property)).toEqual([
      { value: "a", first: 0, last: 3 },
      { value: "b", first: 4, last: 4 },
    ]);
    expect(runsOf(track("..."), property)).toEqual([]);
  });
});

describe("lastingRuns", () => {
  it("keeps what lasts two observations, or stands at the end of the clip", () => {
    const runs = runsOf(track("abbcd"), (value) => value);
    expect(lastingRuns(runs, 5).map((run) => run.value)).toEqual(["b", "d"]);
  });
});

describe("checkLastingProperty", () => {
  const check = (film: string) =>
    checkLastingProperty(
      "some_check",
      observations(film.length),
      [track(film)],
      (value) => value,
      (value, baseline) => `${baseline}_to_${value}`,
    );

  it("passes while the property keeps its value", () => {
    expect(check("aaaa")).toMatchObject({ outcome: "pass", decided: 3, unread: 0 });
  });

  it("fails from the first to the last frame of another value", () => {
    expect(check("aabbaa")).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 20, toFrame: 30, where: "track aabbaa", reason: "a_to_b" },
          ...{ measured: "b", limit: "a" },
        },
      ],
    });
  });

  it("reports each other value once, and a return to the first not at all", () => {
    expect(check("aabbccaabb").violations.map((v) => v.reason)).toEqual([
      "a_to_b",
      "a_to_c",
      "a_to_b",
    ]);
    expect(check("aabb.bb").violations).toHaveLength(1);
  });

  it("lets a single other reading pass within the clip, and not at its end", () => {
    expect(check("aabaa").violations).toEqual([]);
    expect(check("aaaab").violations).toMatchObject([{ frame: 40, toFrame: 40 }]);
  });

  it("is undetermined when too much was unread, not applicable in a clip of one frame", () => {
    expect(check("aa....aa").outcome).toBe("undetermined");
    expect(check("a").outcome).toBe("not_applicable");
  });
});

describe("countTransitions", () => {
  it("counts a transition as read when every track is, on both sides or around", () => {
    const count = (...films: readonly string[]) =>
      countTransitions(observations(films[0]?.length ?? 0), films.map(track));
    expect(count("aaaaa")).toEqual({ decided: 4, unread: 0 });
    expect(count("aa.aa")).toEqual({ decided: 4, unread: 0 });
    expect(count("aa..aa")).toEqual({ decided: 2, unread: 3 });
    expect(count("aaaa", "..aa")).toEqual({ decided: 1, unread: 2 });
    expect(count(".aaa")).toEqual({ decided: 2, unread: 1 });
  });

  it("counts from sample to sample, and repeated samples once", () => {
    expect(countTransitions(observations(5, [1, 2]), [track("a..aa")])).toEqual({
      decided: 2,
      unread: 0,
    });
    const same = observations(3).map((observation) => ({ ...observation, index: 7 }));
    expect(countTransitions(same, [track("aaa")])).toEqual({ decided: 0, unread: 0 });
  });

  it("decides nothing without a track", () => {
    expect(countTransitions(observations(3), [])).toEqual({ decided: 0, unread: 2 });
  });
});
