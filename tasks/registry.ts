/** The puzzle worlds that exist, in the order in which they are listed. */
import { createRegistry, type Registry } from "../core/registry.ts";
import { chatNoirTask } from "./chat-noir/index.ts";
import { oneStrokeTask } from "./one-stroke/index.ts";
import { pipeTask } from "./pipe/index.ts";
import { swapTask } from "./swap/index.ts";
import type { AnyTask } from "./task.ts";
import { untangleTask } from "./untangle/index.ts";

export const TASKS: Registry<AnyTask> = createRegistry<AnyTask>("task", [
  pipeTask,
  oneStrokeTask,
  untangleTask,
  swapTask,
  chatNoirTask,
]);

/**
 * The task of an id such as "pipe", or of a published name such as "continuity_pipe".
 * @throws UsageError when there is none; the message lists the nearest ids
 */
export function getTask(id: string): AnyTask {
  return TASKS.items.find((task) => task.publishedName === id) ?? TASKS.get(id);
}
