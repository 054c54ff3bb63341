/**
 * The contract of a puzzle world. Everything here is pure: values in, new values out, no clock, no
 * global randomness. The contract suite in `tests/` runs over every registered task.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { z } from "zod";
import type { Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { Scene } from "../core/schema/scene.ts";
import type { TemplateValues } from "../core/template.ts";

/** Result of one action. An illegal action leaves the state as it was and costs a step. */
export type StepResult<State> =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly reason: string };

/** Result of reading an answer text. */
export type ParsedAnswer<Action> =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly reason: string };

/** Picture size and camera. */
export type RenderOptions = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** One of the task's `views`. @default the first one */
  readonly view?: string;
};

/**
 * A puzzle world.
 *
 * @typeParam State  symbolic state, JSON-serialisable
 * @typeParam Action one move, JSON-serialisable, in the published answer format
 * @typeParam Pose   what is drawn: a state, or a moment between two states
 */
export interface Task<State, Action, Pose> {
  /** Short id of the command line, such as "pipe". */
  readonly id: string;
  /** Published name, such as "continuity_pipe". */
  readonly publishedName: string;
  /** Bumped when rules or generator change. */
  readonly version: string;
  readonly title: string;
  /** The rule in one sentence, for people who check the judge. */
  readonly rule: string;
  readonly stateSchema: z.ZodType<State>;
  readonly actionSchema: z.ZodType<Action>;
  /** Cameras, the default first. */
  readonly views: readonly string[];
  /**
   * Natural pace of a rollout in moves per second; the built-ins' default when absent is 2.5.
   * Greater than 0.
   */
  readonly clipMovesPerSecond?: number;
  /**
   * Steps of every instance that `generate` makes, where they are as many for all: then they are known
   * without making one. Absent where each puzzle has its own.
   */
  readonly actionBudget?: number;

  /** Makes the instance of a seed. @throws RuleError when the bounded search runs out. */
  generate(tier: Tier, seed: number): Instance;
  /** Reads one row of the published data set. @throws UsageError naming field, expected, received. */
  importPublished(row: unknown): Instance;
  /** The validated start state. @throws UsageError when `initialState` is not this task's. */
  initialState(instance: Instance): State;

  legalActions(state: State): readonly Action[];
  step(state: State, action: Action): StepResult<State>;
  isSolved(state: State): boolean;
  /** A shortest action sequence that solves, [] when solved, null when none exists. */
  solve(state: State): readonly Action[] | null;

  /** Geometry and colours of the picture, the same for every state of an instance. */
  scene(state: State, options: RenderOptions): Scene;
  /** The pose at rest in a state. */
  poseOf(state: State): Pose;
  /**
   * The board to reach, where a turn shows it in a second picture with the same scene; the same for
   * every state of an instance. Absent where the goal is told in words.
   */
  goalPose?(state: State): Pose;
  /** The pose during a legal action, `progress` from 0 (before) to 1 (after). */
  poseDuring(state: State, action: Action, progress: number): Pose;
  /** Draws the whole picture, background included. */
  draw(context: SKRSContext2D, scene: Scene, pose: Pose): void;

  /** The first-turn prompt of an agent: task, rules, answer format. Never the hidden state. */
  prompt(state: State, actionBudget: number): string;
  /**
   * What stands for the placeholders of the texts in `prompts/rollout`, by their names. Among them
   * `start`, the whole start state, and `moves`, every move in order, "" when there is none.
   */
  rolloutValues(state: State, plan: readonly Action[]): TemplateValues;
  encodeAnswer(action: Action): string;
  parseAnswer(text: string): ParsedAnswer<Action>;
  /** An action in a few words for tables and overlays, such as "turn x=2,y=1". */
  describeAction(action: Action): string;
}

/** A task whose types are closed over; what registries hold. */
// biome-ignore lint/suspicious/noExplicitAny: the state, action and pose types are existential here.
export type AnyTask = Task<any, any, any>;

/** Identity with inference: checks a task against the contract where it is defined. */
export function defineTask<State, Action, Pose>(
  task: Task<State, Action, Pose>,
): Task<State, Action, Pose> {
  return task;
}
