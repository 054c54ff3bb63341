/** One rollout of an episode: the request, where its files lie, and what is kept beside it. */
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MediaError, StoreError } from "../core/errors.ts";
import type { RolloutConfig } from "../core/schema/run.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { ARTEFACTS, attemptFolder, episodePath } from "../core/store/run-layout.ts";
import type { RunStore } from "../core/store/run-store.ts";
import type { BuiltinRequest } from "../generators/generator.ts";
import type { Clip, ClipJob, ClipServices } from "./rollouts/clip.ts";
import { makeClip } from "./rollouts/make-clip.ts";
import type { WorkItem } from "./work-item.ts";

/** What a generator is asked for a work item. @param firstFramePng empty where only a price is wanted */
export function requestFor(
  { instance, prompt, rolloutSeed }: WorkItem,
  { frames, fps, widthPx, heightPx, view }: RolloutConfig,
  firstFramePng: Uint8Array,
): BuiltinRequest {
  return {
    ...{ instanceId: instance.id, firstFramePng, prompt, frames, fps, widthPx, heightPx },
    ...{ seed: rolloutSeed, instance, view },
  };
}

/** Which rollout of an episode it is, and where its files lie. */
export type RolloutPlace = {
  /** Under which it stands in the journal. */
  readonly key: string;
  readonly instanceId: string;
  /** Name of the clip or picture in the episode's folder. */
  readonly file: string;
  /** Before the names of folders for adapters' own files; "" for the one clip of an episode. */
  readonly scratchPrefix: string;
};

/** The one clip of an episode without a reasoner. */
export function placeOf({ key, instance }: WorkItem): RolloutPlace {
  return { key, instanceId: instance.id, file: ARTEFACTS.clip, scratchPrefix: "" };
}

/**
 * Has a rollout of an episode made, into its folder.
 *
 * @throws what `makeClip` does
 */
export async function imagine(
  services: ClipServices,
  store: RunStore,
  place: RolloutPlace,
  request: BuiltinRequest,
  watch: Pick<ClipJob, "onWait" | "onAsk">,
): Promise<Clip> {
  const { key, instanceId: id, file, scratchPrefix } = place;
  const destination = store.artefactPath(id, file);
  const folder = dirname(destination);
  await makeFolder(folder, "a folder of the episode");
  const scratchDirs = new Set<string>();
  const job: ClipJob = {
    ...{ key, request, destination, ...watch },
    relativePath: episodePath(id, file),
    scratchDir: async (attempt) => {
      const scratch = join(folder, `${scratchPrefix}${attemptFolder(attempt)}`);
      if (!scratchDirs.has(scratch)) await makeFolder(scratch, "a folder of the rollout");
      scratchDirs.add(scratch);
      return scratch;
    },
  };
  let clip: Clip;
  try {
    clip = await reading(() => makeClip(services, job));
  } finally {
    // Only what is empty can be removed: most adapters keep nothing there.
    for (const scratch of scratchDirs) await rmdir(scratch).catch(() => undefined);
  }
  if (clip.truth !== undefined) {
    await store.writeArtefact(id, ARTEFACTS.truth, `${JSON.stringify(clip.truth, null, 2)}\n`);
  }
  return clip;
}

/** A generator's own file that cannot be read ends its episode, not the run; a full disk ends the run. */
async function reading(make: () => Promise<Clip>): Promise<Clip> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof StoreError) || !UNREADABLE.has(fsErrorCode(error.cause) ?? "")) {
      throw error;
    }
    throw new MediaError(error.message, { cause: error });
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR"]);
