/** `probe export`: run folders in a published format. */

import { join } from "node:path";
import type { Command } from "commander";
import { plural } from "../audits/plural.ts";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { exportRun, writeModelAnswers } from "../probes/interchange/index.ts";
import { formatOption } from "./import.ts";
import { type CliIo, printJson } from "./io.ts";

/** Name of the published file in a run folder. */
const MODEL_ANSWER_FILE = "model_answer.jsonl";

type ExportOptions = {
  readonly format: string;
  readonly out?: string;
  readonly questions?: readonly string[];
  readonly json?: boolean;
};

const HELP = `
One row an episode, with paths relative to the file: in the run folder itself they stay inside.
Rows of published puzzles take their meta_info from question.jsonl, where it is at hand.

Examples:
  probe export --format mindtopo runs/pipe-wan
  probe export --format mindtopo runs/pipe-wan --questions question.jsonl --out pipe.jsonl`;

export function addExportCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("export")
    .description("write run folders in a published format")
    .argument("<run...>", "run folders")
    .addOption(formatOption())
    .option("--out <file>", `file to write (default: ${MODEL_ANSWER_FILE} in the run folder)`)
    .option("--questions <file...>", "published rows of the puzzles, JSONL")
    .option("--json", "print what was written as JSON")
    .addHelpText("after", HELP)
    .action(async (paths: readonly string[], options: ExportOptions) => {
      const [first = ""] = paths;
      if (paths.length > 1 && options.out === undefined) {
        throw new UsageError(
          `expected --out for an export of ${paths.length} runs but received nothing. Name the file`,
        );
      }
      const runs = [];
      for (const path of paths) runs.push(await exportRun(path, options.questions ?? []));
      const written = await writeModelAnswers(runs, options.out ?? join(first, MODEL_ANSWER_FILE));
      const missing = runs.reduce((sum, run) => sum + run.missing.length, 0);
      const withoutRow = runs.reduce((sum, run) => sum + run.withoutRow, 0);
      if (missing > 0)
        io.err(
          `probe: ${plural(missing, "episode is", "episodes are")} not finished and left out\n`,
        );
      if (withoutRow > 0) {
        io.err(
          `probe: ${plural(withoutRow, "row tells its", "rows tell their")} puzzle from the board, as its ` +
            "published row is not at hand: give it with --questions\n",
        );
      }
      if (written.leadsOut) {
        io.err(
          `probe: paths lead out of the folder of ${written.file}, which readers may refuse: without ` +
            "--out they stay in the run folder\n",
        );
      }
      if (options.json === true) printJson(io, { ...written, missing, withoutRow });
      else io.out(`${plural(written.rows, "row")}  ${written.file}\n`);
      onExit(EXIT_CODES.ok);
    });
}
