import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../core/errors.ts";
import { crossingsOf } from "../core/geometry/polyline-crossings.ts";
import { sha256 } from "../core/hash/sha256.ts";
import { loadRolloutTemplate, readPromptFile } from "../core/prompt-files.ts";
import { createMulberry32 } from "../core/rng/mulberry32.ts";
import { TIERS } from "../core/schema/common.ts";
import { findPackage } from "../core/store/provenance.ts";
import { hexBoard } from "./chat-noir/board.ts";
import type { ChatNoirState } from "./chat-noir/state.ts";
import type { StrokeState } from "./one-stroke/state.ts";
import { connectedCells, currentMasks } from "./pipe/rules.ts";
import { type PipeState, pipeKind } from "./pipe/state.ts";
import { TASKS } from "./registry.ts";
import { rolloutPromptOf } from "./rollout-prompt.ts";
import type { SwapState } from "./swap/state.ts";
import type { AnyTask } from "./task.ts";
import { rowColOf } from "./untangle/board.ts";
import { toAction } from "./untangle/rules.ts";
import { settledLines } from "./untangle/simulate.ts";
import { startState, type UntangleState } from "./untangle/state.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const FOLDER = join(findPackage().root, "prompts", "rollout");
const README = readFileSync(join(FOLDER, "..", "README.md"), "utf8");
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".md"));

/**
 * Hashes of the default prompts of all boards below, joined by blank lines. They change only when
 * the prompts do, and then every run made with the defaults is done anew.
 */
const DEFAULTS_SHA256: Readonly<Record<string, string>> = {
  pipe: "e1c8d31c2c44174b8e7218b5997a2cdba805f741a1597ef5ec8ed35acf27c888",
  "one-stroke": "6a18aacbbb3d63abc9c57c4947e584e2d291fd7fd2bc2e4189460af3f1ce8f1d",
  swap: "01f4e996ac9b015e1ab2a46da64e9fe2403db720c0afd5ff6425eddc58500bbe",
  "chat-noir": "b99668f5431f9c1f00ac4828dc9cd471877e3bbdc7762124628c0f89b96bb1fd",
  untangle: "6f589ca401cc32dabcee114419bb2d8af6114133f180ec86058fd7553e6933c0",
};

type Board = { readonly state: unknown; readonly plan: readonly unknown[] };

/** A start and a plan from it, the same ones for a seed. */
function boardOf(task: AnyTask, seed: number): Board {
  if (task.id === "untangle") return ropeBoard(seed);
  const tier = TIERS[seed % TIERS.length] ?? "easy";
  const state: unknown = task.initialState(task.generate(tier, seed));
  return { state, plan: task.solve(state) ?? [] };
}

/** Ropes in random holes and three moves of one end, which are not made: settling takes its time. */
function ropeBoard(seed: number): Board {
  const rng = createMulberry32(seed);
  const [gridSize, ropes] = [4 + (seed % 4), 2 + (seed % 5)];
  const holes = Array.from({ length: gridSize ** 2 }, (_, hole) => ({ hole, order: rng.real() }))
    .sort((a, b) => a.order - b.order)
    .map(({ hole }) => hole);
  const holeAt = (index: number): number => holes[index] ?? 0;
  const ends = Array.from(
    { length: ropes },
    (_, rope) => [holeAt(2 * rope), holeAt(2 * rope + 1)] as const,
  );
  const state = startState(gridSize, { ends, isLong: false, tangle: [] });
  const way = [holeAt(1), ...holes.slice(2 * ropes, 2 * ropes + 3)];
  const plan = way.slice(1).map((target, at) => toAction(gridSize, way[at] ?? 0, target));
  return { state, plan };
}

/** What `start` tells, read back: the same facts as `factsOf` takes from the state. */
function readStart(task: AnyTask, start: string): unknown {
  const lines = start.split("\n");
  switch (task.id) {
    case "pipe":
      return lines.map((line, y) => {
        expect(line.startsWith(`y=${y}: `)).toBe(true);
        return line.slice(`y=${y}: `.length, -1).split("; ");
      });
    case "one-stroke":
      return {
        rows: lines
          .slice(0, -1)
          .map((line) => /^- row between y=(\d+) and y=(\d+): (.*)\.$/.exec(line)?.slice(1)),
        line: (lines.at(-1) ?? "").match(/\d+, \d+/g) ?? [],
      };
    case "untangle":
      return lines.map((line) => {
        const [ends, between] = line.slice(0, -1).split("; between them ");
        const told = /^(\w+): row (\d+), col (\d+) and row (\d+), col (\d+)$/.exec(ends ?? "");
        return [...(told?.slice(1) ?? []), between?.split(", ") ?? []];
      });
    case "swap":
      return lines.map((line) => /^row \d+: (.*)\.$/.exec(line)?.[1]?.split(", "));
    case "chat-noir":
      return lines.map((line) => (line.match(/\d+/g) ?? []).map(Number));
    default:
      throw new Error(`write here how the start of ${task.id} is read back`);
  }
}

