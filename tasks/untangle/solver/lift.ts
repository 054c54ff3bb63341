/**
 * What a move does to ropes drawn as lines, without simulating it. An end that is lifted comes free
 * of every rope that it lies over, itself included, up to the first one over it; from there the rope
 * goes straight to its new hole, above everything. The ropes will lie so if they come taut; slack may
 * stay where it was.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import type { CrossingMap, Point3, Polyline } from "../../../core/geometry/polyline-crossings.ts";
import type { EndIndex } from "../physics/world.ts";

/** What stays of a rope when one of its ends is lifted. */
export type Remains = {
  /** From the end that stays to where the lifted part begins. */
  readonly kept: Polyline;
  /** The other ropes that the kept part crosses, once for each crossing. */
  readonly crossed: readonly number[];
};

/** How far past a rope over it a caught rope reaches at most, in segments. */
const CATCH = 0.7;

/** Lifts an end. */
export function liftEnd(
  lines: readonly Polyline[],
  map: CrossingMap,
  rope: number,
  end: EndIndex,
): Remains {
  const line = lines[rope] ?? [];
  const last = line.length - 1;
  const forward = end === 1 ? line : [...line].reverse();
  const along = passesOf(map, rope)
    .map((pass) => (end === 1 ? pass : { ...pass, at: last - pass.at }))
    .sort((a, b) => a.at - b.at);
  const caught = findCaught(along);
  const from = along[caught];
  if (from === undefined) return { kept: forward.slice(0, 1), crossed: [] };
  const next = along[caught + 1]?.at ?? last;
  const until = from.at + Math.min(CATCH, (next - from.at) / 2);
  const corners = forward.slice(0, Math.floor(until) + 1);
  return {
    kept: [...corners, pointAt(forward, until)],
    crossed: along.slice(0, caught + 1).flatMap(({ other }) => (other === rope ? [] : [other])),
  };
}

/** A crossing as the rope meets it; it meets one with itself twice. */
type Pass = {
  readonly at: number;
  readonly isOver: boolean;
  readonly other: number;
  /** Number of the crossing with itself; undefined for one with another rope. */
  readonly own?: number;
};

function passesOf(map: CrossingMap, rope: number): Pass[] {
  const own = map.self.flatMap(({ over, under }, index): Pass[] => {
    if (over.line !== rope) return [];
    return [
      { at: over.at, isOver: true, other: rope, own: index },
      { at: under.at, isOver: false, other: rope, own: index },
    ];
  });
  return [...(map.along[rope] ?? []), ...own];
}

/** Index of the pass at which a rope is caught that is lifted by its last end; -1 when nowhere. */
function findCaught(along: readonly Pass[]): number {
  const undone = new Set<number>();
  return along.findLastIndex(({ isOver, own }) => {
    if (isOver && own !== undefined) undone.add(own);
    return !isOver && !(own !== undefined && undone.has(own));
  });
}

/** The step from where a rope is caught up to above everything, as a share of the way. */
const STEP_UP = 1e-3;

/**
 * Lays a lifted end into a hole.
 * @param height above everything that lies there
 */
export function layEnd({ kept }: Remains, hole: Point, end: EndIndex, height: number): Polyline {
  const from = kept[kept.length - 1] ?? [0, 0, 0];
  const to: Point3 = [hole[0], hole[1], height];
  const up: Point3 = [
    from[0] + (to[0] - from[0]) * STEP_UP,
    from[1] + (to[1] - from[1]) * STEP_UP,
    height,
  ];
  const line = [...kept, up, to];
  return end === 1 ? line : line.reverse();
}

/** Point of a line; `at` as in CrossingPlace. */
function pointAt(line: Polyline, at: number): Point3 {
  const index = Math.min(line.length - 2, Math.floor(at));
  const from = line[index] ?? [0, 0, 0];
  const to = line[index + 1] ?? from;
  const share = at - index;
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}
