import { expect, test } from "vitest";
import { crossingName, holeName, ropeName } from "./names.ts";

test("a rope by its colour", () => {
  expect(ropeName("cyan")).toBe("rope cyan");
});

test("a crossing has one name, whichever rope is named first", () => {
  expect(crossingName("green", "blue")).toBe("crossing green/blue");
  expect(crossingName("blue", "green")).toBe("crossing green/blue");
  expect(crossingName("red", "red")).toBe("crossing red/red");
});

test("a hole by row and column", () => {
  expect(holeName(5, 0)).toBe("hole (0,0)");
  expect(holeName(6, 11)).toBe("hole (1,5)");
});
