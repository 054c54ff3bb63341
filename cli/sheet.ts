/** `probe sheet`: blind spot-check sheets from run folders. */
import type { Command } from "commander";
import { plural } from "../audits/plural.ts";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { spotCheckQuestions } from "../audits/spot-check/questions.ts";
import { selectSample } from "../audits/spot-check/select-sample.ts";
import { UsageError } from "../core/errors.ts";
import { readRun } from "../core/store/read-run.ts";
import type { CliIo } from "./io.ts";
import { integerFrom } from "./parse-options.ts";
import {
  addSheetOptions,
  type SheetOptions as DrawOptions,
  drawSheet,
  tellSheet,
} from "./written-sheet.ts";

type SheetOptions = DrawOptions & { readonly reading: boolean };

const EXAMPLES = `
Items are drawn over task, generator, tier and verdict, and within these over failed checks and
frame labels; the same seed draws the same ones. Send the folder for-raters/ to the raters and keep
the key.

Examples:
  probe sheet runs/wan-untangle runs/ltx-untangle --n 60 --seed 1 --out sheet
  probe sheet runs/pipe-* --n 60 --raters 3 --overlap 20 --out sheet`;

export function addSheetCommand(program: Command, io: CliIo): void {
  const command = program
    .command("sheet")
    .description("blind human spot-check sheet of run folders: HTML, CSV, XLSX")
    .argument("<run...>", "run folders")
    .requiredOption("--n <clips>", "clips to check in all", integerFrom(1, 10_000))
    .addHelpText("after", EXAMPLES);
  addSheetOptions(command, "sheet")
    .option("--no-reading", "leave out what the judge read and the question about it: much faster")
    .option("--json", "print what was written as JSON")
    .action((paths: readonly string[], options: SheetOptions) => draw(paths, options, io));
}

async function draw(paths: readonly string[], options: SheetOptions, io: CliIo): Promise<void> {
  const runs = [];
  for (const path of paths) runs.push(await readRun(path));
  const candidates = candidatesOf(runs);
  if (candidates.length === 0) {
    throw new UsageError(
      `expected judged clips in ${paths.join(", ")} but received none. Give runs with finished episodes`,
    );
  }
  if (candidates.length < options.n) {
    const held = plural(candidates.length, "judged clip");
    io.err(`probe: the runs hold ${held}, fewer than --n ${options.n}: all are taken\n`);
  }
  const sample = selectSample(candidates, options);
  const written = await drawSheet(
    {
      kind: "spot-check",
      ...sample,
      questionsOf: spotCheckQuestions,
      withReading: options.reading,
      withPrompt: false,
    },
    options,
    io,
  );
  if (written.withoutReading > 0) {
    io.err(
      `probe: for ${plural(written.withoutReading, "clip")} there is no telling what was read (another version ` +
        "of the judge, or no geometry): the question about it is left out\n",
    );
  }
  const taken = sample.strata.filter((stratum) => stratum.taken > 0).length;
  const strata = plural(sample.strata.length, "stratum", "strata");
  const headline = `${plural(sample.items.length, "clip")} from ${taken} of ${strata}`;
  tellSheet(written, headline, options, io);
}
