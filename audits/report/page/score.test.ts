import { describe, expect, it } from "vitest";
import { spanPath } from "./score.ts";

describe("spanPath", () => {
  it("joins spans that touch or overlap", () => {
    const spans = [
      { from: 20, to: 21 },
      { from: 3, to: 3 },
      { from: 21, to: 24 },
      { from: 25, to: 25 },
    ];
    expect(spanPath(spans)).toBe("M3 0h1v1h-1zM20 0h6v1h-6z");
    expect(spanPath([])).toBe("");
  });
});
