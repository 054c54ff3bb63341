import { expect, it } from "vitest";
import { foldAlike } from "./alike.ts";

it("tells texts once that differ in numbers only, and counts every time", () => {
  const texts = ["seed 12 is not sent", "no fps", "seed 7 is not sent", "seed 12 is not sent"];
  expect(foldAlike(texts)).toEqual([
    { text: "seed 12 is not sent (and 1 more with other numbers)", times: 3 },
    { text: "no fps", times: 1 },
  ]);
  expect(foldAlike(["size 1.5", "size 2"])).toHaveLength(1);
  expect(foldAlike([])).toEqual([]);
});
