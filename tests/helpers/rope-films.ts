/**
 * Rollouts of the untangle world as an ideal reader would read them, and ways to spoil the readings:
 * frame states for tests of the rope checks, without pictures.
 */
import type { Polyline } from "../../core/geometry/polyline-crossings.ts";
import { createMt19937, type Rng } from "../../core/rng/mt19937.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { drawnLine, ropesFromLines } from "../../cv-diagnostics/checks/untangle/expected-start.ts";
import { sampleIndices } from "../../cv-diagnostics/frames/sample-indices.ts";
import type { Observation } from "../../cv-diagnostics/judge.ts";
import type { RopeFlaw, RopeFrameState, RopeReading } from "../../cv-diagnostics/rope/state.ts";
import { poseFrames } from "../../generators/builtin/script.ts";
import { scheduleMoves } from "../../generators/builtin/timeline.ts";
import {
  type RopeColour,
  type UntangleAction,
  type UntanglePose,
  type UntangleState,
  untangleTask,
} from "../../tasks/untangle/index.ts";

export type RopeFilm = {
  readonly instance: Instance;
  readonly state: UntangleState;
  readonly plan: readonly UntangleAction[];
  readonly fps: number;
  /** One a frame. */
  readonly poses: readonly UntanglePose[];
  /** What each frame shows; one a frame. */
  readonly states: readonly RopeFrameState[];
  /** Frames of each move, the last one not included. */
  readonly slots: readonly { readonly firstFrame: number; readonly endFrame: number }[];
};

export type FilmOptions = {
  /** @default 20 */
  readonly framesPerMove?: number;
  /** Frames of the clip; moves are shown faster when they do not fit. @default as many as needed */
  readonly frames?: number;
  /** @default 16 */
  readonly fps?: number;
};

/** The instance of a state. */
export function instanceOf(state: UntangleState, id = "untangle-literal"): Instance {
  return {
    ...{ schema: "topoprobe.instance/1", id, task: "untangle", taskVersion: "1", tier: "easy" },
    ...{ seed: 0, actionBudget: 15, initialState: state },
    origin: { kind: "generated", attempts: 1 },
  };
}

/** Films a plan as the built-in generators do. */
export function filmPlan(
  state: UntangleState,
  plan: readonly UntangleAction[],
  options: FilmOptions = {},
): RopeFilm {
  const { framesPerMove = 20, fps = 16 } = options;
  const frames = options.frames ?? Math.max(81, 24 + framesPerMove * plan.length);
  const timeline = scheduleMoves(plan.length, frames, fps, { movesPerSecond: fps / framesPerMove });
  const states = [state];
  for (const action of plan) {
    const last = states.at(-1) ?? state;
    const result = untangleTask.step(last, action);
    states.push(result.ok ? result.state : last);
  }
  const poses = poseFrames(untangleTask, states, plan, timeline);
  const known = new Map<UntanglePose, RopeFrameState>();
  return {
    instance: instanceOf(state),
    ...{ state, plan, fps, poses },
    slots: timeline.slots,
    states: poses.map((pose) => {
      const read = known.get(pose) ?? readPose(pose);
      known.set(pose, read);
      return read;
    }),
  };
}

/**
 * What an ideal reader reads off a pose.
 * @param colours of the instance's ropes. @default those of the pose
 */
export function readPose(
  pose: UntanglePose,
  colours: readonly RopeColour[] = pose.ropes.map(({ colour }) => colour),
): RopeFrameState {
  const own = colours.map((colour) => pose.ropes.find((rope) => rope.colour === colour));
  const shown = own.filter((rope) => rope !== undefined);
  const lines = shown.map(({ points }) => drawnLine(points));
  const read = ropesFromLines(
    pose.gridSize,
    lines,
    shown.map(({ colour }) => colour),
  );
  const indexOf = (k: number): number => own.indexOf(shown[k]);
  const ropes = colours.map((colour, index): RopeReading => {
    const rope = own[index];
    const reading = read[shown.indexOf(rope as (typeof shown)[number])];
    if (rope === undefined || reading === undefined) return gone(colour);
    const others = pose.ropes.filter((other) => other.colour === colour && other !== rope);
    const foreignParts = pose.ropes.flatMap(({ recoloured = [] }) =>
      recoloured.filter((part) => part.colour === colour),
    );
    return {
      ...reading,
      crossings: reading.crossings.map((crossing) => ({
        ...crossing,
        other: indexOf(crossing.other),
      })),
      gaps: (rope.gaps ?? []).map(({ from, to }) => flaw(reading, from, to)),
      extra: foreignParts.map(({ from, to }) => flaw(reading, from, to)),
      extraPlugs: others.flatMap(({ ends }) => ends.map(({ x, y }) => [x, y] as const)),
    };
  });
  const shifts = pose.holeShifts ?? [];
  return {
    ...stateOf(pose.gridSize, ropes),
    foreign: pose.ropes
      .filter(({ colour }) => !colours.includes(colour))
      .map(({ points }) => ({ at: [points[8]?.[0] ?? 0, points[8]?.[1] ?? 0], size: 1.5 })),
    missingHoles: shifts.map(({ hole }) => hole),
    strayHoles: shifts.map(({ hole, dx, dy }) => {
      const row = Math.floor(hole / pose.gridSize);
      return [row + dx, hole - row * pose.gridSize + dy] as const;
    }),
  };
}

function flaw(reading: RopeReading, from: number, to: number): RopeFlaw {
  const at = reading.line[Math.round(((from + to) / 2) * (reading.line.length - 1))] ?? [0, 0];
  return { at, size: (to - from) * reading.length };
}

