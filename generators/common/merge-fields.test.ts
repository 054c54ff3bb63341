import { expect, it } from "vitest";
import { mergeFields } from "./merge-fields.ts";

it("lets fixed fields win, and says what is not sent", () => {
  const merged = mergeFields("demo", { seed: 0, num_frames: 81 }, { num_frames: 49, steps: 0 });
  expect(merged.fields).toEqual({ seed: 0, num_frames: 49, steps: 0 });
  expect(merged.warnings).toEqual(["demo: num_frames is fixed at 49, 81 is not sent"]);
});

it("says nothing of a fixed field that equals what is asked", () => {
  expect(mergeFields("demo", { fps: 16 }, { fps: 16 }).warnings).toEqual([]);
});
