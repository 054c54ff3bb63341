/**
 * All sampled frames of a clip on one picture, with the reading and the violations drawn over. The
 * verdict's states are too rounded to be drawn, so the clip is judged again, and the picture is kept
 * only when the verdict comes out the same. Owns the picture; leaves out the page.
 */
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import { canonicalJson } from "../../core/hash/canonical-json.ts";
import { type Instance, instanceSchema } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { makeFolders } from "../../core/store/make-folder.ts";
import { type DiagnoseOptions, diagnose } from "../../cv-diagnostics/diagnose.ts";
import { href } from "./linked-file.ts";

export type FrameSheet = {
  /** Relative to the page. */
  readonly href: string;
  readonly columns: number;
  readonly frames: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

export type SheetJob = {
  readonly clip: string;
  readonly verdict: Verdict;
  /** Text of `instance.json`. */
  readonly instance: string;
  readonly scene: Scene;
  /** Folder of the page. */
  readonly folder: string;
  readonly runIndex: number;
};

const COLUMNS = 7;
const TILE_WIDTH_PX = 400;
const WEBP_QUALITY = 78;

/**
 * Draws the sheet, or takes the one that an earlier report drew of the same verdict.
 * @returns undefined when the clip does not get the same verdict any more: nobody can tell then what
 * was read
 */
export async function frameSheet(
  job: SheetJob,
  judge: (options: DiagnoseOptions) => Promise<Verdict> = diagnose,
): Promise<FrameSheet | undefined> {
  const { verdict, folder, runIndex } = job;
  const instance = parseInstance(job.instance);
  if (instance === undefined) return undefined;
  const key = `${verdict.videoSha256 ?? ""}`.slice(0, 12);
  const name = `${runIndex}-${verdict.instanceId}-${key}-v${verdict.diagnosticsVersion.replace(/\W/g, "_")}.webp`;
  const path = join(folder, "frames", name);
  const frames = verdict.sampling.frames;
  if (!(await exists(path))) {
    const drawn = await drawSheet(job, instance, judge);
    if (drawn === undefined) return undefined;
    await makeFolders(join(folder, "frames"));
    await writeFileAtomic(path, drawn);
  }
  const { width, height } = await loadImage(path);
  const columns = Math.min(COLUMNS, frames);
  return {
    href: href(folder, path),
    columns,
    frames,
    widthPx: Math.round(width / columns),
    heightPx: Math.round(height / Math.ceil(frames / columns)),
  };
}

async function drawSheet(
  { clip, verdict, scene }: SheetJob,
  instance: Instance,
  judge: (options: DiagnoseOptions) => Promise<Verdict>,
): Promise<Uint8Array | undefined> {
  const overlayDir = await mkdtemp(join(tmpdir(), "topoprobe-frames-"));
  try {
    const again = await judge({
      clip,
      instance,
      scene,
      sampling: verdict.sampling.frames,
      overlayDir,
      overlayFrames: true,
      videoName: verdict.video,
    });
    if (said(again) !== said(verdict)) return undefined;
    const names = (await readdir(overlayDir)).filter((name) => /^frame-\d+\.png$/.test(name));
    const inOrder = names.sort((a, b) => Number(a.slice(6, -4)) - Number(b.slice(6, -4)));
    const tiles: Image[] = [];
    for (const name of inOrder) tiles.push(await loadImage(await readFile(join(overlayDir, name))));
    return tiles.length === verdict.sampling.frames ? joinTiles(tiles) : undefined;
  } finally {
    await rm(overlayDir, { recursive: true, force: true });
  }
}

/** What has to be equal: labels and violations, not the last digits of confidences. */
function said(verdict: Verdict): string {
  return canonicalJson({
    video: verdict.videoSha256,
    labels: verdict.frames.map(({ label }) => label),
    terminal: verdict.terminal,
    checks: verdict.checks.map(({ name, outcome, violations }) => ({
      name,
      outcome,
      violations: violations.map(({ frame, where, reason }) => ({ frame, where, reason })),
    })),
  });
}

function joinTiles(tiles: readonly Image[]): Uint8Array {
  const [first] = tiles;
  if (first === undefined) return new Uint8Array();
  const width = Math.min(TILE_WIDTH_PX, first.width);
  const height = Math.round((first.height * width) / first.width);
  const columns = Math.min(COLUMNS, tiles.length);
  const canvas = createCanvas(columns * width, Math.ceil(tiles.length / columns) * height);
  const context = canvas.getContext("2d");
  for (const [i, tile] of tiles.entries()) {
    const left = (i % columns) * width;
    context.drawImage(tile, left, Math.floor(i / columns) * height, width, height);
  }
  return canvas.toBuffer("image/webp", WEBP_QUALITY);
}

function parseInstance(text: string): Instance | undefined {
  try {
    const parsed = instanceSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
