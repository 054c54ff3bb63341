/**
 * Poses of the untangle world as a reader without faults reads them, ways to spoil the readings, and
 * the observations that the judge gets of them: for tests of the rope checks, without pictures.
 */
import type { Polyline } from "../../core/geometry/polyline-crossings.ts";
import { createMt19937, type Rng } from "../../core/rng/mt19937.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { drawnLine, ropesFromLines } from "../../cv-diagnostics/checks/untangle/expected-start.ts";
import { sampleIndices } from "../../cv-diagnostics/frames/sample-indices.ts";
import type { Observation } from "../../cv-diagnostics/judge.ts";
import type { RopeFlaw, RopeFrameState, RopeReading } from "../../cv-diagnostics/rope/state.ts";
import type { RopeColour, UntanglePose, UntangleState } from "../../tasks/untangle/index.ts";

/** The instance of a board. */
export function instanceOf(state: UntangleState): Instance {
  return {
    ...{ schema: "topoprobe.instance/1", id: "untangle-literal", task: "untangle" },
    ...{ taskVersion: "1", tier: "easy", seed: 0, actionBudget: 15, initialState: state },
    origin: { kind: "generated", attempts: 1 },
  };
}

/**
 * What is read off a pose.
 * @param colours of the instance's ropes
 */
export function readPose(pose: UntanglePose, colours: readonly RopeColour[]): RopeFrameState {
  return readLines(
    pose,
    colours,
    pose.ropes.map(({ points }) => drawnLine(points)),
  );
}

/** @param drawn line of each rope of the pose */
function readLines(
  pose: UntanglePose,
  colours: readonly RopeColour[],
  drawn: readonly Polyline[],
): RopeFrameState {
  const shown = colours.flatMap((colour, index) => {
    const at = pose.ropes.findIndex((rope) => rope.colour === colour);
    return at < 0 ? [] : [{ index, at, colour }];
  });
  const read = ropesFromLines(
    pose.gridSize,
    shown.map(({ at }) => drawn[at] ?? []),
    shown.map(({ colour }) => colour),
  );
  const ropes = colours.map((colour, index): RopeReading => {
    const k = shown.findIndex((rope) => rope.index === index);
    const [reading, rope] = [read[k], pose.ropes[shown[k]?.at ?? -1]];
    if (reading === undefined || rope === undefined) return gone(colour);
    const copies = pose.ropes.filter((other) => other.colour === colour && other !== rope);
    const parts = pose.ropes.flatMap(({ recoloured = [] }) =>
      recoloured.filter((part) => part.colour === colour),
    );
    return {
      ...reading,
      crossings: reading.crossings.map((crossing) => ({
        ...crossing,
        other: shown[crossing.other]?.index ?? index,
      })),
      gaps: (rope.gaps ?? []).map(({ from, to }) => flawOf(reading, from, to)),
      extra: parts.map(({ from, to }) => flawOf(reading, from, to)),
      extraPlugs: copies.flatMap(({ ends }) => ends.map(({ x, y }) => [x, y] as const)),
    };
  });
  const shifts = pose.holeShifts ?? [];
  return {
    ...stateOf(pose.gridSize, ropes),
    foreign: pose.ropes
      .filter(({ colour }) => !colours.includes(colour))
      .map(() => ({ at: [1, 1], size: 2 })),
    missingHoles: shifts.map(({ hole }) => hole),
    strayHoles: shifts.map(({ hole, dx, dy }) => {
      const row = Math.floor(hole / pose.gridSize);
      return [row + dx, hole - row * pose.gridSize + dy] as const;
    }),
  };
}

function flawOf(reading: RopeReading, from: number, to: number): RopeFlaw {
  const at = reading.line[Math.round(((from + to) / 2) * (reading.line.length - 1))] ?? [0, 0];
  return { at, size: (to - from) * reading.length };
}

/** A board with ropes and nothing wrong. */
export function stateOf(gridSize: number, ropes: readonly RopeReading[]): RopeFrameState {
  return {
    ...{ gridSize, ropes, foreign: [], missingHoles: [], strayHoles: [] },
    seenHoles: gridSize ** 2 - 2 * ropes.length,
  };
}

const NOTHING = {
  ...{ ends: undefined, line: [], length: 0, hidden: [] },
  ...{ crossings: [], gaps: [], extra: [], extraPlugs: [] },
} as const;

