/** Success over the five topological properties, each with the same weight, as published. Pure. */

import { canonicalJson } from "../../core/hash/canonical-json.ts";
import { type MacroMean, PROPERTIES } from "../../core/schema/agent-metrics.ts";
import { agentKey, type Group, type Who, withVariants } from "./group-runs.ts";
import { propertyOf } from "./properties.ts";
import { meanOf, sumOf } from "./sums.ts";

/** One for each condition, reasoner and generator. */
export function macroMeans(groups: readonly Group[]): readonly MacroMean[] {
  const byWho = new Map<string, Group[]>();
  for (const group of groups) {
    const { condition, generator } = group.config;
    const key = canonicalJson({ condition, generator, agent: agentKey(group.config) });
    byWho.set(key, [...(byWho.get(key) ?? []), group]);
  }
  const entries = [...byWho.values()].map((members) => ({
    members,
    who: namesOf(members),
    runs: members.flatMap(({ runs }) => runs),
  }));
  return withVariants(entries, ({ who }) => canonicalJson(who)).map(({ members, who }) =>
    macroMean(members, who),
  );
}

function namesOf([first]: readonly Group[]): Who {
  const { condition = "", reasoner = null, generator = null } = first?.who ?? {};
  return { condition, reasoner, generator };
}

function macroMean(groups: readonly Group[], who: Who): MacroMean {
  const properties = PROPERTIES.map((property) => {
    const byTask = new Map<string, number[]>();
    let n = 0;
    for (const { config, records } of groups) {
      if (propertyOf(config.task) !== property) continue;
      const played = records.filter(({ episode }) => episode.status === "ok");
      const rate = meanOf(
        played.map(({ episode }) => (episode.status === "ok" && episode.success ? 1 : 0)),
      );
      if (rate === null) continue;
      n += played.length;
      byTask.set(config.task, [...(byTask.get(config.task) ?? []), rate]);
    }
    const rates = [...byTask.values()].map((values) => sumOf(values) / values.length);
    return { property, tasks: [...byTask.keys()], rate: meanOf(rates), n };
  });
  return {
    ...who,
    mean: meanOf(properties.flatMap(({ rate }) => (rate === null ? [] : [rate]))),
    properties,
    missing: properties.flatMap(({ property, rate }) => (rate === null ? [property] : [])),
  };
}
