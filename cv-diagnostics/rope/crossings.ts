/**
 * Where the centre lines of drawn ropes cross, and which rope lies over the other one there. Where
 * they cross follows from the lines, exactly; which lies over is what the samples show at the place
 * that both cover.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { type Crossing, crossingsOf } from "../../core/geometry/polyline-crossings.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { FIRST_ROPE } from "./colours.ts";
import { nearestOnPiece } from "./points.ts";
import { cellAt, offsetsWithin, placeOf, type Raster, visitAround } from "./raster.ts";
import type { RopeCrossing, RopeReading } from "./state.ts";

/** Around a crossing samples are asked that lie this near to both lines. */
const VOTERS = offsetsWithin(0, 0.2);
const VOTER_REACH = 0.075;
/** Fewer voters of the two ropes tell nothing. */
const LEAST_VOTES = 6;

/**
 * Crossings along each rope, in order.
 * @param ropes with their centre lines, of which an empty one crosses nothing
 */
export function readCrossings(
  raster: Raster,
  labels: Uint8Array,
  ropes: readonly Pick<RopeReading, "line" | "hidden">[],
): RopeCrossing[][] {
  const lines = ropes.map(({ line }) => line);
  const map = crossingsOf(lines.map((line) => line.map(([x, y]) => [x, y, 0] as const)));
  const along: RopeCrossing[][] = lines.map(() => []);
  for (const crossing of [...map.between, ...map.self]) {
    const { over: a, under: b, point } = crossing;
    const isSelf = a.line === b.line;
    const share = isSelf ? undefined : shareOfFirst(raster, labels, lines, crossing);
    const shares = [a, b].map(({ line, at }) => at / Math.max(1, (lines[line]?.length ?? 1) - 1));
    const isFirstOver = whichIsOver(
      share,
      isHiddenAt(ropes[a.line], shares[0] ?? 0),
      isHiddenAt(ropes[b.line], shares[1] ?? 0),
    );
    const sign = turnBetween(lines[a.line] ?? [], a.at, lines[b.line] ?? [], b.at);
    const [shareA = 0, shareB = 0] = shares;
    along[a.line]?.push({
      other: b.line,
      at: point,
      share: shareA,
      otherShare: shareB,
      isOver: isFirstOver,
      sign,
    });
    along[b.line]?.push({
      other: a.line,
      at: point,
      share: shareB,
      otherShare: shareA,
      isOver: isFirstOver === undefined ? undefined : !isFirstOver,
      sign: sign === 1 ? -1 : 1,
    });
  }
  for (const list of along) list.sort((a, b) => a.share - b.share);
  return along;
}

/**
 * Whether the first rope lies over, by the samples and by the lines: the upper one is seen there, the
 * lower one is not. Where these disagree a third rope lies over both, or a line is out of place.
 */
function whichIsOver(
  share: number | undefined,
  isFirstHidden: boolean,
  isSecondHidden: boolean,
): boolean | undefined {
  if (share === undefined || isFirstHidden === isSecondHidden) return undefined;
  const isClear = Math.max(share, 1 - share) >= ROPE_READ_THRESHOLDS.clearMajority;
  return isClear && share > 0.5 === isSecondHidden ? isSecondHidden : undefined;
}

function isHiddenAt(rope: Pick<RopeReading, "hidden"> | undefined, share: number): boolean {
  return rope?.hidden.some(([from, to]) => share >= from && share <= to) === true;
}

/** Share of the first rope among the samples that both ropes cover; undefined when a third one does. */
function shareOfFirst(
  raster: Raster,
  labels: Uint8Array,
  lines: readonly (readonly Point[])[],
  { over: a, under: b, point }: Crossing,
): number | undefined {
  const first = lines[a.line] ?? [];
  const second = lines[b.line] ?? [];
  const [labelA, labelB] = [FIRST_ROPE + a.line, FIRST_ROPE + b.line];
  let votesA = 0;
  let votesB = 0;
  let others = 0;
  visitAround(raster, cellAt(raster, point), VOTERS, (index) => {
    const place = placeOf(raster, index);
    if (distanceToLine(place, first, a.at) > VOTER_REACH) return;
    if (distanceToLine(place, second, b.at) > VOTER_REACH) return;
    const shown = labels[index];
    if (shown === labelA) votesA++;
    else if (shown === labelB) votesB++;
    else others++;
  });
  const votes = votesA + votesB;
  if (votes < LEAST_VOTES || others > votes) return undefined;
  return votesA / votes;
}

/** Pieces of a line to each side of a crossing that are looked at. */
const NEAR_PIECES = 3;

function distanceToLine(place: Point, line: readonly Point[], at: number): number {
  let least = Number.POSITIVE_INFINITY;
  const middle = Math.floor(at);
  const last = Math.min(line.length - 2, middle + NEAR_PIECES);
  for (let k = Math.max(0, middle - NEAR_PIECES); k <= last; k++) {
    const { distance } = nearestOnPiece(place, line[k] ?? place, line[k + 1] ?? place);
    least = Math.min(least, distance);
  }
  return least;
}

/** Sign of the turn from the first line's direction to the second one's. */
function turnBetween(
  first: readonly Point[],
  atFirst: number,
  second: readonly Point[],
  atSecond: number,
): 1 | -1 {
  const [ax, ay] = pieceAt(first, atFirst);
  const [bx, by] = pieceAt(second, atSecond);
  return ax * by - ay * bx >= 0 ? 1 : -1;
}

function pieceAt(line: readonly Point[], at: number): Point {
  const k = Math.min(line.length - 2, Math.floor(at));
  const from = line[k] ?? [0, 0];
  const to = line[k + 1] ?? from;
  return [to[0] - from[0], to[1] - from[1]];
}
