/** The planted faults of ropes, on poses and on frame states, with what the judge should say of each. */
import type { Point } from "../../core/geometry/homography.ts";
import type { Point3 } from "../../core/geometry/polyline-crossings.ts";
import { createMt19937, type Rng } from "../../core/rng/mt19937.ts";
import type { RopeFrameState, RopeReading } from "../../cv-diagnostics/rope/state.ts";
import type { RopePose, UntanglePose } from "../../tasks/untangle/index.ts";
import { crossingName, holeName, ropeName } from "../../tasks/untangle/names.ts";
import type { RopeFilm } from "./rope-films.ts";

/** A film with a fault. */
export type FaultyFilm = {
  readonly film: RopeFilm;
  /** Applied to what was read of `film`, frame by frame. */
  readonly spoilState: (state: RopeFrameState, frame: number) => RopeFrameState;
  readonly check: string;
  /** Any of them is right. */
  readonly where: readonly string[];
  /** First frame at which it shows. */
  readonly frame: number;
};

/** Makes a fault in a film; undefined when the film gives no place for it. */
export type Fault = (film: RopeFilm, rng: Rng) => FaultyFilm | undefined;

/** A frame at rest: in the opening, or in the last quarter of a move's frames. */
function restFrame({ slots }: RopeFilm, rng: Rng): number {
  const move = rng.randint(0, slots.length) - 1;
  const slot = slots[move];
  if (slot === undefined) return 2;
  const { firstFrame, endFrame } = slot;
  return endFrame - Math.max(2, Math.round((endFrame - firstFrame) / 4));
}

const asIs = (state: RopeFrameState): RopeFrameState => state;

function onRope(
  state: RopeFrameState,
  rope: number,
  change: (reading: RopeReading) => RopeReading,
): RopeFrameState {
  return { ...state, ropes: state.ropes.map((entry, k) => (k === rope ? change(entry) : entry)) };
}

/** A fault of one rope's reading from a frame on. */
function ropeFault(check: string, change: (reading: RopeReading) => RopeReading): Fault {
  return (film, rng) => {
    const frame = restFrame(film, rng);
    const rope = rng.randint(0, film.state.ropes.length - 1);
    return {
      ...{ film, check, frame },
      where: [nameOf(film, rope)],
      spoilState: (state, at) => (at < frame ? state : onRope(state, rope, change)),
    };
  };
}

function nameOf({ state }: RopeFilm, rope: number): string {
  return ropeName(state.ropes[rope]?.colour ?? "red");
}

function gone(reading: RopeReading): RopeReading {
  return {
    ...{ colour: reading.colour, status: "absent", confidence: 0.9, ends: undefined, line: [] },
    ...{ length: 0, hidden: [], crossings: [], gaps: [], extra: [], extraPlugs: [] },
  };
}

function withoutRope(state: RopeFrameState, rope: number): RopeFrameState {
  const ropes = state.ropes.map((entry, k) =>
    k === rope
      ? gone(entry)
      : { ...entry, crossings: entry.crossings.filter(({ other }) => other !== rope) },
  );
  return { ...state, ropes };
}

function vanish(isRecoloured: boolean): Fault {
  return (film, rng) => {
    const frame = restFrame(film, rng);
    const rope = rng.randint(0, film.state.ropes.length - 1);
    return {
      ...{ film, frame, check: "rope_identity", where: [nameOf(film, rope)] },
      spoilState: (state, at) => {
        if (at < frame) return state;
        const foreign = isRecoloured ? [{ at: [1, 1] as const, size: 2 }] : [];
        return { ...withoutRope(state, rope), foreign };
      },
    };
  };
}

/** A pair that crosses once at a frame. */
function crossedPair(
  { states }: RopeFilm,
  frame: number,
  rng: Rng,
): readonly [number, number] | undefined {
  const pairs = (states[frame]?.ropes ?? []).flatMap(({ crossings }, a) =>
    crossings
      .filter(({ other }) => other > a)
      .filter(({ other }) => crossings.filter((crossing) => crossing.other === other).length === 1)
      .map(({ other }) => [a, other] as const),
  );
  return pairs.length === 0 ? undefined : pairs[rng.randint(0, pairs.length - 1)];
}

