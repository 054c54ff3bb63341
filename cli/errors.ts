/** `probe errors`: error taxonomy sheets from run folders, and what filled ones say of all errors. */
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { appendLabels } from "../audits/agreement/labels.ts";
import { matchKey } from "../audits/agreement/match-key.ts";
import { plainText } from "../audits/agreement/plain-text.ts";
import { readFilled } from "../audits/agreement/read-filled.ts";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { writeSheet } from "../audits/spot-check/write-sheet.ts";
import { projectErrors } from "../audits/taxonomy/project.ts";
import { CATEGORY_QUESTION, selectErrors } from "../audits/taxonomy/select-errors.ts";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { createProgress } from "../core/progress.ts";
import { errorProjectionSchema } from "../core/schema/taxonomy.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { readRun } from "../core/store/read-run.ts";
import { formatErrorProjection } from "./errors-text.ts";
import { type CliIo, printJson } from "./io.ts";
import { integerFrom } from "./parse-options.ts";

type ErrorsOptions = {
  readonly n: number;
  readonly seed: number;
  readonly out: string;
  readonly raters: number;
  readonly overlap?: number;
  readonly key?: string;
  readonly record: boolean;
  readonly json?: boolean;
};

const EXAMPLES = `
A wrong answer is a judged clip that is no process-valid success. Given run folders, at most --n of each
model and task are drawn for people to name the first cause; given filled sheets, the shares are projected
onto all errors of those runs.

Examples:
  probe errors runs/* --n 35 --out errors
  probe errors errors/filled-*.json`;

/** @param onExit told the exit code when no row of the sheets counts */
export function addErrorsCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("errors")
    .description("error taxonomy: a sheet from run folders, or the projection of filled sheets")
    .argument("<path...>", "run folders, or filled sheets")
    .option("--n <answers>", "wrong answers of each model and task", integerFrom(1, 10_000), 35)
    .option("--seed <seed>", "seed of the sample", integerFrom(0), 0)
    .option("--out <dir>", "folder of the sheet", "errors")
    .option("--raters <people>", "people who fill one each", integerFrom(1, 99), 1)
    .option("--overlap <clips>", "clips that all of them get (default: every clip)", integerFrom(0))
    .option("--key <file>", "key of the sheet (default: beside the sheets, or in the folder above)")
    .option("--no-record", "do not add to labels.jsonl")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: ErrorsOptions) => {
      const folders = await countFolders(paths);
      if (folders === paths.length) await drawErrors(paths, options, io);
      else if (folders === 0) await projectFilled(paths, options, io, onExit);
      else {
        throw new UsageError(
          `expected run folders or filled sheets but received ${folders} folders among ${paths.length} paths. Give one kind`,
        );
      }
    });
}

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
  await makeFolder(options.out, "a folder of the sheet");
  const total = sample.items.length;
  const progress = createProgress({ label: "drawing", total, stream: io.progress });
  const written = await writeSheet(
    {
      kind: "errors",
      ...sample,
      questionsOf: () => [CATEGORY_QUESTION],
      seed: options.seed,
      raters: options.raters,
      overlap: options.overlap,
      withReading: false,
      withPrompt: true,
    },
    options.out,
    () => progress.advance(),
  );
  progress.finish();
  const { keyPath, ratersFolder, pages } = written;
  if (options.json === true) {
    printJson(io, { sheet: written.key.sheet, clips: total, keyPath, pages });
    return;
  }
  const errors = sample.strata.reduce((sum, { size }) => sum + size, 0);
  io.out(
    `${total} of ${errors} wrong answers, from ${sample.strata.length} pairs of model and task\n` +
      `send     ${ratersFolder}\n${pages.map((page) => `page     ${page}\n`).join("")}` +
      `keep     ${keyPath}\n`,
  );
}

async function projectFilled(
  paths: readonly string[],
  options: ErrorsOptions,
  io: CliIo,
  onExit: (code: number) => void,
): Promise<void> {
  const { key, keyPath, sheets, sources } = await readFilled(paths, {
    kind: "errors",
    keyPath: options.key,
  });
  const matched = matchKey(key, sheets);
  const projection = errorProjectionSchema.parse(projectErrors(key, matched));
  if (options.json === true) printJson(io, projection);
  else io.out(`${formatErrorProjection(projection)}\n`);
  if (options.record) {
    const { path, added } = await appendLabels(matched.ratings, {
      ...{ sheet: key.sheet, keyPath, sources },
      now: new Date().toISOString(),
      onRepair: (message) => io.err(`probe: ${message}\n`),
    });
    io.err(`probe: ${added} labels added to ${path}\n`);
  }
  if (matched.ratings.length === 0) onExit(EXIT_CODES.failed);
}
