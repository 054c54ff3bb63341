/**
 * Built-in generators: rollouts imagined from the truth, valid or with one planted fault. Owns the
 * generator contract for them; `start` only writes down what is asked, `result` draws and encodes.
 */
import { z } from "zod";
import { RuleError } from "../../core/errors.ts";
import { rngFromText } from "../../core/rng/mt19937.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { parseStrictly } from "../../tasks/parse-strictly.ts";
import { getTask } from "../../tasks/registry.ts";
import type { Task } from "../../tasks/task.ts";
import type { BuiltinRequest, Generator, RolloutResult } from "../generator.ts";
import { filmShots } from "./film.ts";
import { poseFrames, type ScriptContext } from "./script.ts";
import { getBuiltin, getScript } from "./scripts.ts";
import { DEFAULT_MOVES_PER_SECOND, scheduleMoves } from "./timeline.ts";

/** Bumped when the clip of a request changes. */
const VERSION = "1";

const paramsSchema = z.strictObject({
  /** x264 constant rate factor, 0 (lossless) to 51. */
  crf: z.number().min(0).max(51).default(18),
  /** Pace of the moves when the clip is long enough; the task's natural one when absent. */
  movesPerSecond: z.number().positive().optional(),
});

/** A request without its picture: the truth is drawn again. */
const jobSchema = z.strictObject({
  instance: instanceSchema,
  view: z.string(),
  frames: z.number().int().positive(),
  fps: z.number().positive(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  seed: z.number().int(),
});
/** What a built-in clip depends on, beside the generator's id and params. */
export type BuiltinJob = z.infer<typeof jobSchema>;

/**
 * A built-in generator.
 * @param id one of BUILTIN_IDS
 * @param params `crf` (default 18) and `movesPerSecond` (default the task's, else 2.5)
 * @throws UsageError when the id is unknown (it lists the nearest) or a param is wrong
 */
export function createBuiltinGenerator(
  id: string,
  params: Readonly<Record<string, unknown>> = {},
): Generator<BuiltinRequest> {
  getBuiltin(id);
  const options = parseStrictly(paramsSchema, params, `${id} params`, "Correct the option.");
  return {
    id,
    version: VERSION,
    kind: "video",
    params: options,
    start: async ({ instance, view, frames, fps, widthPx, heightPx, seed }, { signal }) => {
      signal.throwIfAborted();
      getScript(id, instance.task);
      const job: BuiltinJob = { instance, view, frames, fps, widthPx, heightPx, seed };
      return { generator: id, id: `${instance.id}-${seed}`, data: job };
    },
    status: async () => ({ state: "succeeded" }),
    result: async (handle, destination, { signal }): Promise<RolloutResult> => {
      const job = parseStrictly(jobSchema, handle.data, "handle.data", "Start the rollout again.");
      const { task, context, warnings } = prepareScript(id, job, options.movesPerSecond);
      const script = getScript(id, task.id)(context);
      const { shots, truth } = script;
      const scene = task.scene(context.states[0], job);
      const { crf } = options;
      await filmShots(task, scene, shots, { destination, fps: job.fps, crf, signal });
      return {
        path: destination,
        kind: "video",
        warnings: script.warnings ?? warnings,
        ...(truth === undefined ? {} : { truth }),
      };
    },
    cancel: async () => {},
  };
}

/**
 * Everything that a script of this generator works with, for a job.
 * @param movesPerSecond pace when the clip is long enough. @default the task's, else 2.5
 * @throws RuleError when the board cannot be solved
 */
export function prepareScript(id: string, job: BuiltinJob, movesPerSecond?: number) {
  const task = getTask(job.instance.task);
  const pace = movesPerSecond ?? task.clipMovesPerSecond ?? DEFAULT_MOVES_PER_SECOND;
  const { context, warnings } = buildContext(task, id, job, pace);
  return { task, context, warnings };
}

function buildContext<State, Action, Pose>(
  task: Task<State, Action, Pose>,
  id: string,
  job: BuiltinJob,
  movesPerSecond: number,
): { context: ScriptContext<State, Action, Pose>; warnings: readonly string[] } {
  const start = task.initialState(job.instance);
  const plan = task.solve(start);
  if (plan === null) {
    throw new RuleError(
      `expected a board that can be solved for instance ${job.instance.id} but received one that ` +
        "cannot. Take another instance.",
    );
  }
  const states = [start];
  for (const action of plan) {
    const result = task.step(states.at(-1) as State, action);
    if (!result.ok) {
      throw new RuleError(
        `${task.describeAction(action)} of the plan is refused: ${result.reason}`,
      );
    }
    states.push(result.state);
  }
  const timeline = scheduleMoves(plan.length, job.frames, job.fps, { movesPerSecond });
  return {
    context: {
      task,
      plan,
      states,
      timeline,
      poses: poseFrames(task, states, plan, timeline),
      fps: job.fps,
      rng: rngFromText(`${job.instance.id} ${job.seed} ${id}`),
    },
    warnings: timeline.warnings,
  };
}

export type { PlantedTruth } from "./script.ts";
export { BUILTIN_IDS, BUILTINS, type BuiltinEntry } from "./scripts.ts";