function pairFault(isFlip: boolean): Fault {
  return (film, rng) => {
    const frame = restFrame(film, rng);
    const pair = crossedPair(film, frame, rng);
    if (pair === undefined) return undefined;
    const [a, b] = pair;
    const colour = (rope: number) => film.state.ropes[rope]?.colour ?? "red";
    return {
      ...{ film, frame, check: "crossing_change_valid" },
      where: [crossingName(colour(a), colour(b))],
      spoilState: (state, at) => {
        if (at < frame) return state;
        const change = (reading: RopeReading, other: number): RopeReading => ({
          ...reading,
          crossings: reading.crossings.flatMap((crossing) => {
            if (crossing.other !== other) return [crossing];
            const { isOver } = crossing;
            return isFlip ? [{ ...crossing, isOver: isOver === undefined ? isOver : !isOver }] : [];
          }),
        });
        return onRope(
          onRope(state, a, (reading) => change(reading, b)),
          b,
          (reading) => change(reading, a),
        );
      },
    };
  };
}

/** One move shown without its carry. */
const teleportEnd: Fault = (film, rng) => {
  const move = rng.randint(0, film.slots.length - 1);
  const slot = film.slots[move];
  const before = film.poses[(slot?.firstFrame ?? 1) - 1];
  const after = film.poses[(slot?.endFrame ?? 1) - 1];
  if (slot === undefined || before === undefined || after === undefined) return undefined;
  const frame = Math.floor((slot.firstFrame + slot.endFrame) / 2);
  const poses = film.poses.map((pose, at) => {
    if (at < slot.firstFrame || at >= slot.endFrame) return pose;
    return at < frame ? before : after;
  });
  const rope = movedRope(before, after);
  return {
    ...{ frame, check: "endpoint_track_consistency", where: [nameOf(film, rope)] },
    ...{ film: { ...film, poses }, spoilState: asIs },
  };
};

function movedRope(before: UntanglePose, after: UntanglePose): number {
  return before.ropes.findIndex(({ ends }, rope) =>
    ends.some(({ x, y }, end) => {
      const other = after.ropes[rope]?.ends[end];
      return other !== undefined && Math.hypot(other.x - x, other.y - y) > 0.5;
    }),
  );
}

function movePoints(rope: RopePose, move: (point: Point3, share: number) => Point3): RopePose {
  const points = rope.points.map((point, k) => move(point, k / (rope.points.length - 1)));
  const end = (k: 0 | 1) => {
    const [x, y, height] = points[k === 0 ? 0 : points.length - 1] ?? [0, 0, 0];
    return { ...rope.ends[k], x, y, height };
  };
  return { ...rope, points, ends: [end(0), end(1)] };
}

function withRope(pose: UntanglePose, rope: number, change: (rope: RopePose) => RopePose) {
  return { ...pose, ropes: pose.ropes.map((entry, k) => (k === rope ? change(entry) : entry)) };
}

/** A rope bows out to one side, over everything, until it is `ratio` as long. */
export function bow(rope: RopePose, ratio: number): RopePose {
  const [from, to] = [rope.points[0], rope.points.at(-1)];
  if (from === undefined || to === undefined) return rope;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const straight = Math.hypot(dx, dy);
  const aside: Point = [-dy / straight, dx / straight];
  const bowed = (by: number): RopePose =>
    movePoints(rope, ([x, y, height], share) => {
      const out = by * Math.sin(Math.PI * share);
      return [x + aside[0] * out, y + aside[1] * out, height + (share > 0 && share < 1 ? 1 : 0)];
    });
  const wanted = lengthOf(rope.points) * ratio;
  let by = 0;
  while (lengthOf(bowed(by).points) < wanted) by += 0.02;
  return bowed(by);
}

function lengthOf(points: readonly Point3[]): number {
  return points.slice(1).reduce((sum, [x, y], i) => {
    const [u, v] = points[i] ?? [x, y];
    return sum + Math.hypot(x - u, y - v);
  }, 0);
}

const stretch: Fault = (film, rng) => {
  const frame = restFrame(film, rng);
  const rope = rng.randint(0, film.state.ropes.length - 1);
  const poses = film.poses.map((pose, at) =>
    at < frame ? pose : withRope(pose, rope, (entry) => bow(entry, 1.35)),
  );
  return {
    ...{ frame, check: "length_conserved", where: [nameOf(film, rope)] },
    ...{ film: { ...film, poses }, spoilState: asIs },
  };
};

