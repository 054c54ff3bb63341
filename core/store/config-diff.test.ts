import { describe, expect, it } from "vitest";
import { diffFields } from "./config-diff.ts";

describe("diffFields", () => {
  it("names nested fields that differ, come or go", () => {
    const before = { a: 1, b: { c: 0, d: [1, 2] }, gone: "" };
    const after = { b: { d: [2, 1], c: false }, a: 1, come: null };
    expect(diffFields(before, after)).toEqual([
      { field: "b.c", before: 0, after: false },
      { field: "b.d", before: [1, 2], after: [2, 1] },
      { field: "come", before: undefined, after: null },
      { field: "gone", before: "", after: undefined },
    ]);
  });

  it("does not mind the order of fields, nor undefined ones", () => {
    expect(diffFields({ a: 1, b: { c: 2, e: undefined } }, { b: { c: 2 }, a: 1 })).toEqual([]);
  });
});
