/** How the kinds of pipe piece look under rotation: symmetry, angle of a mask, mask of an angle. */
import { currentMask } from "../../../tasks/pipe/rules.ts";
import { PIPE_KINDS, type PipeKind } from "../../../tasks/pipe/state.ts";

/** Kinds that have openings. */
export const PIECE_KINDS = PIPE_KINDS.filter((kind) => kind !== "empty");

type PieceShape = {
  /** Openings at angle 0 (N=1, E=2, S=4, W=8). */
  readonly mask: number;
  /** Clockwise rotation after which the piece looks the same again, in degrees. */
  readonly periodDeg: 90 | 180 | 360;
};

export const PIECE_SHAPES: Readonly<Record<PipeKind, PieceShape>> = {
  empty: { mask: 0, periodDeg: 360 },
  end: { mask: 1, periodDeg: 360 },
  straight: { mask: 5, periodDeg: 180 },
  bend: { mask: 3, periodDeg: 360 },
  tee: { mask: 7, periodDeg: 360 },
  cross: { mask: 15, periodDeg: 90 },
};

/** Clockwise angle of a mask relative to its kind's angle 0: a multiple of 90 below the period. */
export function angleOfMask(kind: PipeKind, mask: number): number {
  for (let turns = 0; turns < 4; turns++) {
    if (currentMask(PIECE_SHAPES[kind].mask, turns) === mask) return 90 * turns;
  }
  return 0;
}

/** Openings of a kind at the quarter turn nearest to an angle. */
export function maskAtAngle(kind: PipeKind, angleDeg: number): number {
  return currentMask(PIECE_SHAPES[kind].mask, Math.round(angleDeg / 90));
}

/** The turn from one angle to another in (-period/2, period/2] degrees, positive clockwise. */
export function turnBetween(fromDeg: number, toDeg: number, periodDeg: number): number {
  const turn = (((toDeg - fromDeg) % periodDeg) + periodDeg) % periodDeg;
  return turn > periodDeg / 2 + 1e-9 ? turn - periodDeg : turn;
}

/** Distance of an angle to the nearest quarter turn, 0..45 degrees. */
export function offQuarterDeg(angleDeg: number): number {
  const rest = ((angleDeg % 90) + 90) % 90;
  return Math.min(rest, 90 - rest);
}
