/**
 * Lists the segments that are near each other or near a plug's post: all pairs within LIST_DISTANCE,
 * ropes in published order, posts last. Owns who is near; what near ones do is contacts.ts.
 */
import { measureNearest } from "./nearest.ts";
import { PLUG_REACH, SEGMENTS } from "./parameters.ts";
import { type EndIndex, particleOffset, postOffset, type World } from "./world.ts";

/** Pairs farther apart than this when the list is made are not on it. */
export const LIST_DISTANCE = 0.92;
/** The list is made anew when a particle has moved this far since. */
export const LIST_DRIFT = (LIST_DISTANCE - PLUG_REACH) / 2;

/** What a pair on the list is. */
export const OTHER_ROPES = 0;
const SAME_ROPE = 1;
export const POST = 2;

/** Segments of one rope meet when more than this many apart. */
const OWN_GAP = 2;

/** Segments of a piece of rope that are passed over together; a divisor of SEGMENTS. */
const PIECE = 4;
/** More than sums and differences of places are rounded by. */
const ROUNDING = 1e-9;

export type PairList = {
  /** Pairs on the list; the arrays go on beyond. */
  count: number;
  /** Offsets of the first particles of both segments. */
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** Ropes of both; the rope of a post moves not and has the index `ropeCount`. */
  readonly firstRopes: Uint8Array;
  readonly secondRopes: Uint8Array;
  readonly kinds: Uint8Array;
  /** Index of the post, for posts. */
  readonly posts: Uint8Array;
  /** Distance when listed. */
  readonly distances: Float64Array;
};

/** @returns the list, and what makes it anew */
export function createPairList(world: World): {
  readonly list: PairList;
  readonly refresh: (loopLength: number) => void;
} {
  const { ropeCount, positions, postReaches, segmentLengths } = world;
  const segmentCount = ropeCount * SEGMENTS;
  const capacity = (segmentCount * (segmentCount - 1)) / 2 + 2 * ropeCount * segmentCount;
  const list: PairList = {
    count: 0,
    firsts: new Int32Array(capacity),
    seconds: new Int32Array(capacity),
    firstRopes: new Uint8Array(capacity),
    secondRopes: new Uint8Array(capacity),
    kinds: new Uint8Array(capacity),
    posts: new Uint8Array(capacity),
    distances: new Float64Array(capacity),
  };
  const offsets = Int32Array.from({ length: segmentCount }, (_, segment) =>
    particleOffset(Math.floor(segment / SEGMENTS), segment % SEGMENTS),
  );
  const ropes = Uint8Array.from({ length: segmentCount }, (_, segment) =>
    Math.floor(segment / SEGMENTS),
  );
  /** Middle and half length of each segment, for a quick look. */
  const balls = new Float64Array(4 * segmentCount);

  /** Lowest and highest x, y, z of each piece of rope, for a quicker one. */
  const boxes = new Float64Array((6 * segmentCount) / PIECE);

  const addIfNear = (
    a: number,
    b: number,
    rope: number,
    other: number,
    kind: number,
    post: number,
  ): void => {
    const squared = measureNearest(positions, a, b);
    if (squared >= LIST_DISTANCE * LIST_DISTANCE) return;
    const at = list.count++;
    list.firsts[at] = a;
    list.seconds[at] = b;
    list.firstRopes[at] = rope;
    list.secondRopes[at] = other;
    list.kinds[at] = kind;
    list.posts[at] = post;
    list.distances[at] = Math.sqrt(squared);
  };

  const listRopes = (loopLength: number): void => {
    for (let i = 0; i < segmentCount; i++) {
      const a = offsets[i] as number;
      const rope = ropes[i] as number;
      const ownLength = segmentLengths[rope] as number;
      const nextRope = (rope + 1) * SEGMENTS;
      for (let j = i + OWN_GAP + 1; j < nextRope; j++) {
        if ((j - i - 1) * ownLength < loopLength) continue;
        if (!isWithin(balls, i, j)) continue;
        addIfNear(a, offsets[j] as number, rope, rope, SAME_ROPE, 0);
      }
      const x = balls[4 * i] as number;
      const y = balls[4 * i + 1] as number;
      const z = balls[4 * i + 2] as number;
      const reach = (balls[4 * i + 3] as number) + LIST_DISTANCE + ROUNDING;
      for (let piece = nextRope; piece < segmentCount; piece += PIECE) {
        if (isBeside(boxes, piece / PIECE, x, y, z, reach)) continue;
        for (let j = piece; j < piece + PIECE; j++) {
          if (!isWithin(balls, i, j)) continue;
          addIfNear(a, offsets[j] as number, rope, ropes[j] as number, OTHER_ROPES, 0);
        }
      }
    }
  };

  const listPosts = (): void => {
    for (let post = 0; post < 2 * ropeCount; post++) {
      if (postReaches[post] === 0) continue;
      const rope = post >> 1;
      const end = (post & 1) as EndIndex;
      const b = postOffset(ropeCount, rope, end);
      const x = positions[b] as number;
      const z = positions[b + 2] as number;
      for (let i = 0; i < segmentCount; i++) {
        const reach = (balls[4 * i + 3] as number) + LIST_DISTANCE;
        const dx = x - (balls[4 * i] as number);
        const dz = z - (balls[4 * i + 2] as number);
        if (dx * dx + dz * dz > reach * reach) continue;
        const own = i - rope * SEGMENTS;
        if (end === 0 && own >= 0 && own <= OWN_GAP) continue;
        if (end === 1 && own < SEGMENTS && own >= SEGMENTS - 1 - OWN_GAP) continue;
        addIfNear(offsets[i] as number, b, ropes[i] as number, ropeCount, POST, post);
      }
    }
  };

  return {
    list,
    refresh(loopLength) {
      list.count = 0;
      measureBalls(positions, offsets, balls);
      measureBoxes(positions, offsets, boxes);
      listRopes(loopLength);
      listPosts();
    },
  };
}

