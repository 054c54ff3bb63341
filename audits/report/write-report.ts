/** Writes a report: index.html, report.json, report.csv. Owns files and links; wording is elsewhere. */
import { copyFile, mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { reportSchema } from "../../core/schema/report.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../core/store/atomic-file.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import { formatReportCsv } from "./csv.ts";
import type { EpisodeLinks } from "./episode-card.ts";
import { buildReport } from "./model.ts";
import { type PageRun, renderPage } from "./page.ts";

export type WrittenReport = {
  readonly htmlPath: string;
  readonly jsonPath: string;
  readonly csvPath: string;
};

/**
 * Writes the report on runs into a folder. Inside of a run folder the page links to the run's files;
 * anywhere else the overlay strips are copied beside it, so that the folder can be passed on.
 *
 * @throws StoreError when it cannot be written
 */
export async function writeReport(
  runs: readonly RunRecord[],
  folder: string,
): Promise<WrittenReport> {
  const report = buildReport(runs);
  const pages: PageRun[] = [];
  for (const [index, run] of runs.entries()) {
    const described = report.runs[index];
    if (described === undefined) continue;
    pages.push({
      run,
      report: described,
      prompts: await readPrompts(run),
      links: await linkEpisodes(run, folder, index),
    });
  }
  const written = {
    htmlPath: join(folder, "index.html"),
    jsonPath: join(folder, "report.json"),
    csvPath: join(folder, "report.csv"),
  };
  await writeJsonAtomic(written.jsonPath, reportSchema.parse(report));
  await writeFileAtomic(written.csvPath, formatReportCsv(report));
  await writeFileAtomic(written.htmlPath, renderPage(pages));
  return written;
}

async function readPrompts(run: RunRecord): Promise<ReadonlyMap<string, string>> {
  const prompts = new Map<string, string>();
  for (const { episode } of run.records) {
    const path = inRun(run.path, episodePath(episode.instanceId, ARTEFACTS.prompt));
    // A run passed on without its prompts still has a report.
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) prompts.set(episode.instanceId, text);
  }
  return prompts;
}

async function linkEpisodes(
  run: RunRecord,
  folder: string,
  index: number,
): Promise<ReadonlyMap<string, EpisodeLinks>> {
  const isInside = isWithin(resolve(folder), resolve(run.path));
  const links = new Map<string, EpisodeLinks>();
  for (const { episode } of run.records) {
    const id = episode.instanceId;
    const strip = inRun(run.path, episodePath(id, ARTEFACTS.overlay));
    const clip = inRun(run.path, episodePath(id, ARTEFACTS.clip));
    const hasStrip = await exists(strip);
    if (isInside) {
      const hasClip = await exists(clip);
      links.set(id, {
        ...(hasStrip ? { strip: href(folder, strip) } : {}),
        ...(hasClip ? { clip: href(folder, clip), folder: `${href(folder, dirname(clip))}/` } : {}),
      });
    } else if (hasStrip) {
      const copy = join(folder, "overlays", `${index}-${id}.png`);
      try {
        await mkdir(dirname(copy), { recursive: true });
        await copyFile(strip, copy);
      } catch (error) {
        throw toStoreError(error, copy, "a writable file");
      }
      links.set(id, { strip: href(folder, copy) });
    }
  }
  return links;
}

/** A relative URL with every segment encoded. */
function href(fromFolder: string, to: string): string {
  return relative(resolve(fromFolder), resolve(to)).split(sep).map(encodeURIComponent).join("/");
}

function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return !steps.startsWith("..") && resolve(folder, steps) === path;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