/** A rope of whose colour nothing is there. */
export function gone(colour: RopeColour): RopeReading {
  return { colour, status: "absent", confidence: 0.9, ...NOTHING };
}

/** A rope of whose colour something is seen, and no more. */
export function unread(colour: RopeColour): RopeReading {
  return { colour, status: "partly", confidence: 0.2, ...NOTHING };
}

/** What is wrong with readings. Lengths in hole spacings, chances 0..1 for each frame. */
export type Noise = {
  readonly seed: number;
  /** Spread of places along each rope, which shift and bend together. */
  readonly jitter: number;
  /** Chance that it is not told which rope of a crossing lies over. */
  readonly untoldOver: number;
  /** Chance that a rope is not traced. */
  readonly unreadRope: number;
  /** Chance that the board is not found. */
  readonly lostFrame: number;
};

/** What is read off poses with errors; crossings are those of the spoiled lines. */
export function readNoisily(
  poses: readonly UntanglePose[],
  colours: readonly RopeColour[],
  { seed, jitter, untoldOver, unreadRope, lostFrame }: Noise,
): readonly (RopeFrameState | undefined)[] {
  const rng = createMt19937(seed);
  return poses.map((pose) => {
    if (rng.real() < lostFrame) return undefined;
    const lines = pose.ropes.map(({ points }) => shake(drawnLine(points), jitter, rng));
    const state = readLines(pose, colours, lines);
    const untraced = state.ropes.map(() => rng.real() < unreadRope);
    const untold = new Map<string, boolean>();
    return {
      ...state,
      ropes: state.ropes.map((rope, index): RopeReading => {
        if (untraced[index] === true) return unread(rope.colour);
        const seen = rope.crossings.filter(({ other }) => untraced[other] !== true);
        const crossings = seen.map((crossing) => {
          const isUntold = untold.get(`${crossing.at}`) ?? rng.real() < untoldOver;
          untold.set(`${crossing.at}`, isUntold);
          return isUntold ? { ...crossing, isOver: undefined } : crossing;
        });
        return { ...rope, crossings };
      }),
    };
  });
}

/** Shifts and bends a line; heights stay. */
function shake(line: Polyline, spread: number, rng: Rng): Polyline {
  const aside = (): number => (rng.real() + rng.real() + rng.real() - 1.5) * spread;
  const waves = [1, 2, 3].map((k) => ({
    ...{ dx: aside(), dy: aside() },
    at: (share: number): number => Math.sin(2 * Math.PI * (k * share + spread)),
  }));
  return line.map(([x, y, height], index) => {
    const share = index / (line.length - 1);
    const sum = (axis: "dx" | "dy"): number =>
      waves.reduce((total, wave) => total + wave[axis] * wave.at(share), 0);
    return [x + sum("dx"), y + sum("dy"), height] as const;
  });
}

type RopeObservation = Observation<RopeFrameState>;

/**
 * Observations of frames as the shared path makes them: samples, and the frames between two samples
 * where the judge asks for them.
 * @param states one a frame; undefined where the board is not found
 */
export function observeStates(
  states: readonly (RopeFrameState | undefined)[],
  needsFramesBetween: (before: RopeObservation, after: RopeObservation) => boolean,
  { fps = 16, samples = 41 }: { readonly fps?: number; readonly samples?: number } = {},
): readonly RopeObservation[] {
  const sampled = sampleIndices(states.length, samples).map((index) =>
    observe(states[index], index, fps, true),
  );
  return sampled.flatMap((after, i) => {
    const before = sampled[i - 1];
    if (before === undefined || after.index - before.index < 2) return [after];
    if (!needsFramesBetween(before, after)) return [after];
    const first = before.index + 1;
    const between = Array.from({ length: after.index - first }, (_, k) =>
      observe(states[first + k], first + k, fps, false),
    );
    return [...between, after];
  });
}

/** Every frame sampled. */
export function observeAll(
  states: readonly (RopeFrameState | undefined)[],
  fps = 16,
): readonly RopeObservation[] {
  return states.map((state, index) => observe(state, index, fps, true));
}

function observe(
  state: RopeFrameState | undefined,
  index: number,
  fps: number,
  sampled: boolean,
): RopeObservation {
  const base = { index, timeSec: index / fps, sampled };
  if (state === undefined) return { ...base, label: "not_found", confidence: 0 };
  const isWhole = state.ropes.every(({ status }) => status === "read");
  return { ...base, label: isWhole ? "exact" : "partial", confidence: 0.9, state };
}
