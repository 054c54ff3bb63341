/**
 * What a move does to ropes drawn as lines, without simulating it. An end that is lifted comes free
 * of every rope that it lies over, up to the first rope over it; from there the rope goes straight to
 * its new hole, above everything. The lines that result are entangled exactly as the ropes will be,
 * only less tight.
 */
import type { Point } from "../../../core/geometry/homography.ts";
import type { CrossingMap, Point3, Polyline } from "../../../core/geometry/polyline-crossings.ts";
import type { EndIndex } from "../physics/world.ts";

/** What stays of a rope when one of its ends is lifted. */
export type Remains = {
  /** From the end that stays to where the lifted part begins. */
  readonly kept: Polyline;
  /** The ropes that the kept part crosses, once for each crossing. */
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
  const [forward, along] =
    end === 1
      ? [line, map.along[rope] ?? []]
      : [
          [...line].reverse(),
          [...(map.along[rope] ?? [])]
            .reverse()
            .map((entry) => ({ ...entry, at: last - entry.at })),
        ];
  const caught = along.findLastIndex(({ isOver }) => !isOver);
  const from = along[caught];
  if (from === undefined) return { kept: forward.slice(0, 1), crossed: [] };
  const next = along[caught + 1]?.at ?? last;
  const until = from.at + Math.min(CATCH, (next - from.at) / 2);
  const corners = forward.slice(0, Math.floor(until) + 1);
  return {
    kept: [...corners, pointAt(forward, until)],
    crossed: along.slice(0, caught + 1).map(({ other }) => other),
  };
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
