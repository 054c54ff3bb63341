/**
 * A generator that imagines nothing: it hands over clips made elsewhere, found by instance id.
 * Owns handles and the copy; where a clip lies is `find-clip.ts`. Judges nothing.
 */
import { statSync } from "node:fs";
import { chmod, copyFile, mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { describeMismatch, MediaError, UsageError } from "../../core/errors.ts";
import { sha256File } from "../../core/hash/sha256.ts";
import { sha256Schema } from "../../core/schema/common.ts";
import { syncFolder, temporaryPathFor } from "../../core/store/atomic-file.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import type { Generator, RolloutHandle } from "../generator.ts";
import { type ClipSource, findClip } from "./find-clip.ts";
import { createManifestReader } from "./read-manifest.ts";

const VERSION = "1";
const PREFIX = "replay:";

/** Name of the manifest that is looked for in a folder. */
export const MANIFEST_NAME = "manifest.jsonl";

const handleDataSchema = z.discriminatedUnion("found", [
  z.strictObject({
    found: z.literal(true),
    /** Path relative to the source's folder. */
    video: z.string(),
    sha256: sha256Schema,
    warnings: z.array(z.string()),
  }),
  z.strictObject({ found: z.literal(false), reason: z.string() }),
]);
type HandleData = z.infer<typeof handleDataSchema>;

/**
 * Serves `<instanceId>.mp4|webm|mov|mkv|gif` from a folder, or the rows of `manifest.jsonl` in it,
 * or of a manifest named directly. Rows are `{ id | instanceId, video }`, paths relative to the
 * manifest; a path that leaves its folder, also through a link, is refused. A clip that is missing
 * gives status "failed" with the reason.
 *
 * The contents of the folder are no part of `params`: a run asks `servedSha256` whether a clip that
 * was judged has been exchanged since.
 * @param pathSpec folder or `.jsonl` file, with or without "replay:" in front
 * @throws UsageError when there is no such folder or file
 */
export function createReplayGenerator(pathSpec: string): Generator {
  const given = pathSpec.startsWith(PREFIX) ? pathSpec.slice(PREFIX.length) : pathSpec;
  const source = openSource(given);
  const id = `${PREFIX}${given}`;
  const locate = (video: string) => join(source.folder, video);

  return {
    id,
    version: VERSION,
    kind: "video",
    params: { source: given },
    start: async (request, { signal }) => {
      signal.throwIfAborted();
      const data = await describeClip(source, request.instanceId);
      signal.throwIfAborted();
      return { generator: id, id: request.instanceId, data };
    },
    status: async (handle, { signal }) => {
      signal.throwIfAborted();
      const data = readHandle(handle);
      if (!data.found) return { state: "failed", reason: data.reason };
      const isThere = await stat(locate(data.video)).then(
        (facts) => facts.isFile(),
        () => false,
      );
      if (isThere) return { state: "succeeded" };
      return { state: "failed", reason: `expected the clip ${data.video}, which is gone` };
    },
    result: async (handle, destination, { signal }) => {
      const data = readHandle(handle);
      if (!data.found) throw new MediaError(data.reason);
      await copyWhole(locate(data.video), destination, data.sha256, signal);
      return {
        path: destination,
        kind: "video",
        warnings: [...data.warnings, ...endingWarnings(data.video, destination)],
      };
    },
    cancel: async () => undefined,
    servedSha256: async (instanceId) => {
      const data = await describeClip(source, instanceId);
      return data.found ? data.sha256 : undefined;
    },
  };
}

function openSource(given: string): ClipSource {
  const path = resolve(given);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (given !== "" && facts?.isFile() === true && path.endsWith(".jsonl")) {
    return { folder: dirname(path), manifest: { path, read: createManifestReader(path) } };
  }
  if (given === "" || facts?.isDirectory() !== true) {
    const received = facts === undefined ? `${given} (no such path)` : given;
    throw new UsageError(
      describeMismatch(PREFIX, "a folder of clips, or a manifest (.jsonl)", received),
      { context: { path: given } },
    );
  }
  const manifest = join(path, MANIFEST_NAME);
  const hasManifest = statSync(manifest, { throwIfNoEntry: false })?.isFile() === true;
  if (!hasManifest) return { folder: path };
  return { folder: path, manifest: { path: manifest, read: createManifestReader(manifest) } };
}

async function describeClip(source: ClipSource, instanceId: string): Promise<HandleData> {
  const clip = await findClip(source, instanceId);
  if (!clip.ok) return { found: false, reason: clip.reason };
  try {
    const sha256 = await sha256File(clip.path);
    const video = relative(source.folder, clip.path);
    return { found: true, video, sha256, warnings: [...clip.warnings] };
  } catch (error) {
    return { found: false, reason: toStoreError(error, clip.path, "a readable clip").message };
  }
}

function readHandle(handle: RolloutHandle): HandleData {
  const data = handleDataSchema.safeParse(handle.data);
  if (data.success) return data.data;
  throw new UsageError(
    describeMismatch("the handle", "one that the replay generator made", handle.data),
    { cause: data.error },
  );
}

async function copyWhole(
  from: string,
  destination: string,
  sha256: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const temporary = temporaryPathFor(destination);
  try {
    await mkdir(dirname(destination), { recursive: true });
    await copyFile(from, temporary);
    // The copy takes over the mode, and a clip may be read-only.
    await chmod(temporary, 0o644);
    const received = await sha256File(temporary);
    if (received !== sha256) {
      throw new MediaError(
        describeMismatch(from, `the clip that was found before (sha256 ${sha256})`, received) +
          ". It changed in between; run the same command again",
        { context: { file: from, sha256: received, expectedSha256: sha256 } },
      );
    }
    await syncFile(temporary);
    signal.throwIfAborted();
    await rename(temporary, destination);
    await syncFolder(dirname(destination));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    if (error instanceof MediaError || signal.aborted) throw error;
    throw toStoreError(error, destination, `a copy of ${from}`);
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Readers look into the file, so that the name does no harm; a person should know. */
function endingWarnings(video: string, destination: string): readonly string[] {
  const [from, to] = [extname(video).toLowerCase(), extname(destination).toLowerCase()];
  return from === to ? [] : [`a ${from} file was copied under a name that ends in ${to}`];
}
