/**
 * The symbolic state of a swap board and its action. Owns shapes and cell addressing; what may be
 * done with them stands in rules.ts.
 *
 * Arrangements are row-major lists: the cell in row r, column c has index r * cols + c.
 */
import { z } from "zod";

/** Rows and columns that the rules support. */
export const MIN_SIDE = 2;
export const MAX_SIDE = 4;

/** The empty cell. */
export const BLANK = "_";

/** Blocks in the order in which boards take them: a board of n cells has the first n - 1. */
export const BLOCK_IDS = [
  ...["G", "R", "P", "B", "Y", "O", "T", "M"],
  ...["C", "L", "N", "S", "V", "I", "A"],
] as const;
export type BlockId = (typeof BLOCK_IDS)[number];

const sideSchema = z.number().int().min(MIN_SIDE).max(MAX_SIDE);
const cellSchema = z.enum([...BLOCK_IDS, BLANK]);
/** What lies in a cell: a block, or nothing. */
export type SwapCell = z.infer<typeof cellSchema>;

export const swapStateSchema = z
  .strictObject({
    rows: sideSchema,
    cols: sideSchema,
    /** The arrangement as it is now: each block of the board once, and the blank. */
    cells: z.array(cellSchema).readonly(),
    /** The arrangement to reach; its blank is in the last cell. */
    goal: z.array(cellSchema).readonly(),
  })
  .readonly()
  .superRefine((state, context) => {
    const count = state.rows * state.cols;
    const content = [...blocksOf(count), BLANK].sort().join("");
    for (const key of ["cells", "goal"] as const) {
      if (state[key].length !== count) {
        context.addIssue({ code: "custom", path: [key], message: `expected ${count} entries` });
      } else if ([...state[key]].sort().join("") !== content) {
        context.addIssue({
          code: "custom",
          path: [key],
          message: `expected the first ${count - 1} blocks and the blank, each once`,
        });
      }
    }
    if (state.goal.at(-1) !== BLANK) {
      context.addIssue({
        code: "custom",
        path: ["goal", state.goal.length - 1],
        message: "expected the blank in the last cell",
      });
    }
  });

/** A swap board: the arrangement as it is and the one to reach. */
export type SwapState = z.infer<typeof swapStateSchema>;

export const swapActionSchema = z.strictObject({
  /** Row of the block, 0 at the top. */
  row: z.number().int(),
  /** Column of the block, 0 at the left. */
  col: z.number().int(),
});

/** Move the block in this cell into the blank, wherever the blank is. */
export type SwapAction = z.infer<typeof swapActionSchema>;

/** The blocks of a board of `count` cells, in their published order. */
export function blocksOf(count: number): readonly BlockId[] {
  return BLOCK_IDS.slice(0, count - 1);
}

/** The action on a cell index. */
export function cellAction(index: number, cols: number): SwapAction {
  return { row: Math.floor(index / cols), col: index % cols };
}

/** The cell index of an action inside the board. */
export function cellIndex(action: SwapAction, cols: number): number {
  return action.row * cols + action.col;
}
