/** What imagining added: success against condition `none` on the same instances, in pairs. Pure. */
import type { CELLS, Difference } from "../../core/schema/agent-metrics.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import { bootstrapMean } from "../../core/stats/bootstrap.ts";
import type { EpisodeRecord } from "../../core/store/read-run.ts";
import { agentKey, type Group } from "./group-runs.ts";
import { meanOf } from "./sums.ts";

const BASELINE = "none";

export type BootstrapSettings = {
  readonly seed: number;
  readonly resamples: number;
};

/** One for each group with the same reasoner's `none` beside it; the clip as policy has no reasoner. */
export function compareGroups(
  groups: readonly Group[],
  settings: BootstrapSettings,
): readonly Difference[] {
  return groups.flatMap((group) => {
    const key = agentKey(group.config);
    if (key === null || group.who.condition === BASELINE) return [];
    const baselines = groups.filter(
      ({ config, who }) =>
        who.condition === BASELINE &&
        config.task === group.config.task &&
        config.taskVersion === group.config.taskVersion &&
        agentKey(config) === key,
    );
    const baseline =
      baselines.find(({ config }) => isSameObservation(config, group.config)) ?? baselines[0];
    if (baseline === undefined) return [];
    const differenceOf = (cell: (typeof CELLS)[number]) =>
      compare(ofCell(group.records, cell), ofCell(baseline.records, cell), settings);
    return [
      {
        task: group.config.task,
        ...group.who,
        sameObservation: isSameObservation(baseline.config, group.config),
        tiers: {
          all: differenceOf("all"),
          easy: differenceOf("easy"),
          medium: differenceOf("medium"),
          hard: differenceOf("hard"),
        },
      },
    ];
  });
}

/** Episodes of a tier, or all. */
export function ofCell(
  records: readonly EpisodeRecord[],
  cell: (typeof CELLS)[number],
): readonly EpisodeRecord[] {
  return cell === "all" ? records : records.filter(({ episode }) => episode.tier === cell);
}

function isSameObservation({ rollout: a }: RunConfig, { rollout: b }: RunConfig): boolean {
  return a.widthPx === b.widthPx && a.heightPx === b.heightPx && a.view === b.view;
}

function compare(
  records: readonly EpisodeRecord[],
  baseline: readonly EpisodeRecord[],
  { seed, resamples }: BootstrapSettings,
): Difference["tiers"]["all"] {
  const [here, there] = [successByInstance(records), successByInstance(baseline)];
  // The order of the pairs must not depend on which episode was finished first.
  const ids = [...here.keys()].filter((id) => there.has(id)).sort();
  const differences = ids.map((id) => (here.get(id) ?? 0) - (there.get(id) ?? 0));
  const interval = bootstrapMean(differences, { seed, resamples });
  return {
    pairs: ids.length,
    unpaired: here.size + there.size - 2 * ids.length,
    mean: interval?.mean ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
}

/** Of episodes that came to an end; the mean where an instance was played more than once. */
function successByInstance(records: readonly EpisodeRecord[]): ReadonlyMap<string, number> {
  const values = new Map<string, number[]>();
  for (const { episode } of records) {
    if (episode.status !== "ok") continue;
    const before = values.get(episode.instanceId) ?? [];
    values.set(episode.instanceId, [...before, episode.success ? 1 : 0]);
  }
  return new Map([...values].map(([id, successes]) => [id, meanOf(successes) ?? 0]));
}
