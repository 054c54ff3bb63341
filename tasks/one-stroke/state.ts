/**
 * The symbolic state of a One Stroke board, its moves and colours. Owns shapes and lattice
 * addressing; what may be done with them stands in rules.ts.
 *
 * Lattice: vertex (x, y), x to the right, y UP, (0, 0) at the lower left. Cell (i, j) has its lower
 * left corner at vertex (i, j), so rows of cells are listed from the bottom.
 */
import { z } from "zod";

/** Vertices along one side that the rules support; the search counts on inner vertices. */
export const MIN_SIDE = 3;
export const MAX_SIDE = 9;

/** Colours of cells, in the order in which the published generator lists them. */
export const CELL_COLOURS = ["red", "blue", "green", "yellow", "purple", "cyan", "gray"] as const;
export type CellColour = (typeof CELL_COLOURS)[number];

/** Moves in the order in which the published rules list them. U is +y: up the screen. */
export const MOVES = ["U", "D", "L", "R"] as const;
export const moveSchema = z.enum(MOVES);
/** One step of the cursor along a lattice edge. */
export type Move = z.infer<typeof moveSchema>;

/** What a move adds to the cursor. */
export const MOVE_DELTA: Readonly<Record<Move, Vertex>> = {
  U: [0, 1],
  D: [0, -1],
  L: [-1, 0],
  R: [1, 0],
};

/** Lattice vertex. */
export type Vertex = readonly [x: number, y: number];

/** A lattice edge of length 1, either way round. */
export type LatticeEdge = readonly [x0: number, y0: number, x1: number, y1: number];

/** `cells[j][i]`: row j from the bottom, column i from the left; null = uncoloured. */
export type Cells = readonly (readonly (CellColour | null)[])[];

const vertexSchema = z.tuple([z.number().int(), z.number().int()]).readonly();
const sideSchema = z.number().int().min(MIN_SIDE).max(MAX_SIDE);

export const strokeStateSchema = z
  .strictObject({
    /** Vertices along x and y; cells are one fewer each way. */
    width: sideSchema,
    height: sideSchema,
    cells: z.array(z.array(z.enum(CELL_COLOURS).nullable()).readonly()).readonly(),
    /** Vertices of the stroke from (0, 0) to the cursor; never empty, no vertex twice. */
    path: z.array(vertexSchema).min(1).readonly(),
  })
  .readonly()
  .superRefine((state, context) => {
    const refuse = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: "custom", path, message });
    };
    if (state.cells.length !== state.height - 1) {
      refuse(["cells"], `expected ${state.height - 1} rows`);
    }
    for (const [j, row] of state.cells.entries()) {
      if (row.length !== state.width - 1) {
        refuse(["cells", j], `expected ${state.width - 1} cells`);
      }
    }
    for (const [at, fault] of pathFaults(state)) refuse(["path", at], fault);
  });

/** A One Stroke board and the stroke drawn so far. */
export type StrokeState = z.infer<typeof strokeStateSchema>;

/** The empty stroke on a board. */
export function startState(cells: Cells): StrokeState {
  const height = cells.length + 1;
  const width = (cells[0]?.length ?? 0) + 1;
  return { width, height, cells, path: [[0, 0]] };
}

export function isSameVertex(a: Vertex, b: Vertex): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The vertex that a stroke has to reach: the upper right corner. */
export function goalVertex(state: Pick<StrokeState, "width" | "height">): Vertex {
  return [state.width - 1, state.height - 1];
}

/** The cursor: where the stroke ends now. */
export function headVertex(state: Pick<StrokeState, "path">): Vertex {
  return state.path[state.path.length - 1] ?? [0, 0];
}

/** The edges of a path, in its order. */
export function edgesOfPath(path: readonly Vertex[]): LatticeEdge[] {
  return path.slice(1).map((to, index) => {
    const from = path[index] ?? to;
    return [from[0], from[1], to[0], to[1]];
  });
}

function pathFaults({
  width,
  height,
  path,
}: {
  width: number;
  height: number;
  path: readonly Vertex[];
}): [number, string][] {
  const faults: [number, string][] = [];
  const seen = new Set<number>();
  for (const [index, vertex] of path.entries()) {
    const [x, y] = vertex;
    const before = path[index - 1];
    if (before === undefined && (x !== 0 || y !== 0)) faults.push([index, "expected [0,0]"]);
    if (x < 0 || y < 0 || x >= width || y >= height) {
      faults.push([index, "expected a vertex of the board"]);
    }
    if (before !== undefined && Math.abs(x - before[0]) + Math.abs(y - before[1]) !== 1) {
      faults.push([index, "expected a neighbour of the vertex before"]);
    }
    const key = y * width + x;
    if (seen.has(key)) faults.push([index, "expected a vertex not on the stroke yet"]);
    seen.add(key);
    if (index < path.length - 1 && isSameVertex(vertex, [width - 1, height - 1])) {
      faults.push([index, "expected the goal at the end of the stroke only"]);
    }
  }
  return faults;
}
