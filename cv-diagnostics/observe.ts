/**
 * Follows the board through frames and has each one read: decoded frames in, observations out.
 * Knows nothing of any task; what a board looks like comes from the reader.
 */
import {
  compose,
  type Homography,
  localScale,
  scaleThenShift,
} from "../core/geometry/homography.ts";
import { type Alignment, alignBoard, type MotionModel } from "./board/align.ts";
import { fittingCandidates, locateBoard } from "./board/locate.ts";
import { TEMPLATE_SAMPLES_PER_UNIT } from "./board/reference.ts";
import type { AlignmentPoints } from "./board/template.ts";
import type { SourceFrame } from "./frames/types.ts";
import {
  atLevel,
  createWorkingFrame,
  levelForPitch,
  type WorkingFrame,
} from "./image/working-frame.ts";
import type { FrameReader, Observation, ReaderMemory } from "./judge.ts";
import { BOARD_THRESHOLDS } from "./thresholds.ts";

/** An observation with what is needed to go on from it. */
export type Tracked<State> = {
  readonly observation: Observation<State>;
  readonly memory: ReaderMemory<State>;
  /** Last place at which the board was found, in pixels of the analysed frame. */
  readonly place: Homography | undefined;
};

/** Searches over scale and position are the slowest step; a clip gets this many. */
const MAX_SEARCHES_PER_CLIP = 4;

/** What a run over one clip has left; shared between its passes. */
export type SearchBudget = { remaining: number };

export function createSearchBudget(): SearchBudget {
  return { remaining: MAX_SEARCHES_PER_CLIP };
}

/**
 * Reads frames in ascending order.
 * @param from the observation to go on from; undefined at the start of the clip
 */
export function observeFrames<State>(
  frames: readonly SourceFrame[],
  reader: FrameReader<State>,
  options: {
    readonly sampled: boolean;
    readonly from?: Tracked<State> | undefined;
    readonly budget: SearchBudget;
  },
): readonly Tracked<State>[] {
  const tracked: Tracked<State>[] = [];
  let last = options.from;
  let lastImage: unknown;
  for (const frame of frames) {
    const { index, timeSec } = frame;
    if (last && frame.image === lastImage) {
      last = { ...last, observation: { ...last.observation, index, timeSec } };
      tracked.push(last);
      continue;
    }
    lastImage = frame.image;
    const memory = last?.memory ?? reader.start;
    const working = createWorkingFrame(frame.image);
    const fix = findBoard(working, reader, memory, last?.place, options.budget);
    const base = { index, timeSec, sampled: options.sampled };
    if (!fix) {
      last = {
        observation: { ...base, label: "not_found", confidence: 0 },
        memory,
        place: last?.place,
      };
    } else {
      const reading = reader.read(working, fix, memory);
      last = {
        observation: {
          ...base,
          label: reading.label,
          confidence: reading.confidence,
          boardToPixel: fix.boardToPixel,
          state: reading.state,
        },
        memory: reading.label === "failed" ? memory : reading.memory,
        place: fix.boardToPixel,
      };
    }
    tracked.push(last);
  }
  return tracked;
}

function findBoard<State>(
  frame: WorkingFrame,
  reader: FrameReader<State>,
  memory: ReaderMemory<State>,
  place: Homography | undefined,
  budget: SearchBudget,
): Alignment | undefined {
  const { reference } = reader;
  const alignNear = (start: Homography): Alignment | undefined => {
    const expected = alignAt(frame, memory.points, start, reference.centre, "homography");
    if (expected.correlation >= BOARD_THRESHOLDS.surelyFoundCorrelation && isFound(expected))
      return expected;
    // Anchors may lie along two edges only, where eight parameters would extrapolate wildly.
    const anchored = alignAt(frame, reader.anchors, start, reference.centre, "similarity");
    const better = anchored.correlation > expected.correlation ? anchored : expected;
    return isFound(better) ? better : undefined;
  };
  const followed = place ? alignNear(place) : undefined;
  if (followed) return followed;
  const mayMatch = budget.remaining > 0;
  const located = locateBoard(frame, reference, place ? [place] : [], mayMatch);
  if (mayMatch && located.correlation < BOARD_THRESHOLDS.surelyFoundCorrelation) budget.remaining--;
  const found = alignNear(located.boardToPixel);
  if (found || place) return found;
  // Another instance's board looks like none of ours, yet its anchors stand where ours would.
  for (const fit of fittingCandidates(reference.scene, frame)) {
    const fitted = alignNear(compose(fit, reference.boardToPixel));
    if (fitted) return fitted;
  }
  return undefined;
}

/** Aligns at the resolution of the template; the result is in pixels of the full frame. */
function alignAt(
  frame: WorkingFrame,
  points: AlignmentPoints,
  start: Homography,
  centre: readonly [number, number],
  model: MotionModel,
): Alignment {
  const level = levelForPitch(frame, localScale(start, centre), TEMPLATE_SAMPLES_PER_UNIT);
  const found = alignBoard(level.rgb, points, atLevel(start, level), model);
  const up = 1 / level.scale;
  return { ...found, boardToPixel: compose(scaleThenShift(up, up, 0, 0), found.boardToPixel) };
}

function isFound(fix: Alignment): boolean {
  return (
    fix.correlation >= BOARD_THRESHOLDS.foundCorrelation &&
    fix.contrastRatio >= BOARD_THRESHOLDS.minContrastRatio &&
    fix.visibleRatio >= BOARD_THRESHOLDS.minVisibleRatio
  );
}
