/**
 * What an exact reader of poses finds wrong with a rollout of Untangle: the checks of the judge in
 * their plainest meaning, on what is drawn instead of on pictures.
 */
import { crossingsOf, type Polyline } from "../../core/geometry/polyline-crossings.ts";
import type { RopeCheck } from "../../generators/builtin/faults/untangle/index.ts";
import type { EndPose, RopeColour, UntanglePose } from "../../tasks/untangle/index.ts";

/** An end farther than this from its hole does not stand in it, and is seen to be carried. */
const AWAY = 0.25;
/** Growth of a rope while nothing moves. */
const MAX_GROWTH = 1.1;

/** For each broken check the first frame of it. */
export function breaksOf(poses: readonly UntanglePose[]): ReadonlyMap<RopeCheck, number> {
  const found = new Map<RopeCheck, number>();
  const add = (check: RopeCheck, frame: number, isBroken: boolean): void => {
    if (isBroken && !found.has(check)) found.set(check, frame);
  };
  const [start] = poses;
  if (start === undefined) throw new Error("expected poses");
  const quiet = quietFrames(poses);
  poses.forEach((pose, frame) => {
    add("rope_identity", frame, String(coloursOf(pose)) !== String(coloursOf(start)));
    add("rope_integrity", frame, isInPieces(pose));
    add("board_intact", frame, (pose.holeShifts ?? []).length > 0);
    add(
      "endpoint_configuration",
      frame,
      coloursOf(start).some((colour) => isMisplaced(pose, colour)),
    );
    add("one_move_at_a_time", frame, ropesAway(pose).length > 1);
    const before = poses[frame - 1];
    if (before === undefined || before === pose) return;
    add("endpoint_track_consistency", frame, hasJumped(before, pose));
    if (quiet[frame] !== true) return;
    add("crossing_change_valid", frame, crossingWords(before) !== crossingWords(pose));
  });
  for (const [frame, pose] of poses.entries()) {
    add("length_conserved", frame, hasGrown(poses, quiet, frame, pose));
  }
  return found;
}

/** Drawn ropes by colour, in alphabetical order. */
export function coloursOf({ ropes }: UntanglePose): RopeColour[] {
  return ropes.map(({ colour }) => colour).sort();
}

/** Crossings of each two colours in the order along the one that comes first: over or under. */
export function crossingWords({ ropes }: UntanglePose): string {
  const sorted = [...ropes].sort((a, b) => a.colour.localeCompare(b.colour));
  const { along } = crossingsOf(sorted.map(({ points }) => points));
  return along
    .flatMap((list, first) =>
      sorted.flatMap(({ colour }, second) => {
        const word = list.filter(({ other }) => second > first && other === second);
        if (word.length === 0) return [];
        const marks = word.map(({ isOver }) => (isOver ? "o" : "u")).join("");
        return [`${sorted[first]?.colour}/${colour} ${marks}`];
      }),
    )
    .join(", ");
}

/** Length of the centre line seen from above. */
export function lengthOf(points: Polyline): number {
  return points.reduce((sum, [x, y], index) => {
    const [x0, y0] = points[index - 1] ?? [x, y];
    return sum + Math.hypot(x - x0, y - y0);
  }, 0);
}

export function distanceFromHole({ x, y }: EndPose): number {
  return Math.hypot(x - Math.round(x), y - Math.round(y));
}

/** Ropes with an end that stands in no hole. */
export function ropesAway({ ropes }: UntanglePose): RopeColour[] {
  return ropes
    .filter(({ ends }) => ends.some((end) => distanceFromHole(end) > AWAY))
    .map(({ colour }) => colour);
}

/** Frames in which no end is carried, and what was carried before has settled. */
export function quietFrames(poses: readonly UntanglePose[]): boolean[] {
  let carried = 0;
  let since = Number.POSITIVE_INFINITY;
  return poses.map(({ ropes }) => {
    const isCarried = ropes.some(({ ends }) => ends.some(({ state }) => state === "in-flight"));
    if (isCarried) {
      carried = since === 0 ? carried + 1 : 1;
      since = 0;
      return false;
    }
    since++;
    // Settling takes two fifths of a move, carrying the rest.
    return since > Math.ceil(0.8 * carried) + 1;
  });
}

function isInPieces({ ropes }: UntanglePose): boolean {
  const colours = ropes.map(({ colour }) => colour);
  return (
    new Set(colours).size < colours.length ||
    ropes.some(({ gaps = [], recoloured = [] }) => gaps.length + recoloured.length > 0)
  );
}

/** Not two ends, or one that rests beside the holes. */
function isMisplaced({ ropes }: UntanglePose, colour: RopeColour): boolean {
  const ends = ropes.filter((rope) => rope.colour === colour).flatMap((rope) => [...rope.ends]);
  return (
    ends.length !== 2 || ends.some((end) => end.state === "plugged" && distanceFromHole(end) > AWAY)
  );
}

/** An end rests elsewhere than in the frame before, or is gone. */
function hasJumped(before: UntanglePose, after: UntanglePose): boolean {
  return before.ropes.some(({ colour, ends }) => {
    const later = after.ropes.filter((rope) => rope.colour === colour);
    const isSame = (next: readonly EndPose[]): boolean =>
      ends.every((end, index) => {
        const to = next[index];
        if (to === undefined || end.state !== "plugged" || to.state !== "plugged") return true;
        return Math.hypot(to.x - end.x, to.y - end.y) <= AWAY;
      });
    return !later.some((rope) => isSame(rope.ends));
  });
}

function hasGrown(
  poses: readonly UntanglePose[],
  quiet: readonly boolean[],
  frame: number,
  pose: UntanglePose,
): boolean {
  for (let at = frame - 1; at >= 0 && quiet[at] === true && quiet[frame] === true; at--) {
    const earlier = poses[at];
    if (earlier === undefined || earlier === pose || hasJumped(earlier, pose)) continue;
    const isLonger = earlier.ropes.some(({ colour, points }) => {
      const now = pose.ropes.find((rope) => rope.colour === colour);
      return now !== undefined && lengthOf(now.points) > MAX_GROWTH * lengthOf(points);
    });
    if (isLonger) return true;
  }
  return false;
}
