/** `probe report`: HTML, JSON, CSV and Markdown of run folders. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { FRAME_CHOICES, writeReport } from "../audits/report/write-report.ts";
import { UsageError } from "../core/errors.ts";
import { createProgress, type Progress } from "../core/progress.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { readRun } from "../core/store/read-run.ts";
import { REPORT_FOLDER } from "../core/store/run-layout.ts";
import { type CliIo, printJson } from "./io.ts";
import { refuseForeign } from "./refuse-foreign.ts";

type ReportOptions = {
  readonly out?: string;
  readonly frames: (typeof FRAME_CHOICES)[number];
  readonly copyClips?: boolean;
  readonly json?: boolean;
};

const EXAMPLES = `
Examples:
  probe report runs/pipe-oracle
  probe report runs/pipe-* --out reports/pipe              several runs, compared puzzle by puzzle
  probe report runs/pipe-jump --frames failed                draws what was read in every frame
  probe report runs/pipe-* --out to-pass-on --copy-clips     a folder that needs nothing else

Opens from disk; nothing is fetched. Beside index.html: report.json, report.csv, report.md.`;

export function addReportCommand(program: Command, io: CliIo): void {
  program
    .command("report")
    .description("audit report of run folders: HTML, JSON, CSV, Markdown")
    .argument("<run...>", "run folders")
    .option("--out <dir>", "folder of the report (default: report/ in the run folder)")
    .addOption(
      new Option(
        "--frames <which>",
        "draw every sampled frame with its reading, for clips that failed or all; judges them again",
      )
        .choices([...FRAME_CHOICES])
        .default("none"),
    )
    .option("--copy-clips", "copy the clips into the report's folder instead of linking to them")
    .option("--json", "print the paths as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: ReportOptions) => {
      const [first] = paths;
      if (paths.length > 1 && options.out === undefined) {
        throw new UsageError(
          `expected --out for a report on ${paths.length} runs but received nothing. Name the folder of the report`,
        );
      }
      const runs = [];
      for (const path of paths) runs.push(await readRun(path));
      const folder = options.out ?? join(first ?? "", REPORT_FOLDER);
      await refuseForeign(folder, ["report.json"], "report");
      await makeFolder(folder, "a folder of the report");
      let progress: Progress | undefined;
      const written = await writeReport(runs, folder, {
        frames: options.frames,
        onFrames: (done, total) => {
          progress ??= createProgress({ label: "frames drawn", total, stream: io.progress });
          progress.advance();
          if (done === total) progress.finish();
        },
        ...(options.copyClips === undefined ? {} : { copyClips: options.copyClips }),
      });
      if (options.json === true) printJson(io, written);
      else io.out(`${written.htmlPath}\n`);
    });
}
