import { describe, expect, it } from "vitest";
import { untangleTask } from "../../../tasks/untangle/index.ts";
import { startState } from "../../../tasks/untangle/state.ts";
import { isSlanted, withoutWord } from "./slanted.ts";

const SIZES = [
  { widthPx: 832, heightPx: 480 },
  { widthPx: 480, heightPx: 832 },
  { widthPx: 1280, heightPx: 720 },
];

describe("slanted views", () => {
  it.each([5, 6])("are told from views from above, on boards of %i x %i", (gridSize) => {
    const state = startState(gridSize, { ends: [[0, 1]], isLong: false, tangle: [] });
    for (const size of SIZES) {
      const slanted = untangleTask.views.filter((view) =>
        isSlanted(untangleTask.scene(state, { ...size, view })),
      );
      expect(slanted).toEqual(["oblique"]);
    }
  });

  it("leave a check undetermined, whatever it saw, and one without frames as it was", () => {
    const check = { name: "length_conserved", kind: "static" as const, decided: 38, unread: 3 };
    const violation = { frame: 3, where: "rope red", reason: "too_long" };
    for (const seen of [
      { ...check, outcome: "pass" as const, violations: [] },
      { ...check, outcome: "fail" as const, violations: [violation] },
    ]) {
      const silent = withoutWord(seen);
      expect(silent).toMatchObject({ outcome: "undetermined", violations: [], decided: 0 });
      expect(silent.unread).toBe(41);
    }
    const outcome = "not_applicable" as const;
    const none = { ...check, outcome, decided: 0, unread: 0, violations: [] };
    expect(withoutWord(none).outcome).toBe(outcome);
  });
});
