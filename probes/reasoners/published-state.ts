/**
 * What the published prompt of untangle tells of the state beside the picture: everything. Ours tells
 * none of it; this is for comparison only.
 */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { Tier } from "../../core/schema/common.ts";
import { fillTemplate, type Template } from "../../core/template.ts";
import { rowColOf } from "../../tasks/untangle/board.ts";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { countCrossings } from "../../tasks/untangle/rules.ts";
import { occupiedHoles } from "../../tasks/untangle/state.ts";

/** @throws UsageError when the task's published prompt tells no more than ours */
export function requirePublishedStyle(taskId: string): void {
  if (taskId === untangleTask.id) return;
  throw new UsageError(
    describeMismatch(
      "--prompt-style published",
      `the task ${untangleTask.id}`,
      taskId,
      "The published prompts of other tasks are not known to tell the state: leave the option out.",
    ),
  );
}

/**
 * Rope ends, occupied holes, crossings, difficulty and how holes are counted.
 *
 * @param state of untangle
 */
export function describePublishedState(template: Template, state: unknown, tier: Tier): string {
  const board = untangleTask.stateSchema.parse(state);
  const nameHole = (hole: number) => {
    const { row, col } = rowColOf(board.gridSize, hole);
    return `(${row}, ${col})`;
  };
  return fillTemplate(
    template.text,
    {
      difficulty: tier,
      grid_size: `${board.gridSize}`,
      ropes: board.ropes
        .map(({ colour, ends }) => `${colour}: ${ends.map(nameHole).join(" and ")}`)
        .join("\n"),
      occupied: occupiedHoles(board).map(nameHole).join(", "),
      crossings: `${countCrossings(board)}`,
    },
    template.name,
  );
}