/** Whether two segments can be within LIST_DISTANCE. */
function isWithin(balls: Float64Array, i: number, j: number): boolean {
  const dx = (balls[4 * i] as number) - (balls[4 * j] as number);
  const dy = (balls[4 * i + 1] as number) - (balls[4 * j + 1] as number);
  const dz = (balls[4 * i + 2] as number) - (balls[4 * j + 2] as number);
  const far = (balls[4 * i + 3] as number) + LIST_DISTANCE + (balls[4 * j + 3] as number);
  return dx * dx + dy * dy + dz * dz <= far * far;
}

function measureBalls(positions: Float64Array, offsets: Int32Array, balls: Float64Array): void {
  for (let segment = 0; segment < offsets.length; segment++) {
    const a = offsets[segment] as number;
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = positions[a + axis] as number;
      const to = positions[a + 3 + axis] as number;
      balls[4 * segment + axis] = (from + to) / 2;
      squared += (to - from) * (to - from);
    }
    balls[4 * segment + 3] = Math.sqrt(squared) / 2;
  }
}

/** Whether a ball lies wholly to one side of a box. */
function isBeside(
  boxes: Float64Array,
  box: number,
  x: number,
  y: number,
  z: number,
  reach: number,
): boolean {
  const at = 6 * box;
  return (
    x + reach < (boxes[at] as number) ||
    x - reach > (boxes[at + 3] as number) ||
    z + reach < (boxes[at + 2] as number) ||
    z - reach > (boxes[at + 5] as number) ||
    y + reach < (boxes[at + 1] as number) ||
    y - reach > (boxes[at + 4] as number)
  );
}

function measureBoxes(positions: Float64Array, offsets: Int32Array, boxes: Float64Array): void {
  for (let box = 0; box < boxes.length / 6; box++) {
    const from = offsets[box * PIECE] as number;
    for (let axis = 0; axis < 3; axis++) {
      let low = positions[from + axis] as number;
      let high = low;
      for (let at = from + 3; at <= from + 3 * PIECE; at += 3) {
        const value = positions[at + axis] as number;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      boxes[6 * box + axis] = low;
      boxes[6 * box + 3 + axis] = high;
    }
  }
}
