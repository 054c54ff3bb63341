/**
 * Finished episodes whose clip is another one by now. The files of a replayed folder are no part of
 * the work key: the key names what is asked for, and is written down before any clip is looked at.
 */
import type { Episode } from "../core/schema/episode.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { WorkItem } from "./work-item.ts";

/**
 * Keys of the work that was finished with another clip than a replay would serve now. A clip that is
 * gone is not replaced: what was judged stands. Always empty for generators that make their clips.
 *
 * @param latest last line of each work key
 */
export async function findReplacedClips(
  generator: Pick<Generator<BuiltinRequest>, "servedSha256">,
  work: readonly WorkItem[],
  latest: ReadonlyMap<string, Episode>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const replaced = new Set<string>();
  if (generator.servedSha256 === undefined) return replaced;
  for (const { key, instance } of work) {
    const episode = latest.get(key);
    if (episode?.status !== "ok" || signal.aborted) continue;
    const { clip } = episode;
    if (clip === undefined) continue;
    const served = await generator.servedSha256(instance.id);
    if (served !== undefined && served !== clip.sha256) replaced.add(key);
  }
  return replaced;
}
