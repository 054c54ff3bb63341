/** The metrics of one or several run folders, whatever their conditions. Pure. */
import type { AgentMetrics, CellMetrics, GroupMetrics } from "../../core/schema/agent-metrics.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { compareGroups, ofCell } from "./compare-groups.ts";
import { type Group, groupRuns } from "./group-runs.ts";
import { macroMeans } from "./macro-mean.ts";
import { measureCell } from "./measure-cell.ts";
import { propertyOf } from "./properties.ts";

export type MeasureOptions = {
  /** Of the bootstrap. @default 1 */
  readonly seed?: number;
  /** @default 10000 */
  readonly resamples?: number;
};

/** Folders of the same task, condition, reasoner, generator and picture count together. */
export function measureRuns(
  runs: readonly RunRecord[],
  { seed = 1, resamples = 10_000 }: MeasureOptions = {},
): AgentMetrics {
  const groups = groupRuns(runs);
  return {
    schema: "topoprobe.agent-metrics/1",
    bootstrap: { seed, resamples },
    groups: groups.map(measureGroup),
    differences: [...compareGroups(groups, { seed, resamples })],
    macro: [...macroMeans(groups)],
  };
}

function measureGroup(group: Group): GroupMetrics {
  const { config, who, runs, records, missing, isChat } = group;
  const cell = (name: "all" | "easy" | "medium" | "hard"): CellMetrics =>
    measureCell(ofCell(records, name), {
      missing: name === "all" ? missing.length : missing.filter((tier) => tier === name).length,
      isChat,
    });
  return {
    task: config.task,
    property: propertyOf(config.task),
    ...who,
    runs: [...runs],
    tiers: { all: cell("all"), easy: cell("easy"), medium: cell("medium"), hard: cell("hard") },
  };
}
