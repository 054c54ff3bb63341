/** `probe report`: HTML, JSON and CSV of run folders. */
import { join } from "node:path";
import type { Command } from "commander";
import { writeReport } from "../audits/report/write-report.ts";
import { UsageError } from "../core/errors.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { readRun } from "../core/store/read-run.ts";
import { REPORT_FOLDER } from "../core/store/run-layout.ts";
import { type CliIo, printJson } from "./io.ts";

type ReportOptions = { readonly out?: string; readonly json?: boolean };

export function addReportCommand(program: Command, io: CliIo): void {
  program
    .command("report")
    .description("audit report of run folders: HTML, JSON, CSV")
    .argument("<run...>", "run folders")
    .option("--out <dir>", "folder of the report (default: report/ in the run folder)")
    .option("--json", "print the paths as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  probe report runs/pipe-oracle\n  probe report runs/pipe-* --out reports/pipe",
    )
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
      await makeFolder(folder, "a folder of the report");
      const written = await writeReport(runs, folder);
      if (options.json === true) printJson(io, written);
      else io.out(`${written.htmlPath}\n`);
    });
}
