/** What an agent saw and imagined in an episode, for a page: addresses and words. Leaves out looks. */

import type { Imagination } from "../../core/schema/agent.ts";
import type { Episode } from "../../core/schema/episode.ts";
import type { VerdictBrief } from "../../core/schema/verdict-brief.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { safeExtension } from "../safe-extension.ts";
import { isFile, isPictureName, placeInRun } from "./linked-file.ts";
import { describeCode, usdWords } from "./words.ts";

export type Imagined = {
  readonly kind: Imagination["kind"];
  /** Of the agent's steps, from 1. */
  readonly step: number;
  /** Cut where it is long. */
  readonly prompt: string;
  /** Address of the picture or clip; undefined where nothing came of it, or it is not there any more. */
  readonly href?: string;
  /** Addresses of pictures to look at: the one that was made, or what was shown of the clip. */
  readonly pictures: readonly string[];
  /** Verdict, cost, and why there is nothing, a sentence each; warnings are the episode's. */
  readonly notes: readonly string[];
};

/** Characters of a prompt that stand in a page; the whole is in `episodes.jsonl`. */
const MAX_PROMPT = 600;

/** Gives the address of a file, under a name that is unique in the episode where it is copied. */
export type Link = (file: string, name: string) => Promise<string>;

/** Undefined for a file that is not there, or not in the run. */
async function addressIn(
  run: RunRecord,
  path: string,
  name: string,
  link: Link,
): Promise<string | undefined> {
  const file = placeInRun(run, path);
  if (file === undefined || !(await isFile(file))) return undefined;
  return link(file, `${name}${safeExtension(file)}`);
}

/** Addresses of the board before each step, and after the last; undefined where there is none. */
export async function boardsIn(
  run: RunRecord,
  episode: Episode,
  link: Link,
): Promise<readonly (string | undefined)[]> {
  if (episode.status !== "ok" || episode.agent === undefined) return [];
  const { steps, finalObservations } = episode.agent;
  const shown = [...steps.map(({ observations }) => observations[0]), finalObservations[0]];
  const found: (string | undefined)[] = [];
  for (const [i, path = ""] of shown.entries()) {
    const name = `step-${String(i).padStart(2, "0")}`;
    found.push(isPictureName(path) ? await addressIn(run, path, name, link) : undefined);
  }
  return found;
}

export async function imaginedIn(
  run: RunRecord,
  episode: Episode,
  link: Link,
): Promise<readonly Imagined[]> {
  if (episode.status !== "ok" || episode.agent === undefined) return [];
  const found: Imagined[] = [];
  const addressOf = (path: string, name: string): Promise<string | undefined> =>
    addressIn(run, path, name, link);
  for (const { step, imaginations } of episode.agent.steps) {
    for (const imagination of imaginations) {
      const { kind, file, shown = [] } = imagination;
      const name = String(found.length).padStart(2, "0");
      const href = file === undefined ? undefined : await addressOf(file.path, name);
      const pictures: string[] = [];
      for (const [i, path] of (kind === "video" ? shown : []).entries()) {
        const picture = isPictureName(path) ? await addressOf(path, `${name}-${i}`) : undefined;
        if (picture !== undefined) pictures.push(picture);
      }
      if (kind === "image" && href !== undefined && isPictureName(href)) pictures.push(href);
      found.push({
        ...{ kind, step: step + 1, prompt: cut(imagination.prompt), pictures },
        ...(href === undefined ? {} : { href }),
        notes: [
          ...(file !== undefined && href === undefined
            ? ["The file is not where the run keeps it."]
            : []),
          ...notesOn(imagination),
        ],
      });
    }
  }
  return found;
}

function cut(prompt: string): string {
  return prompt.length <= MAX_PROMPT ? prompt : `${prompt.slice(0, MAX_PROMPT)}\u2026`;
}

const SKIPPED_WORDS: Readonly<Record<string, string>> = {
  limit: "the pictures of this episode were used up",
  empty_prompt: "the call held no words",
  malformed_call: "the call could not be read",
  unclosed_tag: "the call has no end",
  unknown_tool: "there is no such tool",
  one_at_a_time: "one at a time is made",
};

function notesOn(imagination: Imagination): readonly string[] {
  const { skipped, unjudged, verdict, costUsd, fallback } = imagination;
  return [
    ...(skipped === undefined ? [] : [skippedWords(skipped)]),
    ...(verdict === undefined ? [] : [verdictWords(verdict)]),
    ...(unjudged === undefined ? [] : [`Not judged: ${unjudged}.`]),
    ...(fallback === undefined
      ? []
      : [`The words are the toolkit's own, as the agent gave none (${describeCode(fallback)}).`]),
    ...(costUsd === undefined
      ? []
      : [costUsd === null ? "Cost unknown." : `Cost ${usdWords(costUsd)}.`]),
  ];
}

function skippedWords(skipped: string): string {
  const why = SKIPPED_WORDS[skipped];
  return why === undefined ? `Nothing came of it: ${skipped}` : `Nothing was made: ${why}.`;
}

function verdictWords({ processValidSuccess, processValid, terminal }: VerdictBrief): string {
  if (processValidSuccess) return "Judged: process-valid success.";
  const process = processValid ? "process-valid" : "not process-valid";
  return `Judged: ${process}, last frame: ${terminal}.`;
}
