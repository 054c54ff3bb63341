/**
 * Where in a frame the places lie that violations of ropes name: "hole (row,col)", "rope red",
 * "crossing red/blue", a rope of another colour. For the overlay; owns no drawing and no verdict.
 */
import type { Point } from "../../core/geometry/homography.ts";
import { crossingName, ropeName } from "../../tasks/untangle/names.ts";
import { drawnPieces } from "./pieces.ts";
import type { RopeCrossing, RopeFrameState, RopeReading } from "./state.ts";

/** Of both ropes at a crossing so much is shown to each side. In hole spacings. */
const CROSSING_REACH = 0.4;

/**
 * The one point that says most: the flaw of a rope, its end in the air, else its middle; the first
 * crossing of a pair.
 * @returns undefined when the state does not show it
 */
export function locateOnRopes(where: string, state?: RopeFrameState): Point | undefined {
  const hole = /^hole \((\d+),(\d+)\)$/.exec(where);
  if (hole !== null) return [Number(hole[1]), Number(hole[2])];
  if (state === undefined) return undefined;
  const rope = ropeNamed(where, state);
  if (rope !== undefined) return placeOfRope(rope);
  const [crossing] = crossingsNamed(where, state);
  if (crossing !== undefined) return crossing.at;
  return where.startsWith("rope of") ? state.foreign[0]?.at : undefined;
}

/** The line of a rope without its gaps; both ropes around each of a pair's crossings, the lower one first. */
export function outlineOnRopes(
  where: string,
  state: RopeFrameState,
): readonly (readonly Point[])[] {
  const rope = ropeNamed(where, state);
  if (rope !== undefined) return drawnPieces(rope);
  return crossingsNamed(where, state).flatMap((crossing) => {
    const first = around(crossing.first, crossing.share);
    const second = around(crossing.second, crossing.otherShare);
    return crossing.isOver === false ? [first, second] : [second, first];
  });
}

function ropeNamed(where: string, { ropes }: RopeFrameState): RopeReading | undefined {
  return ropes.find(({ colour }) => ropeName(colour) === where);
}

function placeOfRope({ gaps, extra, extraPlugs, ends, line }: RopeReading): Point | undefined {
  const [flaw] = [...gaps, ...extra].sort((a, b) => b.size - a.size);
  const flying = ends?.find(({ hole }) => hole === null);
  return flaw?.at ?? extraPlugs[0] ?? flying?.at ?? line[line.length >> 1];
}

type NamedCrossing = RopeCrossing & { readonly first: RopeReading; readonly second: RopeReading };

/** Crossings of a named pair, in order along its first rope. */
function crossingsNamed(where: string, { ropes }: RopeFrameState): readonly NamedCrossing[] {
  return ropes.flatMap((first, index) =>
    first.crossings.flatMap((crossing): NamedCrossing[] => {
      const second = ropes[crossing.other];
      if (second === undefined || crossing.other <= index) return [];
      const isNamed = crossingName(first.colour, second.colour) === where;
      return isNamed ? [{ ...crossing, first, second }] : [];
    }),
  );
}

/** The part of a rope to both sides of a share of its length. */
function around({ line, length }: RopeReading, share: number): readonly Point[] {
  const reach = length > 0 ? CROSSING_REACH / length : 1;
  const last = line.length - 1;
  return line.slice(
    Math.max(0, Math.round((share - reach) * last)),
    Math.round((share + reach) * last) + 1,
  );
}
