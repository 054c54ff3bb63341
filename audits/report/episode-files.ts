/** The files of episodes as a report finds and links them. Owns paths and copies; leaves out wording. */
import { copyFile, readFile, stat } from "node:fs/promises";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import type { Episode } from "../../core/schema/episode.ts";
import { type Scene, sceneSchema } from "../../core/schema/scene.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import { makeFolders } from "../../core/store/make-folder.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import type { FrameSheet } from "./frame-sheets.ts";

/** Addresses are relative to the page; what is not there is undefined. */
export type EpisodeFiles = {
  readonly strip?: string;
  readonly clip?: string;
  /** The clip is a picture, not a video. */
  readonly isPicture: boolean;
  readonly folder?: string;
  readonly prompt?: string;
  readonly promptHref?: string;
  readonly scene?: Scene;
  readonly frames?: FrameSheet;
};

export type FilesOptions = {
  /** Folder of the page. */
  readonly folder: string;
  /** Position of the run in the report; keeps copies of several runs apart. */
  readonly runIndex: number;
  /** Copy clips beside the page, so that the folder can be passed on whole. @default false */
  readonly copyClips?: boolean;
};

/** Inside of a run folder everything is linked where it lies; elsewhere strips are copied along. */
export async function episodeFiles(
  run: RunRecord,
  { episode }: EpisodeRecord,
  { folder, runIndex, copyClips = false }: FilesOptions,
): Promise<EpisodeFiles> {
  const id = episode.instanceId;
  const at = (file: string): string => inRun(run.path, episodePath(id, file));
  const clip = clipOf(run, episode);
  const isInside = isWithin(folder, run.path);
  const copy = (from: string, kind: string): Promise<string> =>
    copyInto(from, folder, kind, `${runIndex}-${id}${safeExtension(from)}`);
  const hasClip = clip !== undefined && (await isFile(clip));
  const hasStrip = await isFile(at(ARTEFACTS.overlay));
  const prompt = await readText(at(ARTEFACTS.prompt));
  const scene = sceneSchema.safeParse(parseJson(await readText(at(ARTEFACTS.scene))));
  return {
    ...(scene.success || hasStrip || hasClip
      ? { folder: `${href(folder, inRun(run.path, episodePath(id)))}/` }
      : {}),
    isPicture: clip !== undefined && /\.(png|jpe?g|webp|gif|avif)$/i.test(clip),
    ...(hasStrip
      ? {
          strip: isInside
            ? href(folder, at(ARTEFACTS.overlay))
            : await copy(at(ARTEFACTS.overlay), "overlays"),
        }
      : {}),
    ...(hasClip
      ? {
          clip: copyClips ? await copy(clip, "clips") : href(folder, clip),
        }
      : {}),
    ...(prompt === undefined ? {} : { prompt, promptHref: href(folder, at(ARTEFACTS.prompt)) }),
    ...(scene.success ? { scene: scene.data } : {}),
  };
}

/**
 * Path of an episode's clip. Undefined where there is none, and for one that leads out of the run: a
 * journal is not trusted with that.
 */
export function clipOf(run: RunRecord, episode: Episode): string | undefined {
  if (episode.status !== "ok" || episode.clip === undefined) return undefined;
  const file = inRun(run.path, episode.clip.path);
  return isWithin(file, run.path) ? file : undefined;
}

/** A relative address with every segment encoded: a name can be no scheme. */
export function href(fromFolder: string, to: string): string {
  return relative(resolve(fromFolder), resolve(to)).split(sep).map(encodeURIComponent).join("/");
}

async function copyInto(from: string, folder: string, kind: string, name: string): Promise<string> {
  const to = join(folder, kind, name);
  try {
    await makeFolders(dirname(to));
    await copyFile(from, to);
  } catch (error) {
    throw toStoreError(error, to, "a writable file");
  }
  return href(folder, to);
}

function safeExtension(path: string): string {
  const extension = extname(path).toLowerCase();
  return /^\.[a-z0-9]{1,5}$/.test(extension) ? extension : ".bin";
}

function isWithin(path: string, folder: string): boolean {
  const steps = relative(resolve(folder), resolve(path));
  return (
    steps !== ".." && !steps.startsWith(`..${sep}`) && resolve(folder, steps) === resolve(path)
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** A run passed on without some of its files still has a report. */
function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
