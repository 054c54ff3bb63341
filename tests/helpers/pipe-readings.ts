/** Compares what was read in cells with the poses that were drawn. */
import { PIECE_SHAPES, turnBetween } from "../../cv-diagnostics/grid/pipe/pieces.ts";
import type { CellReading } from "../../cv-diagnostics/grid/pipe/read-cell.ts";
import type { PipeCellPose } from "../../tasks/pipe/render.ts";
import { pipeKind } from "../../tasks/pipe/state.ts";

export function nameOf({ mask, angleDeg, connected, isSource }: PipeCellPose): string {
  const colour = connected ? "green" : "blue";
  return `${colour} ${pipeKind(mask)} at ${angleDeg}${isSource ? " with hub" : ""}`;
}

/**
 * What is wrong with a reading, in words; undefined when it is right. Kind, colour and hub must be
 * exact, the angle within `toleranceDeg`. A cell that was not read is wrong.
 */
export function mistakeIn(
  truth: PipeCellPose,
  reading: CellReading | undefined,
  toleranceDeg: number,
): string | undefined {
  const drawn = nameOf(truth);
  if (!reading) return `${drawn}: no reading`;
  const seen = `${reading.colour} ${reading.kind} at ${reading.angleDeg.toFixed(1)}`;
  const fault = (what: string): string =>
    `${drawn}: ${what} (${seen}, hub ${reading.isSource}, residual ${reading.residual.toFixed(3)})`;
  if (!reading.isRead) return fault("not read");
  const kind = pipeKind(truth.mask);
  if (reading.kind !== kind) return fault("another kind");
  if (kind === "empty") return undefined;
  if (reading.colour !== (truth.connected ? "connected" : "disconnected")) return fault("colour");
  if (reading.isSource !== truth.isSource) return fault("hub");
  const { periodDeg } = PIECE_SHAPES[kind];
  const off = Math.abs(turnBetween(baseAngle(truth), reading.angleDeg, periodDeg));
  return off <= toleranceDeg ? undefined : fault(`${off.toFixed(2)} degrees off`);
}

/** Angle of a pose relative to its kind's angle 0; its mask may be turned already. */
function baseAngle({ mask, angleDeg }: PipeCellPose): number {
  const base = PIECE_SHAPES[pipeKind(mask)].mask;
  const turns = [0, 1, 2, 3].find((n) => (((base << n) | (base >> (4 - n))) & 15) === mask) ?? 0;
  return 90 * turns + angleDeg;
}
