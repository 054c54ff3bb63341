import { expect, test } from "vitest";
import { listTemplates, signatureOf } from "./templates.ts";

test("a signature names the lower hole of each rope first", () => {
  expect(
    signatureOf([
      [22, 2],
      [3, 15],
    ]),
  ).toBe("0:2-22|1:3-15");
});

// Lines to choose, two directions, and orders of the ropes: identity, reversed, shifts, even first,
// outside in; for four ropes one shift more than needed: none of the eight is another one.
test.each([
  [5, 4, 5 * 2 * 7],
  [6, 5, 6 * 2 * 8],
  [6, 6, 1 * 2 * 9],
])("%i holes a side, %i ropes", (gridSize, ropeCount, count) => {
  const templates = listTemplates(gridSize, ropeCount);
  expect(templates).toHaveLength(count);
  expect(new Set(templates.map(({ layout }) => signatureOf(layout))).size).toBe(count);
  for (const { layout } of templates) {
    expect(new Set(layout.flat()).size).toBe(2 * ropeCount);
  }
});

test("the published name and layout of one of them", () => {
  const template = listTemplates(5, 4).find(({ name }) => name === "cols:0-1-2-3/2-3-0-1");
  expect(template?.layout).toEqual([
    [2, 22],
    [3, 23],
    [0, 20],
    [1, 21],
  ]);
});
