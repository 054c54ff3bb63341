/** `probe errors`: error taxonomy sheets from run folders, and what filled ones say of all errors. */
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { plainText } from "../audits/agreement/plain-text.ts";
import { plural } from "../audits/plural.ts";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { projectErrors } from "../audits/taxonomy/project.ts";
import { CATEGORY_QUESTION, selectErrors } from "../audits/taxonomy/select-errors.ts";
import { UsageError } from "../core/errors.ts";
import { errorProjectionSchema } from "../core/schema/taxonomy.ts";
import { readRun } from "../core/store/read-run.ts";
import { formatErrorProjection } from "./errors-text.ts";
import { addFilledOptions, type FilledOptions, takeFilled } from "./filled-sheets.ts";
import type { CliIo } from "./io.ts";
import { integerFrom } from "./parse-options.ts";
import { addSheetOptions, drawSheet, type SheetOptions, tellSheet } from "./written-sheet.ts";

type ErrorsOptions = SheetOptions & FilledOptions;

const EXAMPLES = `
A wrong answer is a judged clip that is no process-valid success. Given run folders, at most --n of
each model and task are drawn for people to name the first cause; given filled sheets, the shares
are projected onto all errors of those runs.

Examples:
  probe errors runs/* --n 35 --out errors
  probe errors errors/filled-*.json`;

/** @param onExit told the exit code when no row of the sheets counts */
export function addErrorsCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  const command = program
    .command("errors")
    .description("error taxonomy: a sheet from run folders, or the projection of filled sheets")
    .argument("<path...>", "run folders, or filled sheets")
    .option("--n <answers>", "wrong answers of each model and task", integerFrom(1, 10_000), 35)
    .addHelpText("after", EXAMPLES);
  addFilledOptions(addSheetOptions(command, "errors"), "the result").action(
    async (paths: readonly string[], options: ErrorsOptions) => {
      const folders = await countFolders(paths);
      if (folders === paths.length) await drawErrors(paths, options, io);
      else if (folders === 0) onExit(await takeFilled(paths, options, PROJECTION, io));
      else {
        throw new UsageError(
          `expected run folders or filled sheets but received ${plural(folders, "folder")} among ` +
            `${paths.length} paths. Give one kind`,
        );
      }
    },
  );
}

const PROJECTION = {
  kind: "errors",
  measure: (...of: Parameters<typeof projectErrors>) =>
    errorProjectionSchema.parse(projectErrors(...of)),
  format: formatErrorProjection,
} as const;

async function countFolders(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (entry) => entry.isDirectory(),
        (error: unknown) => {
          throw new UsageError(
            `expected a run folder or a filled sheet but received ${plainText(path)}, which is not there`,
            { cause: error },
          );
        },
      ),
    ),
  );
  return found.filter((isFolder) => isFolder).length;
}

async function drawErrors(
  paths: readonly string[],
  options: ErrorsOptions,
  io: CliIo,
): Promise<void> {
  const runs = [];
  for (const path of paths) runs.push(await readRun(path));
  const sample = selectErrors(candidatesOf(runs), options);
  if (sample.items.length === 0) {
    throw new UsageError(
      `expected wrong answers in ${paths.join(", ")} but received none: there is nothing to classify`,
    );
  }
  const written = await drawSheet(
    {
      kind: "errors",
      ...sample,
      questionsOf: () => [CATEGORY_QUESTION],
      withReading: false,
      withPrompt: true,
    },
    options,
    io,
  );
  const errors = sample.strata.reduce((sum, { size }) => sum + size, 0);
  const pairs = plural(sample.strata.length, "pair of model and task", "pairs of model and task");
  const headline = `${sample.items.length} of ${plural(errors, "wrong answer")}, from ${pairs}`;
  tellSheet(written, headline, options, io);
}
