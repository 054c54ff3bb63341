/** What `probe agree` and `probe errors` do alike with filled sheets: read, print, record. */
import type { Command } from "commander";
import { appendLabels } from "../audits/agreement/labels.ts";
import { type Matched, matchKey } from "../audits/agreement/match-key.ts";
import { readFilled } from "../audits/agreement/read-filled.ts";
import { plural } from "../audits/plural.ts";
import { EXIT_CODES } from "../core/errors.ts";
import type { SheetKind } from "../core/schema/label.ts";
import type { SheetKey } from "../core/schema/sheet.ts";
import { type CliIo, printJson } from "./io.ts";

export type FilledOptions = {
  readonly key?: string;
  readonly record: boolean;
  readonly json?: boolean;
};

/** @param result what `--json` prints, such as "the agreement" */
export function addFilledOptions(command: Command, result: string): Command {
  return command
    .option("--key <file>", "key of the sheet (default: beside the sheets, or in the folder above)")
    .option("--no-record", "do not add to labels.jsonl")
    .option("--json", `print ${result} as JSON`);
}

export type FilledTask<Result> = {
  readonly kind: SheetKind;
  readonly measure: (key: SheetKey, matched: Matched) => Result;
  readonly format: (result: Result) => string;
};

/**
 * Prints what filled sheets come to, and adds to the labels what their rows say.
 * @returns the exit code: failed when no row counts
 */
export async function takeFilled<Result>(
  paths: readonly string[],
  options: FilledOptions,
  { kind, measure, format }: FilledTask<Result>,
  io: CliIo,
): Promise<number> {
  const { key, keyPath, sheets, sources } = await readFilled(paths, { kind, keyPath: options.key });
  const matched = matchKey(key, sheets);
  const result = measure(key, matched);
  if (options.json === true) printJson(io, result);
  else io.out(`${format(result)}\n`);
  if (matched.ratings.length === 0) return EXIT_CODES.failed;
  if (options.record) {
    const { path, added } = await appendLabels(matched.ratings, {
      ...{ sheet: key.sheet, keyPath, sources },
      now: new Date().toISOString(),
      onRepair: (message) => io.err(`probe: ${message}\n`),
    });
    io.err(`probe: ${plural(added, "label")} added to ${path}\n`);
  }
  return EXIT_CODES.ok;
}
