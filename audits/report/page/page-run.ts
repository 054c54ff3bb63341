/** What the page knows of a run: its record, what the report says of it, and where its files are. */
import type { ReportRun } from "../../../core/schema/report.ts";
import type { RunRecord } from "../../../core/store/read-run.ts";
import type { EpisodeFiles } from "../episode-files.ts";

export type PageRun = {
  readonly run: RunRecord;
  readonly report: ReportRun;
  /** By position in `run.records`. */
  readonly files: readonly EpisodeFiles[];
};
