/** The contract of a condition: how an episode uses imagination. */

import type { WorldOutcome } from "../../core/schema/episode.ts";
import type { RolloutConfig } from "../../core/schema/run.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { Clip } from "../rollouts/clip.ts";
import type { WorkItem } from "../work-item.ts";

/** What a condition may use. Everything that touches the world outside is passed in. */
export type EpisodeContext = {
  readonly task: AnyTask;
  readonly item: WorkItem;
  readonly rollout: RolloutConfig;
  /** Has the generator imagine from this observation, and keeps the clip in the run folder. */
  readonly imagine: (observationPng: Uint8Array) => Promise<Clip>;
  /** Judges a clip of this run against the instance. The judge never learns who made it. */
  readonly judge: (clip: Clip) => Promise<Verdict>;
  /** Keeps a file of the episode. */
  readonly keep: (file: string, content: string | Uint8Array) => Promise<void>;
};

export type EpisodeOutcome = {
  readonly clip: Clip;
  readonly verdict: Verdict;
  readonly world: WorldOutcome;
};

export interface Condition {
  /** As given to `--condition`. */
  readonly id: string;
  readonly description: string;
  /** What the generator has to make. */
  readonly needs: "video" | "image";
  /** @throws ProbeError when the episode cannot be carried to a verdict */
  run(context: EpisodeContext): Promise<EpisodeOutcome>;
}
