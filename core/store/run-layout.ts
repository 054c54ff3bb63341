/** Names of the files in a run folder. */
import { join } from "node:path";

export const MANIFEST_FILE = "manifest.json";
export const EPISODES_FILE = "episodes.jsonl";
export const VERDICTS_FILE = "verdicts.jsonl";
export const ROLLOUTS_FILE = "rollouts.jsonl";
export const REPLIES_FILE = "replies.jsonl";
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
  /** Requests to a chat model as sent, pictures by path and hash, and its replies. */
  chat: "chat.jsonl",
  /** The board to reach, where a task shows it beside the board as it is. */
  goal: "goal.png",
  /** What a built-in generator planted. Never shown to the judge. */
  truth: "truth.json",
} as const;

/** Picture of the board before a step. @param step from 0 */
export function stepFile(step: number): string {
  return `step-${pad(step)}.png`;
}

/** What was imagined, by its order in the episode. @param ordinal from 0 */
export function imaginedFile(kind: "image" | "video", ordinal: number): string {
  return `imagined-${pad(ordinal)}.${kind === "image" ? "png" : "mp4"}`;
}

/** A frame of an imagined clip as it was shown. @param frame its place among those shown, from 0 */
export function imaginedFrameFile(ordinal: number, frame: number): string {
  return `imagined-${pad(ordinal)}-frame-${pad(frame)}.png`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** Folder of one rollout's own files below the episode's folder. @param attempt from 1 */
export function attemptFolder(attempt: number): string {
  return `rollout-${pad(attempt)}`;
}

/** Path of an episode's folder or file relative to the run folder, with forward slashes. */
export function episodePath(instanceId: string, file?: string): string {
  return file === undefined ? `episodes/${instanceId}` : `episodes/${instanceId}/${file}`;
}

/** Absolute or working-directory path of a relative one. */
export function inRun(runPath: string, relative: string): string {
  return join(runPath, ...relative.split("/"));
}
