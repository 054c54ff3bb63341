/**
 * Writes a report: index.html, report.json, report.csv, report.md. Owns files; wording and numbers
 * are elsewhere.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ReportRun, type RunCost, reportSchema } from "../../core/schema/report.ts";
import { type RolloutRecord, rolloutRecordSchema } from "../../core/schema/rollout.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../core/store/atomic-file.ts";
import { readJournal } from "../../core/store/journal.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun, ROLLOUTS_FILE } from "../../core/store/run-layout.ts";
import { attemptCosts, sumCosts } from "../../probes/rollouts/costs.ts";
import { formatReportCsv } from "./csv.ts";
import { clipOf, type EpisodeFiles, episodeFiles } from "./episode-files.ts";
import { type FrameSheet, frameSheet } from "./frame-sheets.ts";
import { formatReportMarkdown } from "./markdown.ts";
import { buildReport } from "./model.ts";
import type { PageRun } from "./page/page-run.ts";

export type WrittenReport = {
  readonly htmlPath: string;
  readonly jsonPath: string;
  readonly csvPath: string;
  readonly markdownPath: string;
};

/** Characters of all prompts together that stand in a page; more are linked. */
const MAX_PROMPTS = 200_000;

/** Steps of agents in one page beyond which their boards are left out: the page stays small. */
const MAX_BOARDS = 3000;

/** Clips of which every sampled frame is drawn with its reading. */
export const FRAME_CHOICES = ["none", "failed", "all"] as const;

export type WriteReportOptions = {
  /** Costs about a second a clip: the clips are judged again. @default "none" */
  readonly frames?: (typeof FRAME_CHOICES)[number];
  /** Copy clips beside the page, so that the folder can be passed on whole. @default false */
  readonly copyClips?: boolean;
  /** Of the bootstrap in comparisons. @default 1 */
  readonly seed?: number;
  /** Told after each clip whose frames were drawn. */
  readonly onFrames?: (done: number, of: number) => void;
};

/**
 * Writes the report on runs into a folder. Inside of a run folder the page links to the run's files;
 * anywhere else the overlay strips are copied beside it, and the clips are linked where they lie.
 *
 * @throws StoreError when it cannot be written
 */
export async function writeReport(
  runs: readonly RunRecord[],
  folder: string,
  options: WriteReportOptions = {},
): Promise<WrittenReport> {
  const costs: RunCost[] = [];
  for (const run of runs) costs.push(await costOf(run));
  const { seed } = options;
  const report = buildReport(runs, { costs, ...(seed === undefined ? {} : { seed }) });
  const pages = await collectPages(runs, report.runs, folder, options);
  const written = {
    htmlPath: join(folder, "index.html"),
    jsonPath: join(folder, "report.json"),
    csvPath: join(folder, "report.csv"),
    markdownPath: join(folder, "report.md"),
  };
  await writeJsonAtomic(written.jsonPath, reportSchema.parse(report));
  await writeFileAtomic(written.csvPath, formatReportCsv(report));
  await writeFileAtomic(written.markdownPath, formatReportMarkdown(report));
  // The charts' library takes longer to load than the rest of the command line.
  const { renderPage } = await import("./page/document.ts");
  await writeFileAtomic(written.htmlPath, renderPage(report, pages));
  return written;
}

async function collectPages(
  runs: readonly RunRecord[],
  described: readonly ReportRun[],
  folder: string,
  options: WriteReportOptions,
): Promise<readonly PageRun[]> {
  const { frames = "none", copyClips = false, onFrames } = options;
  const isDrawn = ({ verdict }: EpisodeRecord): boolean =>
    verdict !== undefined &&
    (frames === "all" || (frames === "failed" && !verdict.processValidSuccess));
  const total = runs.flatMap(({ records }) => records.filter(isDrawn)).length;
  const withBoards = countSteps(runs) <= MAX_BOARDS;
  let done = 0;
  const pages: PageRun[] = [];
  for (const [runIndex, run] of runs.entries()) {
    const report = described[runIndex];
    if (report === undefined) continue;
    const files: EpisodeFiles[] = [];
    for (const record of run.records) {
      const found = await episodeFiles(run, record, { folder, runIndex, copyClips, withBoards });
      const sheet = isDrawn(record)
        ? await drawnFrames(run, record, found, folder, runIndex)
        : undefined;
      if (isDrawn(record)) onFrames?.(++done, total);
      files.push(sheet === undefined ? found : { ...found, frames: sheet });
    }
    pages.push({ run, report, files });
  }
  return isShort(pages) ? pages : pages.map(withoutPrompts);
}

function countSteps(runs: readonly RunRecord[]): number {
  const episodes = runs.flatMap(({ records }) => records.map(({ episode }) => episode));
  return episodes.reduce(
    (sum, episode) => sum + (episode.status === "ok" ? (episode.agent?.steps.length ?? 0) : 0),
    0,
  );
}

function isShort(pages: readonly PageRun[]): boolean {
  const all = pages.flatMap(({ files }) => files);
  return all.reduce((sum, { prompt }) => sum + (prompt?.length ?? 0), 0) <= MAX_PROMPTS;
}

function withoutPrompts(page: PageRun): PageRun {
  return { ...page, files: page.files.map(({ prompt: _, ...file }) => file) };
}

/** Undefined where anything that is needed is lost. */
async function drawnFrames(
  run: RunRecord,
  { episode, verdict }: EpisodeRecord,
  { scene, isPicture }: EpisodeFiles,
  folder: string,
  runIndex: number,
): Promise<FrameSheet | undefined> {
  const clip = clipOf(run, episode);
  if (verdict === undefined || scene === undefined || clip === undefined || isPicture) return;
  const path = inRun(run.path, episodePath(episode.instanceId, ARTEFACTS.instance));
  const instance = await readFile(path, "utf8").catch(() => undefined);
  if (instance === undefined) return undefined;
  return frameSheet({ clip, verdict, instance, scene, folder, runIndex });
}

/** Null where nobody was asked for money. */
async function costOf(run: RunRecord): Promise<RunCost> {
  const records = await readJournal(inRun(run.path, ROLLOUTS_FILE), rolloutRecordSchema);
  const byKey = new Map<string, RolloutRecord[]>();
  for (const record of records) byKey.set(record.key, [...(byKey.get(record.key) ?? []), record]);
  const costs = [...byKey.values()].flatMap((lines) => attemptCosts(lines));
  if (costs.length === 0) return null;
  const { knownUsd, unknownCount } = sumCosts(costs);
  return { knownUsd, unknownCount };
}
