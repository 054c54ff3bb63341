/** Whether a cat can be shut in by one more block, the slow and plain way; for tests. */
import type { HexBoard } from "../board.ts";
import { type Blocks, canEscape, withBlock } from "../paths.ts";

/** As `isOneBlockFromShut` says it, by trying a block on every open cell. */
export function isAtRiskByTrial(board: HexBoard, blocks: Blocks, cat: number): boolean {
  return (
    board.rim[cat] !== 1 &&
    (!canEscape(board, blocks, cat) ||
      board.cells.some(
        (_, cell) =>
          cell !== cat && blocks[cell] === 0 && !canEscape(board, withBlock(blocks, cell), cat),
      ))
  );
}
