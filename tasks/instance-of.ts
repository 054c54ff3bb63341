/** Instances of a task: making one of what was generated, and reading one's start. Knows no task. */
import type { z } from "zod";
import { describeMismatch, UsageError } from "../core/errors.ts";
import type { Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import { parseStrictly } from "./parse-strictly.ts";

/** Which task, and which version of it. */
export type TaskName = { readonly id: string; readonly version: string };

/** What a generator made of a tier and a seed. */
export type Generated = {
  readonly state: unknown;
  /** Boards that were drawn until one passed the filters. */
  readonly attempts: number;
  readonly actionBudget: number;
};

/** The instance that a task's generator gives, named after task, tier and seed. */
export function generatedInstance(
  { id, version }: TaskName,
  tier: Tier,
  seed: number,
  { state, attempts, actionBudget }: Generated,
): Instance {
  return {
    schema: "topoprobe.instance/1",
    id: `${id}-${tier}-${seed}`,
    task: id,
    taskVersion: version,
    tier,
    seed,
    actionBudget,
    initialState: state,
    origin: { kind: "generated", attempts },
  };
}

/**
 * The start of an instance.
 *
 * @throws UsageError when it is of another task, or is no start of this one
 */
export function startOfInstance<State>(
  { id }: TaskName,
  schema: z.ZodType<State>,
  instance: Instance,
): State {
  if (instance.task !== id) {
    const fix = "Choose the instance's own task.";
    throw new UsageError(describeMismatch("instance.task", `"${id}"`, instance.task, fix));
  }
  return parseStrictly(
    schema,
    instance.initialState,
    "instance.initialState",
    "Take the instance file unchanged.",
  );
}
