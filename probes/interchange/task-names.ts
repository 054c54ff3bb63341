/** Names of tasks in published files -> the worlds that exist. Pure. */
import { unknownIdError } from "../../core/registry.ts";
import { TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";

/** All published tasks. */
const PUBLISHED_TASKS = [
  "continuity_2d_maze",
  "continuity_3d_maze",
  "continuity_pipe",
  "separation_objects",
  "separation_one_stroke",
  "order_bead_string",
  "order_origami",
  "order_swap_2d_puzzle",
  "enclosure_hole_detection",
  "enclosure_sheep",
  "enclosure_chat_noir",
  "knots_static",
  "knots_untangle",
] as const;

/** Short names of published clip manifests that are no ids of ours. */
const ALIASES: Readonly<Record<string, string>> = {
  swap2d: "swap",
  one_stroke: "one-stroke",
  chat_noir: "chat-noir",
};

export type FoundTask =
  | { readonly ok: true; readonly task: AnyTask }
  /** `isPublished`: the data set has it, and no world of ours plays it. */
  | { readonly ok: false; readonly isPublished: boolean; readonly reason: string };

/** @param name a published name, an alias of clip manifests, or an id of ours */
export function findTask(name: string): FoundTask {
  const id = ALIASES[name.toLowerCase()] ?? name;
  const task = TASKS.items.find((item) => item.id === id || item.publishedName === id);
  if (task !== undefined) return { ok: true, task };
  if (PUBLISHED_TASKS.some((published) => published === name)) {
    return { ok: false, isPublished: true, reason: `${name} has no world here` };
  }
  return { ok: false, isPublished: false, reason: unknownIdError("task", name, TASKS.ids).message };
}
