/**
 * The symbolic state of an untangle board and its action. A state does not hold the shapes of its
 * ropes: they follow from the start and the moves made since, which the simulation replays bit by
 * bit (simulate.ts). So a state is small, and survives JSON without loss.
 */
import { z } from "zod";
import type { Hole } from "./board.ts";
import { MAX_ROPES } from "./layout/metrics.ts";

export const MIN_GRID_SIZE = 3;
export const MAX_GRID_SIZE = 8;

/** Colours of ropes 0, 1, 2, ... as published. */
export const ROPE_COLOURS = [
  "red",
  "green",
  "blue",
  "yellow",
  "purple",
  "orange",
  "cyan",
  "lime",
] as const;
export type RopeColour = (typeof ROPE_COLOURS)[number];

const hole = z.number().int().nonnegative();
const endsSchema = z.tuple([hole, hole]).readonly();
/** 0: a rope's start, 1: its end. */
const endIndexSchema = z.union([z.literal(0), z.literal(1)]);

export const untangleStateSchema = z
  .strictObject({
    /** Holes along each side. Hole (row, col) has the index row * gridSize + col. */
    gridSize: z.number().int().min(MIN_GRID_SIZE).max(MAX_GRID_SIZE),
    /** The ropes as they are now. */
    ropes: z
      .array(
        z.strictObject({
          /** Place in the list. */
          id: z.number().int().nonnegative(),
          colour: z.enum(ROPE_COLOURS),
          /** Holes of the two ends, two different ones. */
          ends: endsSchema,
        }),
      )
      .min(1)
      .max(MAX_ROPES)
      .readonly(),
    /** How the ropes began, before the first move. */
    start: z.strictObject({
      ends: z.array(endsSchema).readonly(),
      /** Whether ropes are long, as on hard boards. */
      isLong: z.boolean(),
      /** Ropes bent through the middle of the board, in their order: 3, 4 or none. */
      tangle: z.array(z.number().int().nonnegative()).readonly(),
    }),
    /** Moves made since, the first one first. */
    moves: z
      .array(
        z.strictObject({
          rope: z.number().int().nonnegative(),
          end: endIndexSchema,
          /** Hole into which the end was put. */
          target: hole,
        }),
      )
      .readonly(),
  })
  .readonly()
  .superRefine((state, context) => {
    const fault = faultOf(state);
    if (fault === undefined) return;
    context.addIssue({ code: "custom", path: [...fault.path], message: fault.message });
  });

/** A peg board with ropes. */
export type UntangleState = z.infer<typeof untangleStateSchema>;

export const untangleActionSchema = z.strictObject({
  /** Hole from which an end is lifted. */
  src_row: z.number().int(),
  src_col: z.number().int(),
  /** Empty hole into which it is put. */
  tgt_row: z.number().int(),
  tgt_col: z.number().int(),
});

/** Lift the rope end in one hole and put it into another one; the published form. */
export type UntangleAction = z.infer<typeof untangleActionSchema>;

/** A board on which nothing has been moved yet. */
export function startState(gridSize: number, start: UntangleState["start"]): UntangleState {
  const ropes = start.ends.map((ends, id) => ({
    id,
    colour: ROPE_COLOURS[id % ROPE_COLOURS.length] ?? "red",
    ends,
  }));
  return { gridSize, ropes, start, moves: [] };
}

/** Holes that hold an end, ascending. */
export function occupiedHoles({ ropes }: Pick<UntangleState, "ropes">): Hole[] {
  return ropes.flatMap(({ ends }) => [...ends]).sort((a, b) => a - b);
}

type Fault = { readonly path: readonly (string | number)[]; readonly message: string };

/** What does not fit together, the first fault only. */
function faultOf(state: {
  readonly gridSize: number;
  readonly ropes: readonly { readonly id: number; readonly ends: readonly [number, number] }[];
  readonly start: {
    readonly ends: readonly (readonly [number, number])[];
    readonly tangle: readonly number[];
  };
  readonly moves: readonly {
    readonly rope: number;
    readonly end: 0 | 1;
    readonly target: number;
  }[];
}): Fault | undefined {
  const { gridSize, ropes, start, moves } = state;
  if (start.ends.length !== ropes.length) {
    return { path: ["start", "ends"], message: `expected ${ropes.length} ropes` };
  }
  const ends = start.ends.map((pair): [number, number] => [...pair]);
  const taken = new Set(ends.flat());
  if (taken.size !== 2 * ropes.length || [...taken].some((hole) => hole >= gridSize ** 2)) {
    return { path: ["start", "ends"], message: "expected different holes of the board" };
  }
  const { tangle } = start;
  const isTangle = tangle.length === 0 || tangle.length === 3 || tangle.length === 4;
  if (!isTangle || new Set(tangle).size !== tangle.length || tangle.some((id) => !ropes[id])) {
    return { path: ["start", "tangle"], message: "expected 3 or 4 different ropes, or none" };
  }
  for (const [index, { rope, end, target }] of moves.entries()) {
    const pair = ends[rope];
    if (pair === undefined) return { path: ["moves", index, "rope"], message: "expected a rope" };
    if (target >= gridSize ** 2 || taken.has(target)) {
      return { path: ["moves", index, "target"], message: "expected an empty hole" };
    }
    taken.delete(pair[end]);
    taken.add(target);
    pair[end] = target;
  }
  for (const [index, rope] of ropes.entries()) {
    if (rope.id !== index) return { path: ["ropes", index, "id"], message: `expected ${index}` };
    const expected = ends[index];
    if (rope.ends[0] !== expected?.[0] || rope.ends[1] !== expected[1]) {
      return {
        path: ["ropes", index, "ends"],
        message: `expected ${JSON.stringify(expected)} after start and moves`,
      };
    }
  }
  return undefined;
}
