/** `probe agree`: how far filled spot-check sheets agree with the judge, and raters with each other. */
import type { Command } from "commander";
import { buildAgreement } from "../audits/agreement/agreement.ts";
import { appendLabels } from "../audits/agreement/labels.ts";
import { matchKey } from "../audits/agreement/match-key.ts";
import { readFilled } from "../audits/agreement/read-filled.ts";
import { EXIT_CODES } from "../core/errors.ts";
import { agreementSchema } from "../core/schema/agreement.ts";
import { formatAgreement } from "./agree-text.ts";
import { type CliIo, printJson } from "./io.ts";

type AgreeOptions = { readonly key?: string; readonly record: boolean; readonly json?: boolean };

const EXAMPLES = `
A row counts when it is whole; others are named and left out. What people said is added to labels.jsonl
beside the key. Verdicts stay as they are. Exit code 1 when no row counts.

Example:
  probe agree sheet/filled-*.json sheet/filled-*.csv`;

/** @param onExit told the exit code when no row of the sheets counts */
export function addAgreeCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  program
    .command("agree")
    .description("agreement of filled sheets with the judge")
    .argument("<sheet...>", "filled sheets: JSON from the page, or CSV")
    .option("--key <file>", "key of the sheet (default: beside the sheets, or in the folder above)")
    .option("--no-record", "do not add to labels.jsonl")
    .option("--json", "print the agreement as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: AgreeOptions) => {
      const { key, keyPath, sheets, sources } = await readFilled(paths, {
        kind: "spot-check",
        keyPath: options.key,
      });
      const matched = matchKey(key, sheets);
      const agreement = agreementSchema.parse(buildAgreement(key, matched));
      if (options.json === true) printJson(io, agreement);
      else io.out(`${formatAgreement(agreement)}\n`);
      if (options.record) {
        const { path, added } = await appendLabels(matched.ratings, {
          ...{ sheet: key.sheet, keyPath, sources },
          now: new Date().toISOString(),
          onRepair: (message) => io.err(`probe: ${message}\n`),
        });
        io.err(`probe: ${added} labels added to ${path}\n`);
      }
      if (matched.ratings.length === 0) onExit(EXIT_CODES.failed);
    });
}
