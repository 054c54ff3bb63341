/** The files of episodes as a report finds and links them. Owns paths and copies; leaves out wording. */

import { readFile } from "node:fs/promises";
import type { Episode } from "../../core/schema/episode.ts";
import { type Scene, sceneSchema } from "../../core/schema/scene.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import { safeExtension } from "../safe-extension.ts";
import type { FrameSheet } from "./frame-sheets.ts";
import { boardsIn, type Imagined, imaginedIn, type Link } from "./imagined.ts";
import { copyInto, href, isFile, isPictureName, isWithin, placeInRun } from "./linked-file.ts";

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
  /** What an agent imagined, or asked for in vain, in this order. */
  readonly imagined?: readonly Imagined[];
  /** The board before each of an agent's steps, and after the last. */
  readonly boards?: readonly (string | undefined)[];
  /** What was said between us and a chat model. */
  readonly chatHref?: string;
};

export type FilesOptions = {
  /** Folder of the page. */
  readonly folder: string;
  /** Position of the run in the report; keeps copies of several runs apart. */
  readonly runIndex: number;
  /** Copy clips beside the page, so that the folder can be passed on whole. @default false */
  readonly copyClips?: boolean;
  /** Look for the boards of an agent's steps. @default false */
  readonly withBoards?: boolean;
};

/** Inside of a run folder everything is linked where it lies; elsewhere strips are copied along. */
export async function episodeFiles(
  run: RunRecord,
  { episode }: EpisodeRecord,
  { folder, runIndex, copyClips = false, withBoards = false }: FilesOptions,
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
  const hasChat = await isFile(at(ARTEFACTS.chat));
  const linkTo =
    (kind: string): Link =>
    async (from, name) =>
      copyClips ? copyInto(from, folder, kind, `${runIndex}-${id}-${name}`) : href(folder, from);
  const imagined = await imaginedIn(run, episode, linkTo("imagined"));
  const boards = withBoards ? await boardsIn(run, episode, linkTo("boards")) : [];
  const scene = sceneSchema.safeParse(parseJson(await readText(at(ARTEFACTS.scene))));
  return {
    ...(scene.success || hasStrip || hasClip
      ? { folder: `${href(folder, inRun(run.path, episodePath(id)))}/` }
      : {}),
    isPicture: clip !== undefined && isPictureName(clip),
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
    ...(imagined.length === 0 ? {} : { imagined }),
    ...(boards.length === 0 ? {} : { boards }),
    ...(hasChat ? { chatHref: href(folder, at(ARTEFACTS.chat)) } : {}),
  };
}

/**
 * Path of an episode's clip. Undefined where there is none, and for one that leads out of the run: a
 * journal is not trusted with that.
 */
export function clipOf(run: RunRecord, episode: Episode): string | undefined {
  if (episode.status !== "ok" || episode.clip === undefined) return undefined;
  return placeInRun(run, episode.clip.path);
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