/** A rope of whose colour nothing is there. */
export function gone(colour: RopeColour): RopeReading {
  return {
    ...{ colour, status: "absent", confidence: 0.9, ends: undefined, line: [], length: 0 },
    ...{ hidden: [], crossings: [], gaps: [], extra: [], extraPlugs: [] },
  };
}

/** A board with ropes and nothing wrong. */
export function stateOf(gridSize: number, ropes: readonly RopeReading[]): RopeFrameState {
  return {
    ...{ gridSize, ropes, foreign: [], missingHoles: [], strayHoles: [] },
    seenHoles: gridSize ** 2 - 2 * ropes.length,
  };
}

/** What is wrong with readings. Lengths in hole spacings, chances 0..1 for each frame. */
export type Noise = {
  readonly seed: number;
  /** Spread of every corner, moved together within a rope and frame, and of every end. @default 0.02 */
  readonly jitter?: number;
  /** Chance that it is not told which rope of a crossing lies over. @default 0 */
  readonly unknownOver?: number;
  /** Chance that it is told wrongly. @default 0 */
  readonly wrongOver?: number;
  /** Chance that a rope is not read. @default 0 */
  readonly unreadRope?: number;
  /** Chance that the board is not found. @default 0 */
  readonly lostFrame?: number;
};

/** Readings with the errors of a real reader. Crossings are those of the spoiled lines. */
export function spoil(film: RopeFilm, noise: Noise): readonly (RopeFrameState | undefined)[] {
  const rng = createMt19937(noise.seed);
  const { jitter = 0.02 } = noise;
  const chance = (share: number | undefined): boolean => rng.real() < (share ?? 0);
  return film.poses.map((pose) => {
    if (chance(noise.lostFrame)) return undefined;
    const lines = pose.ropes.map(({ points }) => shake(drawnLine(points), jitter, rng));
    const colours = pose.ropes.map(({ colour }) => colour);
    const ropes = ropesFromLines(pose.gridSize, lines, colours);
    const over = new Map<string, boolean | undefined>();
    const readings = ropes.map((rope, index): RopeReading => {
      if (chance(noise.unreadRope)) return unread(rope);
      const crossings = rope.crossings.map((crossing) => {
        const key = `${crossing.at}`;
        const isFirst = !over.has(key);
        const told = chance(noise.unknownOver)
          ? undefined
          : crossing.isOver !== chance(noise.wrongOver);
        const isOver = isFirst ? told : over.get(key);
        if (isFirst) over.set(key, isOver === undefined ? undefined : !isOver);
        return { ...crossing, isOver };
      });
      return { ...rope, colour: colours[index] ?? rope.colour, crossings };
    });
    const isRead = (other: number): boolean => readings[other]?.status === "read";
    return stateOf(
      pose.gridSize,
      readings.map((rope) => ({
        ...rope,
        crossings: rope.crossings.filter(({ other }) => isRead(other)),
      })),
    );
  });
}

/** A rope of whose colour something is seen, and no more. */
export function unread(rope: RopeReading): RopeReading {
  return {
    ...{ colour: rope.colour, status: "partly", confidence: 0.2, ends: undefined, line: [] },
    ...{ length: 0, hidden: [], crossings: [], gaps: [], extra: [], extraPlugs: [] },
  };
}

/** Moves a line as a whole and bends it a little; heights stay. */
function shake(line: Polyline, spread: number, rng: Rng): Polyline {
  const normal = (): number => (rng.real() + rng.real() + rng.real() - 1.5) * 2 * spread;
  const waves = [1, 2, 3].map(() => [normal(), normal(), rng.real() * 2 * Math.PI] as const);
  return line.map(([x, y, height], index) => {
    const share = index / (line.length - 1);
    const wave = waves.map(([, , phase], k) => Math.sin(Math.PI * (k + 1) * share * 2 + phase));
    const dx = waves.reduce((sum, [ax], k) => sum + ax * (wave[k] ?? 0), 0);
    const dy = waves.reduce((sum, [, ay], k) => sum + ay * (wave[k] ?? 0), 0);
    return [x + dx / 2, y + dy / 2, height] as const;
  });
}

/**
 * Observations of frames as the shared path makes them: samples, and the frames between two samples
 * where the judge asks for them.
 * @param states one a frame; undefined where the board is not found
 */
export function observeStates(
  states: readonly (RopeFrameState | undefined)[],
  needsFramesBetween: (
    before: Observation<RopeFrameState>,
    after: Observation<RopeFrameState>,
  ) => boolean,
  { fps = 16, samples = 41 }: { readonly fps?: number; readonly samples?: number } = {},
): readonly Observation<RopeFrameState>[] {
  const observe = (index: number, sampled: boolean): Observation<RopeFrameState> => {
    const state = states[index];
    const base = { index, timeSec: index / fps, sampled };
    if (state === undefined) return { ...base, label: "not_found", confidence: 0 };
    const isWhole = state.ropes.every(({ status }) => status === "read");
    return { ...base, label: isWhole ? "exact" : "partial", confidence: 0.9, state };
  };
  const sampled = sampleIndices(states.length, samples).map((index) => observe(index, true));
  return sampled.flatMap((after, i) => {
    const before = sampled[i - 1];
    if (before === undefined || after.index - before.index < 2) return [after];
    if (!needsFramesBetween(before, after)) return [after];
    const between = Array.from({ length: after.index - before.index - 1 }, (_, k) =>
      observe(before.index + 1 + k, false),
    );
    return [...between, after];
  });
}
