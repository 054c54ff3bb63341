/**
 * Run folders -> groups of episodes that were made alike: same task, condition, reasoner, generator and
 * picture. Owns names; counts nothing. Pure.
 */
import { basename } from "node:path";
import { canonicalJson } from "../../core/hash/canonical-json.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { NO_GENERATOR_REF } from "../agent/no-generator.ts";
import { POLICIES } from "../reasoners/registry.ts";

export type Who = {
  readonly condition: string;
  readonly reasoner: string | null;
  readonly generator: string | null;
  readonly variant?: string;
};

export type Group = {
  readonly config: RunConfig;
  readonly who: Who;
  readonly runs: readonly string[];
  /** One for each work key: a folder given twice counts once. */
  readonly records: readonly EpisodeRecord[];
  /** Tiers of planned instances without an episode. */
  readonly missing: readonly Tier[];
  /** Whether requests to a server decide. */
  readonly isChat: boolean;
};

export function groupRuns(runs: readonly RunRecord[]): readonly Group[] {
  const byKey = new Map<string, RunRecord[]>();
  for (const run of runs) {
    const key = keyOf(run.manifest.config);
    byKey.set(key, [...(byKey.get(key) ?? []), run]);
  }
  const groups = [...byKey.values()].flatMap((members): readonly Group[] => {
    const [first] = members;
    return first === undefined ? [] : [toGroup(first, members)];
  });
  return withVariants(groups, ({ config, who }) => canonicalJson({ task: config.task, ...who }));
}

/** Tells apart what has the same name, by the run folder. */
export function withVariants<T extends { readonly who: Who; readonly runs: readonly string[] }>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return items.map((item) =>
    (counts.get(nameOf(item)) ?? 0) < 2
      ? item
      : { ...item, who: { ...item.who, variant: basename(item.runs[0] ?? "") } },
  );
}

/** Who decides and how it is asked; null where the clip decides. */
export function agentKey({ agent }: RunConfig): string | null {
  return agent === undefined ? null : canonicalJson(agent);
}

function keyOf(config: RunConfig): string {
  const { task, taskVersion, condition, agent = null, generator, rollout } = config;
  return canonicalJson({ task, taskVersion, condition, agent, generator, rollout });
}

function toGroup({ manifest }: RunRecord, members: readonly RunRecord[]): Group {
  const { config } = manifest;
  const { agent, condition, generator } = config;
  const records = new Map<string, EpisodeRecord>();
  for (const record of members.flatMap((run) => run.records)) {
    const before = records.get(record.episode.key);
    if (before?.episode.status !== "ok") records.set(record.episode.key, record);
  }
  const planned = new Map(
    members.flatMap((run) => run.manifest.instances).map(({ key, tier }) => [key, tier]),
  );
  return {
    config,
    who: {
      condition,
      reasoner: agent?.reasoner.id ?? null,
      generator: generator.id === NO_GENERATOR_REF.id ? null : generator.id,
    },
    runs: [...new Set(members.map(({ path }) => path))],
    records: [...records.values()],
    missing: [...planned].flatMap(([key, tier]) => (records.has(key) ? [] : [tier])),
    isChat: agent !== undefined && !POLICIES.has(agent.reasoner.id),
  };
}
