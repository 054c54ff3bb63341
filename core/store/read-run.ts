/** A run folder as a reader sees it: no lock, no repair, the last word on every episode. */
import { UsageError } from "../errors.ts";
import { type Episode, episodeSchema } from "../schema/episode.ts";
import { type Manifest, type Timing, timingSchema } from "../schema/run.ts";
import { type Verdict, verdictSchema } from "../schema/verdict.ts";
import { readJournal } from "./journal.ts";
import { EPISODES_FILE, inRun, MANIFEST_FILE, TIMINGS_FILE, VERDICTS_FILE } from "./run-layout.ts";
import { readManifest } from "./run-store.ts";

/** One finished episode with the verdict on its clip. */
export type EpisodeRecord = {
  readonly episode: Episode;
  /** Undefined for an episode that ended in an error, or in which no clip was judged. */
  readonly verdict?: Verdict;
};

export type RunRecord = {
  readonly path: string;
  readonly manifest: Manifest;
  /** Finished episodes in the order of the manifest, one each. */
  readonly records: readonly EpisodeRecord[];
  /** Instances without a line yet. */
  readonly missing: readonly string[];
  readonly timings: readonly Timing[];
};

/**
 * Reads a run folder.
 *
 * @throws UsageError when there is no run folder at this path
 * @throws StoreError when its manifest or a journal is corrupt, or cannot be read
 */
export async function readRun(path: string): Promise<RunRecord> {
  const manifest = await readManifest(path);
  if (manifest === null) {
    throw new UsageError(
      `expected a run folder for ${path} but received a path without ${MANIFEST_FILE}. ` +
        "Give the folder that probe run wrote",
    );
  }
  const episodes = await readJournal(inRun(path, EPISODES_FILE), episodeSchema);
  const verdicts = await readJournal(inRun(path, VERDICTS_FILE), verdictSchema);
  const timings = await readJournal(inRun(path, TIMINGS_FILE), timingSchema);
  const latest = latestByKey(episodes);
  const verdictOf = indexVerdicts(verdicts);
  const records: EpisodeRecord[] = [];
  const missing: string[] = [];
  for (const item of manifest.instances) {
    const episode = latest.get(item.key);
    if (episode === undefined) {
      missing.push(item.id);
      continue;
    }
    const clip = episode.status === "ok" ? episode.clip : undefined;
    const verdict = clip === undefined ? undefined : verdictOf(clip);
    records.push(verdict === undefined ? { episode } : { episode, verdict });
  }
  return { path, manifest, records, missing, timings };
}

/** The last line of every work key: a later attempt replaces an error. */
export function latestByKey(episodes: readonly Episode[]): ReadonlyMap<string, Episode> {
  return new Map(episodes.map((episode) => [episode.key, episode]));
}

/** Finds the last verdict on exactly this clip. */
export function indexVerdicts(
  verdicts: readonly Verdict[],
): (clip: { readonly path: string; readonly sha256: string }) => Verdict | undefined {
  const byClip = new Map(verdicts.map((v) => [`${v.videoSha256} ${v.video}`, v]));
  return ({ path, sha256 }) => byClip.get(`${sha256} ${path}`);
}
