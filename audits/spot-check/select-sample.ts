/**
 * Which clips go into a sheet: stratified, balanced within the strata, decided by the seed alone. Pure.
 *
 * Strata are task x generator x tier x class of verdict; `allocate` says how many of each. Where there
 * are fewer items than strata, strata are served so that every task, generator, tier and class comes
 * up as early and as evenly as possible. Within a stratum the clip comes next whose failed or unread
 * checks and frame labels have been seen least. Ties are settled by the seed.
 */
import { rngFromText } from "../../core/rng/mt19937.ts";
import type { StratumCount } from "../../core/schema/sheet.ts";
import { allocate } from "./allocate.ts";
import { type Candidate, featuresOf, verdictClassOf } from "./candidates.ts";

export type SampleOptions = {
  /** Clips wanted, 1 or more. */
  readonly n: number;
  readonly seed: number;
};

export type SampledCandidate = { readonly candidate: Candidate; readonly stratum: string };

export type Sample = {
  /** Round robin over the strata, so that each beginning of it is spread over them as well. */
  readonly items: readonly SampledCandidate[];
  readonly strata: readonly StratumCount[];
};

type Stratum = {
  readonly name: string;
  readonly values: readonly string[];
  readonly members: readonly Candidate[];
};

/** The same candidates in any order and the same seed give the same sample. */
export function selectSample(candidates: readonly Candidate[], { n, seed }: SampleOptions): Sample {
  const rng = rngFromText(`topoprobe sheet ${seed}`);
  const strata = groupStrata(rng.shuffle(inOrder(candidates)));
  const order = orderByCoverage(strata, rng.shuffle(strata.map((_, i) => i)));
  const taken = allocate(
    strata.map(({ members }) => members.length),
    n,
    order,
  );
  const seen = new Map<string, number>();
  const chosen = strata.map(() => [] as Candidate[]);
  const items: SampledCandidate[] = [];
  for (let round = 0; items.length < Math.min(n, candidates.length); round++) {
    for (const at of order) {
      const stratum = strata[at];
      const drawn = chosen[at];
      if (stratum === undefined || drawn === undefined || round >= (taken[at] ?? 0)) continue;
      const rest = stratum.members.filter((member) => !drawn.includes(member));
      const candidate = leastSeen(rest, seen);
      if (candidate === undefined) continue;
      drawn.push(candidate);
      items.push({ candidate, stratum: stratum.name });
      for (const feature of featuresOf(candidate)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
    }
  }
  return {
    items,
    strata: strata.map(({ name, members }, i) => ({
      name,
      task: members[0]?.task ?? "",
      generator: members[0]?.generator ?? "",
      size: members.length,
      taken: taken[i] ?? 0,
    })),
  };
}

/** By content, so that the order in which runs are named does not matter. */
export function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  const nameOf = ({ run, instanceId, clip, generator }: Candidate): string =>
    [run, instanceId, generator, clip.sha256].join("\0");
  return [...candidates].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Sorted by name; members keep their order. */
function groupStrata(candidates: readonly Candidate[]): readonly Stratum[] {
  const groups = new Map<string, { values: readonly string[]; members: Candidate[] }>();
  for (const candidate of candidates) {
    const { task, generator, tier, verdict } = candidate;
    const values = [task, generator, tier, verdictClassOf(verdict)];
    const name = values.join(" / ");
    const group = groups.get(name) ?? { values, members: [] };
    group.members.push(candidate);
    groups.set(name, group);
  }
  return [...groups]
    .map(([name, { values, members }]) => ({
      name,
      values: values.map((value, dimension) => `${dimension} ${value}`),
      members,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Next comes the stratum whose values have come up least, each counted for what is new in it. */
function orderByCoverage(
  strata: readonly Stratum[],
  shuffled: readonly number[],
): readonly number[] {
  const covered = new Map<string, number>();
  const left = [...shuffled];
  const order: number[] = [];
  while (left.length > 0) {
    const newness = (at: number): number => noveltyOf(strata[at]?.values ?? [], covered);
    const best = left.reduce((a, b) => (newness(b) > newness(a) ? b : a));
    left.splice(left.indexOf(best), 1);
    order.push(best);
    for (const value of strata[best]?.values ?? []) {
      covered.set(value, (covered.get(value) ?? 0) + 1);
    }
  }
  return order;
}

/** The first of those with the most that is new; clips with more kinds of evidence are not favoured. */
function leastSeen(
  members: readonly Candidate[],
  seen: ReadonlyMap<string, number>,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    const features = featuresOf(member);
    const novelty = noveltyOf(features, seen) / features.length;
    if (novelty > most) {
      best = member;
      most = novelty;
    }
  }
  return best;
}

function noveltyOf(values: readonly string[], seen: ReadonlyMap<string, number>): number {
  return values.reduce((sum, value) => sum + 1 / (1 + (seen.get(value) ?? 0)), 0);
}
