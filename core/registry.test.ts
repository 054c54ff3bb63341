import { describe, expect, it } from "vitest";
import { UsageError } from "./errors.ts";
import { createRegistry, editDistance, nearestIds } from "./registry.ts";

const fruits = createRegistry("fruit", [{ id: "apple" }, { id: "pear" }, { id: "plum" }]);

describe("createRegistry", () => {
  it("finds items and keeps their order", () => {
    expect(fruits.get("pear")).toEqual({ id: "pear" });
    expect(fruits.ids).toEqual(["apple", "pear", "plum"]);
    expect(fruits.has("fig")).toBe(false);
  });

  it("refuses duplicates", () => {
    expect(() => createRegistry("fruit", [{ id: "fig" }, { id: "fig" }])).toThrow(/share "fig"/);
  });

  it("names the nearest ids of an unknown one", () => {
    expect(() => fruits.get("peer")).toThrow(UsageError);
    expect(() => fruits.get("peer")).toThrow(
      'expected a known fruit id for fruit but received "peer"; nearest: pear, plum',
    );
  });

  it("does not find what every object inherits", () => {
    expect(() => fruits.get("constructor")).toThrow(UsageError);
  });

  it("says so when nothing is registered", () => {
    expect(() => createRegistry("fruit", []).get("fig")).toThrow(/none is registered/);
  });
});

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["flaw", "lawn", 2],
    ["pipe", "pipe", 0],
  ])("%s to %s is %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it("orders the nearest, ties as given", () => {
    expect(nearestIds("ab", ["zzzz", "abc", "abd", "ab"], 3)).toEqual(["ab", "abc", "abd"]);
    expect(nearestIds("ab", ["zzzz", "abc", "abd", "ab"], 9)).toEqual(["ab", "abc", "abd"]);
  });
});
