/** Rollouts within an agent's episode: each has a request, a seed, a file and a key of its own. */

import type { RunConfig } from "../core/schema/run.ts";
import { imaginedFile } from "../core/store/run-layout.ts";
import type { RunStore } from "../core/store/run-store.ts";
import type { RolloutMaker } from "./agent/imaginer.ts";
import { sum } from "./agent/talk.ts";
import { imagine, requestFor } from "./imagine.ts";
import type { ClipJob, ClipServices } from "./rollouts/clip.ts";
import { attemptCosts } from "./rollouts/costs.ts";
import { deriveSeed, type WorkItem } from "./work-item.ts";

export type EpisodeRollouts = RolloutMaker & {
  /** US dollars of every rollout of the episode so far, null when nobody knows; 0 for none. */
  readonly spentUsd: () => number | null;
};

export function createRolloutMaker(
  clips: ClipServices,
  store: RunStore,
  config: RunConfig,
  item: WorkItem,
  watch: Pick<ClipJob, "onWait" | "onAsk">,
): EpisodeRollouts {
  const { id: instanceId } = item.instance;
  const keys = new Set<string>();
  const costOf = (key: string): number | null =>
    sum(attemptCosts(clips.log.recordsOf(key)).map(({ costUsd }) => costUsd));
  return {
    make: ({ rolloutKey, ordinal, kind, prompt, firstFramePng }) => {
      keys.add(rolloutKey);
      const file = imaginedFile(kind, ordinal);
      const place = {
        ...{ key: rolloutKey, instanceId, file },
        scratchPrefix: `${file.replace(/\.[a-z0-9]+$/, "")}-`,
      };
      const seed =
        ordinal === 0
          ? item.rolloutSeed
          : deriveSeed(config.instances.seed, `${instanceId}/${ordinal}`);
      const request = { ...requestFor(item, config.rollout, firstFramePng), prompt, seed };
      return imagine(clips, store, place, request, watch);
    },
    costOf: (rolloutKey) => {
      keys.add(rolloutKey);
      return clips.generator.host === undefined ? undefined : costOf(rolloutKey);
    },
    spentUsd: () => sum([...keys].map(costOf)),
  };
}
