import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMt19937 } from "../../core/rng/mt19937.ts";
import { TIERS, type Tier } from "../../core/schema/common.ts";
import { hexBoard, hexDistance, RADII } from "./board.ts";
import { predictCat } from "./cat.ts";
import {
  BRANCH_LIMIT,
  type Forecast,
  forecast,
  MAX_DEPTH,
  type Position,
  rankBlocks,
} from "./forecast.ts";
import { CHAT_NOIR_TIERS } from "./generate.ts";
import { blocksOf, canEscape, openNeighbours, shortestEscape, withBlock } from "./paths.ts";
import { positions } from "./testing/positions.ts";

const MAX_NODES = 1000;

/** The published search without any shortcut: the reply to every block is predicted. */
function plainSearch({ board, blocks, cat, policy }: Position, turns: number): Forecast {
  const depth = Math.min(turns, MAX_DEPTH[board.radius]);
  const known = new Map<string, boolean>();
  let nodes = 0;
  const traps = (here: Position["blocks"], at: number, block: number, left: number): boolean => {
    const after = withBlock(here, block);
    if (!canEscape(board, after, at)) return true;
    const reply = predictCat(board, after, at, policy);
    if (reply === undefined) return true;
    return board.rim[reply] !== 1 && canTrap(after, reply, left - 1);
  };
  const canTrap = (here: Position["blocks"], at: number, left: number): boolean => {
    nodes++;
    if (nodes > MAX_NODES) return false;
    if (!canEscape(board, here, at)) return true;
    if (left <= 0) return false;
    const key = `${at} ${left} ${here.join("")}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const ranked = rankBlocks({ board, blocks: here, cat: at, policy }, BRANCH_LIMIT);
    const result = ranked.some(({ cell }) => traps(here, at, cell, left));
    known.set(key, result);
    return result;
  };
  const wins: number[] = [];
  const adjacentWins: number[] = [];
  for (const { cell } of rankBlocks({ board, blocks, cat, policy }, board.cells.length)) {
    if (!traps(blocks, cat, cell, depth)) continue;
    wins.push(cell);
    if (openNeighbours(board, blocks, cat).includes(cell)) adjacentWins.push(cell);
    if (wins.length >= 5 && adjacentWins.length >= 3) break;
  }
  return { wins, adjacentWins, depth, nodes, isCutShort: nodes > MAX_NODES };
}

const policies = fc.constantFrom("easy", "medium", "hard");
/** Positions in which the game is on. */
const games = fc
  .tuple(positions, policies)
  .map(([position, policy]) => ({ ...position, policy }))
  .filter(({ board, blocks, cat }) => board.rim[cat] !== 1 && canEscape(board, blocks, cat));

/** Boards as the generator draws them, good or bad. */
function drawBoard(tier: Tier, seed: number): Position {
  const rng = createMt19937(seed);
  const board = hexBoard(rng.choice(RADII));
  const count = rng.randint(...CHAT_NOIR_TIERS[tier][board.radius]);
  const cells = [...board.cells.keys()].filter((cell) => cell !== board.centre);
  const blocks = blocksOf(board, rng.sample(cells, count));
  return { board, blocks, cat: board.centre, policy: tier };
}

test.each(TIERS)("%s: as the plain search, in blocks and in positions", (tier) => {
  let complete = 0;
  for (let seed = 0; seed < 14; seed++) {
    const game = drawBoard(tier, seed);
    if (!canEscape(game.board, game.blocks, game.cat)) continue;
    const plain = plainSearch(game, 40);
    const found = forecast(game, 40);
    expect(forecast(game, 40, { wins: 1, adjacentWins: 0 }).wins[0]).toBe(plain.wins[0]);
    // With too few winning blocks beside the cat the search ends early, on purpose.
    if (plain.adjacentWins.length < 3) {
      expect(found.adjacentWins.length).toBeLessThan(3);
    } else {
      complete++;
      expect(found).toEqual(plain);
    }
  }
  expect(complete).toBeGreaterThan(2);
});

describe("ranking", () => {
  test("names open cells once each, and the reply to each", () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 1, max: 61 }), (game, limit) => {
        const { board, blocks, cat, policy } = game;
        const ranked = rankBlocks(game, limit);
        expect(ranked.length).toBeLessThanOrEqual(limit);
        expect(new Set(ranked.map(({ cell }) => cell)).size).toBe(ranked.length);
        for (const { cell, reply } of ranked) {
          expect(blocks[cell]).toBe(0);
          expect(cell).not.toBe(cat);
          const after = withBlock(blocks, cell);
          const isTrap = !canEscape(board, after, cat);
          expect(reply).toBe(isTrap ? undefined : predictCat(board, after, cat, policy));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("traps first, then cells beside the cat, then those on or beside its way", () => {
    fc.assert(
      fc.property(games, (game) => {
        const { board, blocks, cat } = game;
        const way = shortestEscape(board, blocks, cat)?.slice(1) ?? [];
        const classes = rankBlocks(game, board.cells.length).map(({ cell, reply }) => {
          if (reply === undefined) return 0;
          if (hexDistance(board, cat, cell) === 1) return 1;
          return way.some((step) => hexDistance(board, step, cell) <= 1) ? 2 : 3;
        });
        expect(classes).toEqual([...classes].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });
});

test("without turns nothing is found", () => {
  fc.assert(
    fc.property(games, (game) => {
      expect(forecast(game, 0)).toMatchObject({ wins: [], depth: 0, nodes: 0 });
    }),
    { numRuns: 10 },
  );
});
