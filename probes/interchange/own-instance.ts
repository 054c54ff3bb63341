/** Lines of an instances file that are instances of our own, as `instance.json` holds them. Pure. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { type Instance, instanceSchema } from "../../core/schema/instance.ts";
import type { AnyTask } from "../../tasks/task.ts";

/** Whether a row says that it is one. */
export function isOwnInstance(row: unknown): boolean {
  return (
    typeof row === "object" &&
    row !== null &&
    Reflect.get(row, "schema") === instanceSchema.shape.schema.value
  );
}

/** @throws UsageError when it is none, of another task, or of another version of the task */
export function readOwnInstance(task: AnyTask, row: unknown): Instance {
  const parsed = instanceSchema.safeParse(row);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join(".") || "the row";
    throw new UsageError(describeMismatch(field, "an instance", row, issue?.message));
  }
  const instance = parsed.data;
  const facts = [
    ["task", task.id, instance.task],
    ["taskVersion", task.version, instance.taskVersion],
  ] as const;
  for (const [field, expected, received] of facts) {
    if (expected === received) continue;
    throw new UsageError(
      describeMismatch(field, JSON.stringify(expected), received, "Make the instance again"),
    );
  }
  task.initialState(instance);
  return instance;
}
