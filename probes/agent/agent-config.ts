/** What of a reasoner and its ways decides an episode: part of the configuration of a run. */
import type { AgentConfig } from "../../core/schema/agent.ts";
import { MAX_IMAGINED_PICTURES, type PromptStyle } from "../reasoners/agent-prompt.ts";
import type { Reasoner } from "../reasoners/reasoner.ts";

/** Published number of frames that come back of a clip. */
const CLIP_FRAMES = 8;

/** `agent` of a run's configuration; its `reasoner` is the id. */
export function agentConfigOf(
  reasoner: Pick<Reasoner, "id" | "version" | "params">,
  promptStyle: PromptStyle = "own",
): AgentConfig {
  const { id, version, params } = reasoner;
  return {
    reasoner: { id, version, params: { ...params } },
    promptStyle,
    maxPictures: MAX_IMAGINED_PICTURES,
    clipFrames: CLIP_FRAMES,
  };
}
