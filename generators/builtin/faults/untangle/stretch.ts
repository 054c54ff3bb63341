/**
 * A rope grows longer in a few frames while its ends rest, by a bow or waves beside all others, and
 * stays so: no crossing comes, goes or flips with it.
 */
import type { Point } from "../../../../core/geometry/homography.ts";
import type { Polyline } from "../../../../core/geometry/polyline-crossings.ts";
import { ropeName, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { easeTurn } from "../../timeline.ts";
import { buildAtPlace } from "../choose-place.ts";
import {
  clearance,
  crossingsIn,
  crossingText,
  distanceTo,
  drawnLine,
  planeLength,
  wayAlong,
} from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { alongPoints, type UntangleContext, withRope } from "./rollout.ts";
import { listSites, posesFrom, restsFrom, type Site } from "./sites.ts";

/** Length in the end, over that before; and from where on it is told to be seen. */
const GROWN = 1.38;
const SEEN = 1.1;
const GROWTH_SEC = 0.4;
/** On ropes shorter than this the growth is less to be seen. In hole spacings. */
const LONG = 2;
/** Half waves of the part that grows: one is a bow. */
const WAVES = [1, 2, 3];
/** Points of a rope between which it grows; of 17. */
const PARTS = [
  [1, 15],
  [1, 9],
  [7, 15],
  [3, 13],
] as const;
/** Farthest that a point goes, in hole spacings. */
const MAX_BOW = 1.3;
/** From what has moved to other ropes, to the rope's other parts, and beyond the outer holes. */
const FROM_OTHERS = 0.3;
const MARGIN = 0.5;

type Place = {
  readonly site: Site;
  readonly rope: number;
  readonly part: (typeof PARTS)[number];
  readonly waves: number;
  readonly side: 1 | -1;
};

export function stretch(context: UntangleContext): ClipScript<UntanglePose> {
  const growth = Math.max(2, Math.round(GROWTH_SEC * context.fps));
  const sites = listSites(context, growth).flatMap((site) => listPlaces(site));
  return buildAtPlace(
    context.rng,
    sites,
    ({ site, rope, waves }) =>
      3 * Number(site.movesLater(rope)) +
      0.3 * (waves - 1) +
      Math.ceil(2 * Math.max(0, LONG - planeLength(site.pose.ropes[rope]?.points ?? []))) / 2 +
      site.haste,
    (place) => {
      const { site, rope } = place;
      const offsets = growOffsets(place);
      if (offsets === undefined) return undefined;
      const grow = (pose: UntanglePose, share: number): UntanglePose =>
        grown(pose, rope, offsets, share);
      if (!isFree(place, restsFrom(context, site), offsets)) return undefined;
      const isSame = (pose: UntanglePose): boolean =>
        crossingText(grow(pose, 1)) === crossingText(pose);
      if (!posesFrom(site).every(isSame)) return undefined;
      const known = new Map<UntanglePose, UntanglePose>();
      const poses = site.poses().map((pose, frame) => {
        if (frame < site.frame) return pose;
        if (frame < site.frame + growth) return grow(pose, easeTurn(frame - site.frame, growth));
        const full = known.get(pose) ?? grow(pose, 1);
        known.set(pose, full);
        return full;
      });
      const lengthAt = (pose: UntanglePose | undefined): number =>
        planeLength(drawnLine(pose?.ropes[rope]?.points ?? []));
      const { colour } = site.pose.ropes[rope] ?? {};
      return plantedClip(poses, site, {
        fault: "stretch",
        check: "length_conserved",
        frame: poses.findIndex(
          (pose, frame) => frame >= site.frame && lengthAt(pose) >= SEEN * lengthAt(site.pose),
        ),
        where: colour === undefined ? [] : [ropeName(colour)],
        alsoChecks: [],
      });
    },
    "stretch",
  );
}

function listPlaces(site: Site): Place[] {
  return site.pose.ropes.flatMap((_, rope) =>
    PARTS.flatMap((part) =>
      WAVES.flatMap((waves) =>
        ([1, -1] as const).map((side) => ({ site, rope, part, waves, side })),
      ),
    ),
  );
}

/** Where each point goes, so that the rope is GROWN times as long; undefined when that is too far. */
function growOffsets({ site, rope, part, waves, side }: Place): readonly Point[] | undefined {
  const points = site.pose.ropes[rope]?.points ?? [];
  const way = wayAlong(points);
  const [first, last] = part;
  const [from, to] = [points[first], points[last]];
  const [start = 0, end = 0] = [way[first], way[last]];
  if (from === undefined || to === undefined) return undefined;
  const chord = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (chord < 0.3) return undefined;
  const across: Point = [(-(to[1] - from[1]) / chord) * side, ((to[0] - from[0]) / chord) * side];
  const offsets = (by: number): Point[] =>
    points.map((_, index): Point => {
      const share = ((way[index] ?? 0) - start) / (end - start);
      const wave = share <= 0 || share >= 1 ? 0 : by * Math.sin(waves * Math.PI * share);
      return [across[0] * wave, across[1] * wave];
    });
  const length = (by: number): number => planeLength(drawnLine(shifted(points, offsets(by), 1)));
  const wanted = GROWN * length(0);
  let [low, high] = [0, MAX_BOW / waves];
  if (length(high) < wanted) return undefined;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (length(middle) < wanted) low = middle;
    else high = middle;
  }
  return offsets(high);
}

function shifted(points: Polyline, offsets: readonly Point[], share: number): Polyline {
  return points.map(([x, y, height], index) => {
    const [dx, dy] = offsets[index] ?? [0, 0];
    return [x + dx * share, y + dy * share, height] as const;
  });
}

function grown(
  pose: UntanglePose,
  rope: number,
  offsets: readonly Point[],
  share: number,
): UntanglePose {
  return withRope(pose, rope, (known) => alongPoints(known, shifted(known.points, offsets, share)));
}

/** Whether what grows meets nothing at rest, itself included, and keeps on the board. */
function isFree(
  { rope }: Place,
  rests: readonly UntanglePose[],
  offsets: readonly Point[],
): boolean {
  return rests.every((rest) => {
    const pose = grown(rest, rope, offsets, 1);
    const line = drawnLine(pose.ropes[rope]?.points ?? []);
    const old = drawnLine(rest.ropes[rope]?.points ?? []);
    const moved = line.flatMap(([x, y], index): Point[] => {
      const [x0, y0] = old[index] ?? [x, y];
      return Math.hypot(x - x0, y - y0) > 0.1 ? [[x, y]] : [];
    });
    const [low, high] = [-MARGIN, rest.gridSize - 1 + MARGIN];
    return (
      moved.every((point) => point.every((at) => at >= low && at <= high)) &&
      clearance(moved, rest, (other) => other !== rope) >= FROM_OTHERS &&
      crossingsIn(pose).self.length === crossingsIn(rest).self.length &&
      isOpen(line)
    );
  });
}

/** Parts of the rope this far apart along it, and farther, keep apart on the board too. */
const OWN_GAP = 0.6;

function isOpen(line: Polyline): boolean {
  const way = wayAlong(line);
  return line.every(([x, y], index) => {
    const later = line.filter((_, at) => (way[at] ?? 0) > (way[index] ?? 0) + OWN_GAP);
    return later.length < 2 || distanceTo([x, y], later) >= FROM_OTHERS * 0.8;
  });
}
