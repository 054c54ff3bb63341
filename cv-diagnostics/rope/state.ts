/**
 * What the judge knows of a peg board after reading one frame: the drawn ropes, as they are seen.
 * Board units throughout: x = row (to the right), y = column (downwards), one hole spacing = 1, hole
 * (row, col) at (row, col). Readings are of what is drawn; nothing here is inferred from rules.
 */
import type { Point } from "../../core/geometry/homography.ts";
import type { RopeColour } from "../../tasks/untangle/index.ts";

/** One end of a rope, which stays the same end from frame to frame. */
export type RopeEndReading = {
  readonly at: Point;
  /** Hole on which the end stands, row * gridSize + col; null beside holes or in flight. */
  readonly hole: number | null;
  /** Distance from the nearest hole's centre, in hole spacings. */
  readonly offset: number;
  /** Whether its plug is seen; an end that another rope or plug covers is told from the rope alone. */
  readonly isSeen: boolean;
  /** Its plug is seen, and not whole: compression took its rim. @default false */
  readonly isBlurred?: boolean;
};

/** A crossing along a rope. */
export type RopeCrossing = {
  /** Index of the other rope in the instance's list; its own index for a crossing with itself. */
  readonly other: number;
  readonly at: Point;
  /** Position along this rope and along the other one, 0 (first end) to 1 (second end) of the length. */
  readonly share: number;
  readonly otherShare: number;
  /** Whether this rope lies over the other one; undefined when it could not be told. */
  readonly isOver: boolean | undefined;
  /** 1 or -1: the sign of the turn from this rope's direction to the other one's. */
  readonly sign: 1 | -1;
};

/**
 * - `read`: traced from end to end.
 * - `partly`: colour is there, but no trace could be trusted (blur, too little of it seen).
 * - `absent`: the picture is sharp and nothing of this colour is in it.
 */
export type RopeStatus = "read" | "partly" | "absent";

/** A place where a rope's drawing is wrong, with its size in hole spacings. */
export type RopeFlaw = {
  readonly at: Point;
  readonly size: number;
};

/** One of the instance's ropes in one frame. */
export type RopeReading = {
  readonly colour: RopeColour;
  readonly status: RopeStatus;
  /** 0..1; how well the trace explains the rope's pixels. */
  readonly confidence: number;
  /** First and second end; undefined unless `status` is "read". */
  readonly ends: readonly [RopeEndReading, RopeEndReading] | undefined;
  /** Centre line from the first to the second end, through stretches that are hidden; else empty. */
  readonly line: readonly Point[];
  /** Length of the centre line seen from above, in hole spacings; 0 when not read. */
  readonly length: number;
  /** Stretches of the line where another rope lies over it, as shares of the length. */
  readonly hidden: readonly (readonly [from: number, to: number])[];
  /** Crossings with other ropes and with itself, in order along the rope. */
  readonly crossings: readonly RopeCrossing[];
  /** Stretches of the line where nothing of the rope is drawn and nothing lies over it. */
  readonly gaps: readonly RopeFlaw[];
  /** Drawn pieces of its colour beside its line, with no plug: branches, loose pieces. */
  readonly extra: readonly RopeFlaw[];
  /** Plugs of its colour beyond the two ends: a rope of which there are two has two of them. */
  readonly extraPlugs: readonly Point[];
};

export type RopeFrameState = {
  readonly gridSize: number;
  /** In the instance's order. */
  readonly ropes: readonly RopeReading[];
  /** Rope-like drawing in a colour that is none of the instance's. */
  readonly foreign: readonly RopeFlaw[];
  /** Holes that were looked for where nothing covers them, and not found there. */
  readonly missingHoles: readonly number[];
  /** Holes that could be looked for. */
  readonly seenHoles: number;
  /** Dark discs like holes where none belongs. */
  readonly strayHoles: readonly Point[];
};
