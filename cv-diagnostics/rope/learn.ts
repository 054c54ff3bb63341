/** Learns how the ropes' hues drift over a clip, from samples that surely are theirs. */
import { type Chroma, drift, FIRST_ROPE, type RopePalette } from "./colours.ts";
import { cellAt, type Raster } from "./raster.ts";
import type { RopeReading } from "./state.ts";

/** Fewer points of a line in the rope's own colour teach nothing. */
const LEAST_POINTS = 5;

/**
 * @param known colours as learnt so far
 * @param drawn colours as the renderer draws them: nothing drifts far from these
 */
export function learnColours(
  raster: Raster,
  rgb: Float32Array,
  labels: Uint8Array,
  ropes: readonly RopeReading[],
  known: RopePalette,
  drawn: RopePalette,
): RopePalette {
  return {
    ...known,
    ropes: known.ropes.map((chroma, rope) => {
      const seen = seenChroma(raster, rgb, labels, ropes[rope], FIRST_ROPE + rope);
      return seen === undefined ? chroma : drift(chroma, seen, drawn.ropes[rope] ?? chroma);
    }),
  };
}

function seenChroma(
  raster: Raster,
  rgb: Float32Array,
  labels: Uint8Array,
  rope: RopeReading | undefined,
  label: number,
): Chroma | undefined {
  let [r, g, b, count] = [0, 0, 0, 0];
  for (const point of rope?.line ?? []) {
    const index = cellAt(raster, point);
    if (labels[index] !== label) continue;
    r += rgb[3 * index] as number;
    g += rgb[3 * index + 1] as number;
    b += rgb[3 * index + 2] as number;
    count++;
  }
  const sum = r + g + b;
  return count < LEAST_POINTS || sum === 0 ? undefined : [r / sum, g / sum];
}
