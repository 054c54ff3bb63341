/** Names of the files in a run folder. */
import { join } from "node:path";

export const MANIFEST_FILE = "manifest.json";
export const EPISODES_FILE = "episodes.jsonl";
export const VERDICTS_FILE = "verdicts.jsonl";
export const ROLLOUTS_FILE = "rollouts.jsonl";
export const TIMINGS_FILE = "timings.jsonl";
export const REPORT_FOLDER = "report";

/** Files of one episode, in `episodes/<instance>/`. */
export const ARTEFACTS = {
  instance: "instance.json",
  scene: "scene.json",
  observation: "observation.png",
  prompt: "prompt.txt",
  clip: "imagined-00.mp4",
  overlay: "overlay.png",
  /** What a built-in generator planted. Never shown to the judge. */
  truth: "truth.json",
} as const;

/** Folder of one rollout's own files below the episode's folder. @param attempt from 1 */
export function attemptFolder(attempt: number): string {
  return `rollout-${String(attempt).padStart(2, "0")}`;
}

/** Path of an episode's folder or file relative to the run folder, with forward slashes. */
export function episodePath(instanceId: string, file?: string): string {
  return file === undefined ? `episodes/${instanceId}` : `episodes/${instanceId}/${file}`;
}

/** Absolute or working-directory path of a relative one. */
export function inRun(runPath: string, relative: string): string {
  return join(runPath, ...relative.split("/"));
}
