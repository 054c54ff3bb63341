/** The state of a frame of ropes as it stands in a verdict: plain JSON, rounded, without empty lists. */
import type { Point } from "../../core/geometry/homography.ts";
import { rounded } from "../checks/result.ts";
import { holePoint } from "./raster.ts";
import type { RopeFrameState, RopeReading } from "./state.ts";

/** Every how many points of a centre line stand in a verdict: one in 0.3 hole spacings. */
const KEPT_POINTS = 3;

export function describeRopeState(state: RopeFrameState): unknown {
  const { gridSize } = state;
  return {
    ropes: state.ropes.map((rope) => describeRope(rope, gridSize)),
    ...listed("foreign", state.foreign.map(describeFlaw)),
    ...listed(
      "missingHoles",
      state.missingHoles.map((hole) => holePoint(gridSize, hole)),
    ),
    ...listed("strayHoles", state.strayHoles.map(place)),
  };
}

function describeRope(rope: RopeReading, gridSize: number): unknown {
  const { colour, status, confidence, ends, line, length } = rope;
  if (status !== "read") return { colour, status };
  return {
    colour,
    status,
    confidence: rounded(confidence),
    ends: ends?.map(({ at, hole, isSeen }) => ({
      ...(hole === null ? { at: place(at) } : { hole: holePoint(gridSize, hole) }),
      ...(isSeen ? {} : { hidden: true }),
    })),
    line: line.filter((_, k) => k % KEPT_POINTS === 0 || k === line.length - 1).map(place),
    length: rounded(length),
    crossings: rope.crossings.map(({ other, at, share, isOver }) => ({
      other,
      at: place(at),
      share: rounded(share),
      lies: isOver === undefined ? "unknown" : isOver ? "over" : "under",
    })),
    ...listed("gaps", rope.gaps.map(describeFlaw)),
    ...listed("extra", rope.extra.map(describeFlaw)),
    ...listed("extraPlugs", rope.extraPlugs.map(place)),
  };
}

function describeFlaw({ at, size }: { readonly at: Point; readonly size: number }): unknown {
  return { at: place(at), size: rounded(size) };
}

function listed(name: string, values: readonly unknown[]): Record<string, unknown> {
  return values.length === 0 ? {} : { [name]: values };
}

function place([x, y]: Point): [number, number] {
  return [rounded(x), rounded(y)];
}
