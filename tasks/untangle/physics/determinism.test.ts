import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  EASY_BOARD,
  HARD_BOARD,
  MEDIUM_BOARD,
  TANGLED_BOARD,
} from "../../../tests/helpers/untangle-boards.ts";
import type { UntangleState } from "../state.ts";
import { moveEnd } from "./move.ts";
import { settleStart } from "./start.ts";
import { ropePositions, type World } from "./world.ts";

type Move = readonly [rope: number, end: 0 | 1, target: number];

/** Simulates a history from its start, without anything that has been kept. */
function simulate({ gridSize, start }: UntangleState, moves: readonly Move[]): World {
  const ends = start.ends.map((pair): [number, number] => [...pair]);
  let world = settleStart({ gridSize, ...start });
  for (const [rope, end, target] of moves) {
    const source = ends[rope]?.[end] ?? -1;
    world = moveEnd(world, gridSize, { rope, end, source, target });
    const pair = ends[rope];
    if (pair !== undefined) pair[end] = target;
  }
  return world;
}

/** Little-endian doubles, whatever the machine. */
function hashOf(values: Float64Array): string {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 8 * index);
  return createHash("sha256").update(bytes).digest("hex");
}

const HISTORIES: readonly [string, UntangleState, readonly Move[], string][] = [
  [
    "an easy board and its plan",
    EASY_BOARD,
    [
      [1, 0, 10],
      [3, 0, 16],
    ],
    "7a514c0abbdb1e37aee37598cb442dfaccec05820e632fb081375bcda157d7c0",
  ],
  [
    "a medium board, an end moved twice",
    MEDIUM_BOARD,
    [
      [3, 1, 28],
      [3, 1, 20],
      [0, 1, 4],
    ],
    "f26a4ea28c6451a55ce04136574094b7591b200b9053d54b938d59388cac4b3d",
  ],
  [
    "a hard tangle pulled tight across the board",
    TANGLED_BOARD,
    [
      [5, 1, 15],
      [0, 0, 29],
      [4, 1, 5],
      [2, 0, 22],
    ],
    "4ff6d2af22421dd0e4d37b71424db8bb4fcb9a483587b59eaa916375ae6c4e85",
  ],
];

describe("the same start and moves give the same bits on every machine", () => {
  test.each(HISTORIES)("%s", (_, state, moves, expected) => {
    expect(hashOf(ropePositions(simulate(state, moves)))).toBe(expected);
  });

  test("twice in a row, all that the simulation remembers included", () => {
    const moves: Move[] = [
      [1, 0, 14],
      [5, 1, 28],
    ];
    expect(simulate(HARD_BOARD, moves)).toEqual(simulate(HARD_BOARD, moves));
  });

  test("a move leaves the world that it began with as it was", () => {
    const world = settleStart({ gridSize: EASY_BOARD.gridSize, ...EASY_BOARD.start });
    const before = structuredClone(world);
    moveEnd(world, EASY_BOARD.gridSize, { rope: 0, end: 1, source: 22, target: 12 });
    expect(world).toEqual(before);
  });
});

test("only operations that IEEE 754 rounds in one way are used", () => {
  const folder = new URL("./", import.meta.url);
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  const used = files.flatMap((name) => {
    const code = readFileSync(new URL(name, folder), "utf8");
    // Powers and remainders are operators; comments may mention them.
    const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(`${name}: ${/\*\*|\bDate\b|performance|process\./.test(bare)}`).toBe(`${name}: false`);
    return [...bare.matchAll(/\bMath\.(\w+)/g)].map(([, member]) => member);
  });
  // Choices, whole numbers and signs round nothing; SQRT1_2 is a constant.
  const exact = ["sqrt", "min", "max", "floor", "abs", "SQRT1_2"];
  expect([...new Set(used)].filter((member) => !exact.includes(member ?? ""))).toEqual([]);
  expect(used).toContain("sqrt");
});
