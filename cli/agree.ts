/** `probe agree`: how far filled spot-check sheets agree with the judge, and raters with each other. */
import type { Command } from "commander";
import { buildAgreement } from "../audits/agreement/agreement.ts";
import { agreementSchema } from "../core/schema/agreement.ts";
import { formatAgreement } from "./agree-text.ts";
import { addFilledOptions, type FilledOptions, takeFilled } from "./filled-sheets.ts";
import type { CliIo } from "./io.ts";

const EXAMPLES = `
A row counts when it is whole; others are named and left out. What people said is added to
labels.jsonl beside the key. Verdicts stay as they are. Exit code 1 when no row counts.

Example:
  probe agree sheet/filled-*.json sheet/filled-*.csv`;

/** @param onExit told the exit code when no row of the sheets counts */
export function addAgreeCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  const command = program
    .command("agree")
    .description("agreement of filled sheets with the judge")
    .argument("<sheet...>", "filled sheets: JSON from the page, or CSV")
    .addHelpText("after", EXAMPLES);
  addFilledOptions(command, "the agreement").action(
    async (paths: readonly string[], options: FilledOptions) => {
      const task = {
        kind: "spot-check",
        measure: (...of: Parameters<typeof buildAgreement>) =>
          agreementSchema.parse(buildAgreement(...of)),
        format: formatAgreement,
      } as const;
      onExit(await takeFilled(paths, options, task, io));
    },
  );
}
