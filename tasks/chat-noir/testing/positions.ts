/** Random positions for property tests. */
import fc from "fast-check";
import { cellCount, hexBoard, RADII } from "../board.ts";
import { type Blocks, blocksOf } from "../paths.ts";

/** A board with up to half of its cells blocked, and an open cell for the cat. */
export const positions = fc
  .record({
    radius: fc.constantFrom(...RADII),
    share: fc.double({ min: 0, max: 0.5, noNaN: true }),
  })
  .chain(({ radius, share }) => {
    const cells = Array.from({ length: cellCount(radius) }, (_, cell) => cell);
    const count = Math.floor(share * cells.length);
    return fc
      .shuffledSubarray(cells, { minLength: count + 1, maxLength: count + 1 })
      .map(([cat = 0, ...blocked]) => {
        const board = hexBoard(radius);
        const blocks: Blocks = blocksOf(board, blocked);
        return { board, blocks, cat, blocked: blocked.sort((a, b) => a - b) };
      });
  });