function factsOf(task: AnyTask, state: unknown): unknown {
  switch (task.id) {
    case "pipe": {
      const pipe = task.stateSchema.parse(state) as PipeState;
      const { gridSize, sourceIndex } = pipe;
      const masks = currentMasks(pipe);
      const joined = connectedCells(masks, sourceIndex, gridSize);
      const cells = masks.map((mask, index) => {
        const x = index % gridSize;
        if (mask === 0) return `x=${x} empty`;
        const arms = ["up", "right", "down", "left"].filter((_, side) => (mask >> side) % 2 === 1);
        const source = index === sourceIndex ? " source" : "";
        const colour = joined[index] === true ? "green" : "blue";
        return `x=${x} ${colour}${source} ${pipeKind(mask)} with arms ${arms.join(", ")}`;
      });
      return Array.from({ length: gridSize }, (_, y) =>
        cells.slice(y * gridSize, (y + 1) * gridSize),
      );
    }
    case "one-stroke": {
      const { cells, path } = task.stateSchema.parse(state) as StrokeState;
      const rows = cells.map((row, j) => [`${j}`, `${j + 1}`, row.map(cellWord).join(", ")]);
      return {
        rows: rows.reverse(),
        line: path.length === 1 ? [] : path.map(([x, y]) => `${x}, ${y}`),
      };
    }
    case "untangle": {
      const board = task.stateSchema.parse(state) as UntangleState;
      const { gridSize, ropes } = board;
      const { along } = crossingsOf(settledLines(board));
      return ropes.map(({ id, colour, ends }) => [
        colour,
        ...ends
          .map((hole) => rowColOf(gridSize, hole))
          .flatMap(({ row, col }) => [`${row}`, `${col}`]),
        along[id]?.map(
          ({ isOver, other }) => `${isOver ? "over" : "under"} ${ropes[other]?.colour}`,
        ),
      ]);
    }
    case "swap": {
      const { rows, cols, cells } = task.stateSchema.parse(state) as SwapState;
      const words = cells.map((cell) => (cell === "_" ? "empty" : cell));
      return Array.from({ length: rows }, (_, row) => words.slice(row * cols, (row + 1) * cols));
    }
    case "chat-noir": {
      const { radius, cat, blocked } = task.stateSchema.parse(state) as ChatNoirState;
      const { cells } = hexBoard(radius);
      return [[cat], blocked, [...cells.keys()].filter((cell) => cells[cell]?.isBoundary === true)];
    }
    default:
      throw new Error(`write here what the start of ${task.id} tells`);
  }
}

function cellWord(colour: string | null): string {
  return colour ?? "empty";
}

test("every template belongs to a task, and every task has both", () => {
  expect([...FILES].sort()).toEqual(
    TASKS.ids.flatMap((id) => [`${id}-goal.md`, `${id}.md`]).sort(),
  );
});

describe.each(TASKS.items.map((task) => [task.id, task] as const))("%s", (id, task) => {
  const boards = SEEDS.map((seed) => boardOf(task, seed));
  const planned = rolloutPromptOf(task, loadRolloutTemplate(id));
  const free = rolloutPromptOf(task, readPromptFile(join(FOLDER, `${id}-goal.md`)));

  test("the default prompts are those that runs were made with", () => {
    const prompts = boards.map(({ state, plan }) => planned(state, plan));
    expect(sha256(prompts.join("\n\n"))).toBe(DEFAULTS_SHA256[id]);
  });

  test("all prompts fix the camera, forbid overlays and tell the whole start, without leftovers", () => {
    for (const { state, plan } of boards) {
      const { start } = task.rolloutValues(state, plan);
      for (const text of [planned(state, plan), planned(state, []), free(state, plan)]) {
        const words = ["one continuous shot with a fixed camera", "seen from above", "no overlays"];
        for (const part of [...words, start]) {
          expect(text).toContain(part);
        }
        expect(text).not.toMatch(/[{}#]|undefined|null|NaN|[ \t]$|\n\n|\n$/m);
      }
    }
  });

  test("the start can be read back from its text, also in the middle of a game", () => {
    for (const { state, plan } of boards) {
      const next = id === "untangle" ? undefined : task.step(state, plan[0]);
      for (const at of next?.ok === true ? [state, next.state] : [state]) {
        expect(readStart(task, task.rolloutValues(at, [])["start"] ?? "")).toEqual(
          factsOf(task, at),
        );
      }
    }
  });

  test("the default asks for the moves in order, the other one for none", () => {
    for (const { state, plan } of boards) {
      const { moves = "" } = task.rolloutValues(state, plan);
      expect(planned(state, plan)).toContain(`\n${moves}\n`);
      expect(moves).toMatch(/^1\. /);
      expect(planned(state, plan.slice(0, -1))).not.toBe(planned(state, plan));
      expect(free(state, [])).toBe(free(state, plan));
      expect(free(state, plan)).toContain("Goal: ");
    }
  });

  test("a prompt of one's own may use every placeholder, and no other", () => {
    const [{ state, plan } = { state: null, plan: [] }] = boards;
    const names = Object.keys(task.rolloutValues(state, plan));
    const text = names.map((name) => `${name}={${name}}`).join("\n");
    expect(rolloutPromptOf(task, { name: "own.md", text })(state, plan)).toBe(
      names.map((name) => `${name}=${task.rolloutValues(state, plan)[name]}`).join("\n"),
    );
    const wrong = rolloutPromptOf(task, { name: "own.md", text: "{strat}" });
    expect(() => wrong(state, plan)).toThrow(UsageError);
    expect(() => wrong(state, plan)).toThrow(/Nearest first, there are: \{start\}.*own\.md/);
  });

  test("the README lists the placeholders that there are", () => {
    const [{ state, plan } = { state: null, plan: [] }] = boards;
    const section = README.split(/^### /m).find((text) => text.startsWith(`\`${id}\``)) ?? "";
    const listed = [...section.matchAll(/^\| `\{(\w+)\}` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(Object.keys(task.rolloutValues(state, plan)).sort());
  });
});
