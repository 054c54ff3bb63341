/**
 * Finds the plugs of one rope: discs of its colour, wider than the rope, from which it leaves to one
 * side at most, unless a plug stood there before. Which of them are the rope's ends is told elsewhere.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { distanceBetween } from "./points.ts";
import { offsetsWithin, placeOf, type Raster, SAMPLES_PER_UNIT } from "./raster.ts";

export type PlugCandidate = {
  readonly at: Point;
  /** Share of a plug's disc that has the rope's colour, 0..1. */
  readonly score: number;
};

/** A rope of 0.2 covers little more than half of this ring, a plug of 0.27 all of it. */
const RING = offsetsWithin(0.115, 0.15);
const CORE = offsetsWithin(0, 0.115);
/** Plugs of one rope stand at least one hole spacing apart, but for those in flight. */
const SUPPRESSION = 0.3;
/** A plug this near to a known one is that one. */
const KNOWN_REACH = 0.12;
/** Centres of plugs in holes are found at most this far from the holes'. */
const HOLE_REACH = 0.08;
/** By how much a plug in a hole is preferred to a bend of the rope beside it. */
const HOLE_ADVANTAGE = 0.15;
/** Samples this near to a peak, and with scores this little lower, tell the centre of a plug. */
const PEAK_REACH = 0.1;
const PEAK_DEPTH = 0.15;
/** Circle on which ropes leaving the plug are counted, and its samples. */
const EXIT_RADIUS = 0.215;
const EXIT_SAMPLES = 40;

const CIRCLE = Array.from({ length: EXIT_SAMPLES }, (_, k) => {
  const angle = (2 * Math.PI * k) / EXIT_SAMPLES;
  const reach = EXIT_RADIUS * SAMPLES_PER_UNIT;
  return { dx: Math.round(reach * Math.cos(angle)), dy: Math.round(reach * Math.sin(angle)) };
});

/**
 * @param label the rope's
 * @param cells the samples that have it
 * @param known where its plugs stood: the rope may pass over one of these, and leave it to both sides
 * @returns best first
 */
export function findPlugs(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  cells: readonly number[],
  known: readonly Point[],
): readonly PlugCandidate[] {
  const { minPlugScore, minHolePlugScore } = ROPE_READ_THRESHOLDS;
  const scored: { index: number; score: number; rank: number }[] = [];
  for (const index of cells) {
    const isInHole = isAtHole(raster, index);
    const least = isInHole ? minHolePlugScore : minPlugScore;
    const score = shareOf(raster, labels, label, index, RING);
    if (score < least || shareOf(raster, labels, label, index, CORE) < minPlugScore) continue;
    scored.push({ index, score, rank: score + (isInHole ? HOLE_ADVANTAGE : 0) });
  }
  scored.sort((a, b) => b.rank - a.rank || a.index - b.index);
  const found: PlugCandidate[] = [];
  for (const { index, score } of scored) {
    const place = placeOf(raster, index);
    if (found.some(({ at }) => distanceBetween(at, place) < SUPPRESSION)) continue;
    const isKnown = known.some((at) => distanceBetween(at, place) < KNOWN_REACH);
    if (!isKnown && countExits(raster, labels, label, index) > 1) continue;
    found.push({ at: centreOf(raster, scored, index, score), score });
  }
  return found;
}

function isAtHole(raster: Raster, index: number): boolean {
  const [x, y] = placeOf(raster, index);
  const isOnBoard = Math.max(x, y) < raster.gridSize - 0.5 && Math.min(x, y) > -0.5;
  return isOnBoard && distanceBetween([x, y], [Math.round(x), Math.round(y)]) < HOLE_REACH;
}

function shareOf(
  { cols, rows }: Raster,
  labels: Uint8Array,
  label: number,
  index: number,
  offsets: readonly { readonly dx: number; readonly dy: number }[],
): number {
  const row = Math.floor(index / cols);
  const col = index - row * cols;
  let own = 0;
  for (const { dx, dy } of offsets) {
    const x = col + dx;
    const y = row + dy;
    if (x < 0 || y < 0 || x >= cols || y >= rows) continue;
    if (labels[y * cols + x] === label) own++;
  }
  return own / offsets.length;
}

/** Stretches of a circle around a sample where the rope's colour crosses it. */
export function countExits(
  raster: Raster,
  labels: Uint8Array,
  label: number,
  index: number,
): number {
  const { cols, rows } = raster;
  const row = Math.floor(index / cols);
  const col = index - row * cols;
  const isOwn = CIRCLE.map(({ dx, dy }) => {
    const x = col + dx;
    const y = row + dy;
    return x >= 0 && y >= 0 && x < cols && y < rows && labels[y * cols + x] === label;
  });
  let exits = 0;
  for (let k = 0; k < isOwn.length; k++) {
    const isStart = isOwn[k] === true && isOwn.at(k - 1) === false;
    // A single sample is the rim of a plug that is drawn a little large.
    if (isStart && isOwn[(k + 1) % isOwn.length] === true) exits++;
  }
  return exits;
}

/** Mean place of the samples around a peak that score nearly as high. */
function centreOf(
  raster: Raster,
  scored: readonly { readonly index: number; readonly score: number }[],
  peak: number,
  peakScore: number,
): Point {
  const middle = placeOf(raster, peak);
  let [sumX, sumY, sum] = [0, 0, 0];
  for (const { index, score } of scored) {
    const place = placeOf(raster, index);
    if (distanceBetween(place, middle) > PEAK_REACH) continue;
    const weight = Math.max(0, score - peakScore + PEAK_DEPTH);
    sumX += weight * place[0];
    sumY += weight * place[1];
    sum += weight;
  }
  return sum > 0 ? [sumX / sum, sumY / sum] : middle;
}
