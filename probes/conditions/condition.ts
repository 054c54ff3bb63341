/** The contract of a condition: how an episode uses imagination. */

import type { AgentConfig, AgentRecord } from "../../core/schema/agent.ts";
import type { WorldOutcome } from "../../core/schema/episode.ts";
import type { RolloutConfig } from "../../core/schema/run.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import type { CallContext } from "../../generators/generator.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { RolloutMaker } from "../agent/imaginer.ts";
import type { Keep } from "../agent/observer.ts";
import type { ReplyBook } from "../agent/reply-book.ts";
import type { AgentTexts } from "../reasoners/agent-texts.ts";
import type { Reasoner } from "../reasoners/reasoner.ts";
import type { Clip } from "../rollouts/clip.ts";
import type { WorkItem } from "../work-item.ts";

/** What conditions with a reasoner use on top. */
export type AgentServices = {
  readonly reasoner: Reasoner;
  readonly config: AgentConfig;
  readonly texts: AgentTexts;
  readonly book: ReplyBook;
  readonly rollouts: RolloutMaker;
  readonly call: CallContext;
};

/** What a condition may use. Everything that touches the world outside is passed in. */
export type EpisodeContext = {
  readonly task: AnyTask;
  readonly item: WorkItem;
  readonly rollout: RolloutConfig;
  /** Has the generator imagine from this observation, and keeps the clip in the run folder. */
  readonly imagine: (observationPng: Uint8Array) => Promise<Clip>;
  /** Judges a clip of this run against the instance. The judge never learns who made it. */
  readonly judge: (clip: Clip) => Promise<Verdict>;
  /** Whether clips of this task can be judged. */
  readonly hasJudge: boolean;
  /** Keeps a file of the episode. */
  readonly keep: Keep;
  /** Present where the condition uses a reasoner. */
  readonly agent?: AgentServices;
};

export type EpisodeOutcome = {
  readonly world: WorldOutcome;
  readonly warnings: readonly string[];
  /** The clip that was imagined, and the judge's word on it. */
  readonly clip?: Clip;
  readonly verdict?: Verdict;
  /** What the reasoner did. */
  readonly agent?: AgentRecord;
};

export interface Condition {
  /** As given to `--condition`. */
  readonly id: string;
  readonly description: string;
  /** What the generator has to make; "nothing" where there is none. */
  readonly needs: "nothing" | "image" | "video";
  /** Whether a reasoner decides, rather than the clip. */
  readonly usesReasoner: boolean;
  /** @throws ProbeError when the episode cannot be carried to its end */
  run(context: EpisodeContext): Promise<EpisodeOutcome>;
}
