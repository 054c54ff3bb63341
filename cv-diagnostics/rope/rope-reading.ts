/** From a traced line to the reading of a rope: lengths, shares, flaws, and whether it can be trusted. */
import type { RopeColour } from "../../tasks/untangle/index.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import type { Centreline } from "./centreline.ts";
import { type FoundEnds, holeOf } from "./ends.ts";
import { distanceBetween, lengthOf } from "./points.ts";
import { type Raster, SAMPLES_PER_UNIT } from "./raster.ts";
import type { RopeEndReading, RopeFlaw, RopeReading } from "./state.ts";
import type { TracedLine } from "./trace-line.ts";

/** A rope of which no line is known. */
export function unread(colour: RopeColour, status: "partly" | "absent"): RopeReading {
  return {
    colour,
    status,
    confidence: 0,
    ends: undefined,
    line: [],
    length: 0,
    hidden: [],
    crossings: [],
    gaps: [],
    extra: [],
    extraPlugs: [],
  };
}

/** What was traced, in the words of a frame state; crossings need all ropes and are added later. */
export function describeLine(
  raster: Raster,
  { points, covers, leftOver }: TracedLine,
  { ends, others }: FoundEnds,
  colour: RopeColour,
  cellCount: number,
): RopeReading {
  const last = points.length - 1;
  const stretches = stretchesOf(covers);
  const length = lengthOf(points);
  const toShare = (k: number): number => Math.min(1, Math.max(0, k / last));
  const hidden = stretches
    .filter(({ cover }) => cover === "other")
    .map(({ from, to }) => [toShare(from - 0.5), toShare(to + 0.5)] as const);
  const gaps = stretches
    .filter(({ cover }) => cover === "ground")
    .map(({ from, to }): RopeFlaw => {
      const at = points[(from + to) >> 1] ?? [0, 0];
      return { at, size: ((to - from + 1) * length) / Math.max(1, last) };
    })
    .filter(({ size }) => size >= ROPE_READ_THRESHOLDS.minGapLength);
  const unexplained = leftOver.reduce((sum, { area }) => sum + area, 0) * SAMPLES_PER_UNIT ** 2;
  const own = covers.filter((cover) => cover === "own").length / covers.length;
  const confidence = Math.max(0, 1 - unexplained / cellCount) * Math.min(1, 0.5 + own / 2);
  const isRead = own + hiddenShare(hidden) >= ROPE_READ_THRESHOLDS.minExplainedRatio;
  if (!isRead && gaps.length === 0) return unread(colour, "partly");
  const describeEnd = ({ at, isSeen, isBlurred }: FoundEnds["ends"][number]): RopeEndReading => ({
    at,
    isSeen,
    ...(isBlurred === true ? { isBlurred } : {}),
    ...holeOf(raster.gridSize, at),
  });
  return {
    colour,
    status: "read",
    confidence,
    ends: [describeEnd(ends[0]), describeEnd(ends[1])],
    line: points,
    length,
    hidden,
    crossings: [],
    gaps,
    extra: leftOver.map(({ at, extent }) => ({ at, size: extent })),
    extraPlugs: others
      .filter(
        ({ at, score }) =>
          score >= ROPE_READ_THRESHOLDS.minExtraPlugScore &&
          points.every((point) => distanceBetween(point, at) > ROPE_READ_THRESHOLDS.explainedReach),
      )
      .map(({ at }) => at),
  };
}

function hiddenShare(hidden: readonly (readonly [number, number])[]): number {
  return hidden.reduce((sum, [from, to]) => sum + to - from, 0);
}

type Stretch = { readonly cover: Centreline["covers"][number]; readonly from: number; to: number };

/** Runs of points with the same cover. */
function stretchesOf(covers: Centreline["covers"]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [k, cover] of covers.entries()) {
    const open = stretches.at(-1);
    if (open?.cover === cover) open.to = k;
    else stretches.push({ cover, from: k, to: k });
  }
  return stretches;
}
