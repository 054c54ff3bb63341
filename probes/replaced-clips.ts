/**
 * Finished episodes whose clip is another one by now. The files of a replayed folder are no part of
 * the work key: the key names what is asked for, and is written down before any clip is looked at.
 */
import { z } from "zod";
import type { Episode } from "../core/schema/episode.ts";
import type { RunConfig } from "../core/schema/run.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { WorkItem } from "./work-item.ts";

const REPLAY_PREFIX = "replay:";

/** The part of a replay's handle that names the file it would serve. */
const servedSchema = z.looseObject({ found: z.literal(true), sha256: z.string() });

/**
 * Keys of the work that was finished with another clip than a replay would serve now. A clip that is
 * gone is not replaced: what was judged stands. Always empty for generators that make their clips.
 *
 * @param latest last line of each work key
 */
export async function findReplacedClips(
  generator: Generator<BuiltinRequest>,
  rollout: RunConfig["rollout"],
  work: readonly WorkItem[],
  latest: ReadonlyMap<string, Episode>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const replaced = new Set<string>();
  if (!generator.id.startsWith(REPLAY_PREFIX)) return replaced;
  for (const { key, instance, prompt, rolloutSeed } of work) {
    const episode = latest.get(key);
    if (episode?.status !== "ok" || signal.aborted) continue;
    // Starting a replay is nothing but looking for the file; the picture is not looked at.
    const request: BuiltinRequest = {
      ...{ instanceId: instance.id, instance, prompt, seed: rolloutSeed },
      ...{ ...rollout, firstFramePng: new Uint8Array() },
    };
    const handle = await generator.start(request, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    const served = servedSchema.safeParse(handle?.data);
    if (served.success && served.data.sha256 !== episode.clip.sha256) replaced.add(key);
  }
  return replaced;
}
