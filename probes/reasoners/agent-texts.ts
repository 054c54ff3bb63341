/** The texts of agent episodes, `prompts/agent/*.md` of the package. Owns their names and reading. */
import { join } from "node:path";
import { type PromptFile, readPromptFile } from "../../core/prompt-files.ts";
import { findPackage } from "../../core/store/provenance.ts";

export const AGENT_TEXT_NAMES = [
  "first",
  "later",
  "past-invalid",
  "text",
  "text-later",
  "text-result",
  "image-native",
  "image-text",
  "image-later",
  "image-result",
  "image-none",
  "video-native",
  "video-text",
  "video-result",
  "video-recall",
  "video-none",
  "video-fallback",
  "tool-imagined",
  "tool-none",
  "untangle-published",
] as const;
export type AgentTextName = (typeof AGENT_TEXT_NAMES)[number];

/** Every text by its name; each with the sha256 of its file. */
export type AgentTexts = Readonly<Record<AgentTextName, PromptFile>>;

/** @throws UsageError when one of them cannot be read */
export function loadAgentTexts(): AgentTexts {
  const { root } = findPackage();
  const load = (name: AgentTextName): PromptFile => {
    const path = `prompts/agent/${name}.md`;
    return { ...readPromptFile(join(root, path)), name: path };
  };
  return Object.fromEntries(AGENT_TEXT_NAMES.map((name) => [name, load(name)])) as AgentTexts;
}
