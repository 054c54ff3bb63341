/** All built-in scripts by generator id, and the tasks that each can show. */

import { describeMismatch, UsageError } from "../../core/errors.ts";
import { createRegistry, unknownIdError } from "../../core/registry.ts";
import { TASKS } from "../../tasks/registry.ts";
import { crossfade } from "./crossfade.ts";
import { ONE_STROKE_FAULTS } from "./faults/one-stroke/index.ts";
import { PIPE_FAULTS } from "./faults/pipe/index.ts";
import { UNTANGLE_FAULTS } from "./faults/untangle/index.ts";
import { jump } from "./jump.ts";
import { oracle } from "./oracle.ts";
import type { AnyScript } from "./script.ts";
import { still } from "./still.ts";

/** One built-in generator. */
export type BuiltinEntry = {
  /** As given to `--gen`, such as "oracle" or "fault:retype". */
  readonly id: string;
  /** Task ids that it can show. */
  readonly tasks: readonly string[];
};

const FAULT_PREFIX = "fault:";
const GENERIC: Readonly<Record<string, AnyScript>> = { oracle, still, jump, crossfade };
/** Faults by task id, then by name. A name may exist for several tasks. */
const FAULTS: Readonly<Record<string, Readonly<Record<string, AnyScript>>>> = {
  pipe: PIPE_FAULTS,
  "one-stroke": ONE_STROKE_FAULTS,
  untangle: UNTANGLE_FAULTS,
};

/** Every built-in generator, generic ones first. */
export const BUILTINS: readonly BuiltinEntry[] = [
  ...Object.keys(GENERIC).map((id) => ({ id, tasks: TASKS.ids })),
  ...listFaultNames().map((name) => ({
    id: `${FAULT_PREFIX}${name}`,
    tasks: Object.keys(FAULTS).filter((task) => FAULTS[task]?.[name] !== undefined),
  })),
];

const ENTRIES = createRegistry("built-in generator", BUILTINS);

/** Ids of all built-in generators, in listing order. */
export const BUILTIN_IDS: readonly string[] = ENTRIES.ids;

/** The listing entry of an id. @throws UsageError when there is none; it lists the nearest */
export function getBuiltin(id: string): BuiltinEntry {
  return ENTRIES.get(id);
}

/**
 * The script of a generator for a task.
 * @throws UsageError when the generator is unknown or cannot show the task
 */
export function getScript(id: string, task: string): AnyScript {
  const entry = getBuiltin(id);
  const script = GENERIC[id] ?? FAULTS[task]?.[id.slice(FAULT_PREFIX.length)];
  if (script !== undefined && entry.tasks.includes(task)) return script;
  const fix = `Choose one of ${BUILTINS.filter((item) => item.tasks.includes(task))
    .map((item) => item.id)
    .join(", ")}.`;
  if (!TASKS.has(task)) throw unknownIdError("task", task, TASKS.ids);
  throw new UsageError(describeMismatch("gen", `a generator for task ${task}`, id, fix));
}

function listFaultNames(): string[] {
  return [...new Set(Object.values(FAULTS).flatMap((faults) => Object.keys(faults)))];
}
