/** Where the clip of an instance lies: by file name in a folder, or by a row of a manifest. */
import { readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { describeValue } from "../../core/errors.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";
import type { ManifestReading } from "./read-manifest.ts";

/** Endings that are served, in order of preference. */
export const CLIP_ENDINGS = ["mp4", "webm", "mov", "mkv", "gif"] as const;

/** Where clips come from. */
export type ClipSource = {
  /** Folder that no clip may lie outside of. */
  readonly folder: string;
  /** JSONL file that names the clips; without one, files are named after instances. */
  readonly manifest?: { readonly path: string; readonly read: () => Promise<ManifestReading> };
};

export type FoundClip =
  | { readonly ok: true; readonly path: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Finds the clip of one instance. That there is none is an answer, not an error.
 * @param instanceId as the instance carries it; a manifest may use it as `id` or `instanceId`
 */
export async function findClip(source: ClipSource, instanceId: string): Promise<FoundClip> {
  return source.manifest === undefined
    ? findByName(source.folder, instanceId)
    : findByRow(source.folder, source.manifest, instanceId);
}

async function findByName(folder: string, instanceId: string): Promise<FoundClip> {
  const names = CLIP_ENDINGS.map((ending) => `${instanceId}.${ending}`);
  const listing = await readdir(folder).catch((error: unknown) => fsErrorCode(error) ?? "unknown");
  if (typeof listing === "string") {
    return fail(`expected a readable folder at ${folder} but received ${listing}`);
  }
  const present = new Set(listing);
  const [first, ...others] = names.filter((name) => present.has(name));
  if (first === undefined) {
    return fail(`expected one of ${names.join(", ")} in ${folder} but received none of them`);
  }
  const found = await confine(folder, first);
  if (!found.ok || others.length === 0) return found;
  return { ...found, warnings: [`${first} is replayed; also there: ${others.join(", ")}`] };
}

async function findByRow(
  folder: string,
  manifest: NonNullable<ClipSource["manifest"]>,
  instanceId: string,
): Promise<FoundClip> {
  const rows = await manifest.read();
  if (!rows.ok) return rows;
  const mine = rows.rows.filter((row) => row.id === instanceId);
  const [row] = mine;
  if (row === undefined) {
    return fail(
      `expected a row for instance ${instanceId} in ${manifest.path} but received none among ` +
        `${rows.rows.length} rows. Add {"id": "${instanceId}", "video": "…"}`,
    );
  }
  if (mine.length > 1) {
    const lines = mine.map(({ line }) => line).join(", ");
    return fail(
      `expected one row for instance ${instanceId} in ${manifest.path} but received lines ${lines}. ` +
        "Keep the one that is to be judged",
    );
  }
  return confine(folder, row.video);
}

/** Refuses what lies outside the folder, by its name or through links. */
async function confine(folder: string, video: string): Promise<FoundClip> {
  const refuse = (received: string, fix: string) =>
    fail(
      `expected a clip inside ${folder} for ${describeValue(video)} but received ${received}. ${fix}`,
    );
  const inside = "Move the clip into the folder and name it by a relative path";
  if (isAbsolute(video)) return refuse("an absolute path", inside);
  const path = resolve(folder, video);
  if (!isInside(folder, path)) return refuse("a path that leaves the folder", inside);
  if (!CLIP_ENDINGS.some((ending) => path.toLowerCase().endsWith(`.${ending}`))) {
    return refuse("another kind of file", `Served are: ${CLIP_ENDINGS.join(", ")}`);
  }
  try {
    const [realFolder, realPath] = [await realpath(folder), await realpath(path)];
    if (!isInside(realFolder, realPath)) return refuse("a link that leaves the folder", inside);
    if (!(await stat(realPath)).isFile()) return refuse("no regular file", "Name a clip");
    return { ok: true, path: join(folder, relative(folder, path)), warnings: [] };
  } catch (error) {
    const code = fsErrorCode(error) ?? String(error);
    return refuse(code === "ENOENT" ? "no such file" : code, "Check the path");
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function fail(reason: string): FoundClip {
  return { ok: false, reason };
}
