/** What became of an episode, as one of few kinds, and the kinds in words. Pure. */
import { assertNever } from "../../core/errors.ts";
import type { EpisodeKind } from "../../core/schema/report.ts";
import type { EpisodeRecord } from "../../core/store/read-run.ts";

export function episodeKind({ episode, verdict }: EpisodeRecord): EpisodeKind {
  if (episode.status === "ok" && episode.clip === undefined) return "no_clip";
  if (verdict === undefined) return "no_verdict";
  if (verdict.processValidSuccess) return "success";
  const { outcome } = verdict.terminal;
  const isBroken = verdict.checks.some((check) => check.outcome === "fail");
  if (isBroken) return outcome === "pass" ? "shortcut" : "broken";
  return verdict.processValid && outcome === "fail" ? "unsolved" : "undecided";
}

/** Whether a report on these episodes is about clips; else agents played without any to judge. */
export function areOfClips(kinds: readonly EpisodeKind[]): boolean {
  const told = kinds.filter((kind) => kind !== "no_verdict");
  return told.length === 0 || told.some((kind) => kind !== "no_clip");
}

export type KindWords = { readonly title: string; readonly meaning: string };

export function describeKind(kind: EpisodeKind): KindWords {
  switch (kind) {
    case "shortcut":
      return {
        title: "Arrives by breaking a rule",
        meaning: "The last frame shows the goal; a check fails on the way there.",
      };
    case "broken":
      return {
        title: "Breaks a rule and does not arrive",
        meaning: "A check fails, and the last frame does not show the goal.",
      };
    case "unsolved":
      return {
        title: "Keeps the rules, does not arrive",
        meaning: "Every check passes; the last frame does not show the goal.",
      };
    case "undecided":
      return {
        title: "Could not be decided",
        meaning:
          "No check fails, but too much could not be read. Counted as a failure, as published.",
      };
    case "no_verdict":
      return { title: "No verdict", meaning: "Ended in an error: there is no clip to judge." };
    case "no_clip":
      return {
        title: "No clip to judge",
        meaning: "An agent played, and there is no clip to judge.",
      };
    case "success":
      return {
        title: "Process-valid success",
        meaning: "Every check passes, and the last frame shows the goal.",
      };
    default:
      return assertNever(kind);
  }
}
