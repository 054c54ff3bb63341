/**
 * The contract between the shared path (sampling, following the board, assembling a verdict) and
 * what each task adds: a reader of frames and the checks on what was read.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Homography, Point } from "../core/geometry/homography.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { Scene } from "../core/schema/scene.ts";
import type { CheckResult, FrameLabel, Verdict } from "../core/schema/verdict.ts";
import type { Alignment } from "./board/align.ts";
import type { BoardReference } from "./board/reference.ts";
import type { AlignmentPoints } from "./board/template.ts";
import type { WorkingFrame } from "./image/working-frame.ts";

/** What was seen in one source frame. */
export type Observation<State> = {
  /** Source frame, 0-based. */
  readonly index: number;
  readonly timeSec: number;
  /** One of the sampled frames; others were decoded to resolve what happened between two samples. */
  readonly sampled: boolean;
  readonly label: FrameLabel;
  readonly confidence: number;
  /** In pixels of the analysed (possibly reduced) frame. */
  readonly boardToPixel?: Homography;
  readonly state?: State;
};

/** Carried from a frame to the next one: what the board should look like, what has been learnt. */
export type ReaderMemory<State> = {
  readonly state: State | undefined;
  /** Template points for following, given what was read last. */
  readonly points: AlignmentPoints;
  /** The reader's own, such as learnt colours and kept patches. */
  readonly learnt: unknown;
};

export type FrameReading<State> = {
  readonly label: FrameLabel;
  /** 0..1 */
  readonly confidence: number;
  readonly state: State;
  readonly memory: ReaderMemory<State>;
};

/** Reads frames of one instance. Pure: all that it remembers is in `ReaderMemory`. */
export interface FrameReader<State> {
  readonly reference: BoardReference;
  readonly start: ReaderMemory<State>;
  /** Template points that no move touches: they hold the board over a cut. */
  readonly anchors: AlignmentPoints;
  read(frame: WorkingFrame, fix: Alignment, memory: ReaderMemory<State>): FrameReading<State>;
}

export type CheckDescription = {
  readonly id: string;
  readonly task: string;
  readonly kind: "static" | "dynamic";
  /** What must hold, in one sentence. */
  readonly description: string;
};

/** What a task concludes from its observations. */
export type Judgement = {
  readonly checks: readonly CheckResult[];
  readonly terminal: Verdict["terminal"];
  readonly plan: Verdict["plan"];
};

/** A task's judge. */
export interface TaskJudge<State> {
  /** Task id. */
  readonly id: string;
  readonly checks: readonly CheckDescription[];
  createReader(instance: Instance, scene: Scene): FrameReader<State>;
  /** True when what happened between two neighbouring observations cannot be told from them. */
  needsFramesBetween(before: Observation<State>, after: Observation<State>): boolean;
  /** @param scene what was looked at; the task's default view when it is left out */
  conclude(
    observations: readonly Observation<State>[],
    instance: Instance,
    scene?: Scene,
  ): Judgement;
  /** The state as it stands in the verdict: plain JSON, rounded. */
  describeState(state: State): unknown;
  /** Draws what was read over a frame; `toPixel` is the board's map into the drawing. */
  drawState(context: SKRSContext2D, state: State, toPixel: Homography): void;
  /**
   * Board position of a violation's `where`, for the overlay; undefined when it is the whole board, or
   * something that the state does not show.
   * @param grid cells of the scene
   * @param state what was read of the frame, for places that move
   */
  locate(where: string, grid: Scene["grid"], state?: State): Point | undefined;
  /** Lines of the board that a `where` names in a frame, for the overlay; lower ones first. @default none */
  outline?(where: string, state: State): readonly (readonly Point[])[];
}

/** A judge whose state type is closed over; what the registry holds. */
// biome-ignore lint/suspicious/noExplicitAny: the frame state is existential here.
export type AnyJudge = TaskJudge<any>;

export function defineJudge<State>(judge: TaskJudge<State>): TaskJudge<State> {
  return judge;
}