const floatEnd: Fault = (film, rng) => {
  const frame = restFrame(film, rng);
  const rope = rng.randint(0, film.state.ropes.length - 1);
  const poses = film.poses.map((pose, at) =>
    at < frame
      ? pose
      : withRope(pose, rope, (entry) =>
          movePoints(entry, ([x, y, height], share) => [
            x + 0.33 * (1 - share),
            y + 0.3 * (1 - share),
            height,
          ]),
        ),
  );
  return {
    ...{ frame, check: "endpoint_configuration", where: [nameOf(film, rope)] },
    ...{ film: { ...film, poses }, spoilState: asIs },
  };
};

/** While one end is carried, an end of another rope goes straight to an empty hole. */
const twoEndsAtOnce: Fault = (film, rng) => {
  const move = rng.randint(0, film.slots.length - 1);
  const slot = film.slots[move];
  const before = film.poses[(slot?.firstFrame ?? 1) - 1];
  const after = film.poses[(slot?.endFrame ?? 1) - 1];
  if (slot === undefined || before === undefined || after === undefined) return undefined;
  const first = movedRope(before, after);
  const second = (first + 1) % before.ropes.length;
  const { gridSize } = film.state;
  const taken = [...before.ropes, ...after.ropes].flatMap(({ ends }) =>
    ends.map(({ x, y }) => Math.round(x) * gridSize + Math.round(y)),
  );
  const source = before.ropes[second]?.ends[0];
  const target = Array.from({ length: gridSize ** 2 }, (_, hole) => hole).find((hole) => {
    const [row, col] = [Math.floor(hole / gridSize), hole % gridSize];
    const far = source === undefined ? 0 : Math.hypot(row - source.x, col - source.y);
    return !taken.includes(hole) && far > 1.4;
  });
  if (source === undefined || target === undefined) return undefined;
  const by: Point = [Math.floor(target / gridSize) - source.x, (target % gridSize) - source.y];
  const carrying = Math.max(3, Math.round((slot.endFrame - slot.firstFrame) * 0.45));
  const poses = film.poses.map((pose, at) => {
    const done = Math.min(1, Math.max(0, (at - slot.firstFrame + 1) / carrying));
    return withRope(pose, second, (entry) =>
      movePoints(entry, ([x, y, height], share) => [
        x + by[0] * done * (1 - share),
        y + by[1] * done * (1 - share),
        height + (done > 0 && done < 1 ? 1 : 0),
      ]),
    );
  });
  const where = [first, second].sort((a, b) => a - b).map((rope) => nameOf(film, rope));
  return {
    ...{ frame: slot.firstFrame + 1, check: "one_move_at_a_time", where: [where.join(" and ")] },
    ...{ film: { ...film, poses }, spoilState: asIs },
  };
};

const moveHole: Fault = (film, rng) => {
  const frame = restFrame(film, rng);
  const { gridSize } = film.state;
  const hole = rng.randint(0, gridSize ** 2 - 1);
  const at: Point = [Math.floor(hole / gridSize) + 0.4, (hole % gridSize) - 0.2];
  return {
    ...{ film, frame, check: "board_intact", where: [holeName(gridSize, hole)] },
    spoilState: (state, now) =>
      now < frame ? state : { ...state, missingHoles: [hole], strayHoles: [at] },
  };
};

export const ROPE_FAULTS: Readonly<Record<string, Fault>> = {
  "vanish-rope": vanish(false),
  "duplicate-rope": ropeFault("rope_identity", (reading) => ({
    ...reading,
    extraPlugs: [
      [0.5, 0.5],
      [2.5, 0.5],
    ],
  })),
  "recolour-rope": vanish(true),
  "cut-rope": ropeFault("rope_integrity", (reading) => ({
    ...reading,
    gaps: [{ at: reading.line[9] ?? [0, 0], size: 0.5 }],
  })),
  "fuse-ropes": ropeFault("rope_integrity", (reading) => ({
    ...reading,
    extra: [{ at: reading.line[9] ?? [0, 0], size: 0.7 }],
  })),
  "teleport-end": teleportEnd,
  "silent-crossing": pairFault(false),
  "flip-crossing": pairFault(true),
  stretch,
  "float-end": floatEnd,
  "two-ends-at-once": twoEndsAtOnce,
  "hole-moved": moveHole,
};

/** The fault of a name in a film, placed by a seed. */
export function plantFault(name: string, film: RopeFilm, seed: number): FaultyFilm | undefined {
  return ROPE_FAULTS[name]?.(film, createMt19937(seed));
}
