/** `probe sheet`: blind spot-check sheets from run folders. */
import type { Command } from "commander";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { spotCheckQuestions } from "../audits/spot-check/questions.ts";
import { selectSample } from "../audits/spot-check/select-sample.ts";
import { writeSheet } from "../audits/spot-check/write-sheet.ts";
import { UsageError } from "../core/errors.ts";
import { createProgress } from "../core/progress.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { readRun } from "../core/store/read-run.ts";
import { type CliIo, printJson } from "./io.ts";
import { integerFrom } from "./parse-options.ts";

type SheetOptions = {
  readonly n: number;
  readonly seed: number;
  readonly out: string;
  readonly raters: number;
  readonly overlap?: number;
  readonly reading: boolean;
  readonly json?: boolean;
};

const EXAMPLES = `
Items are drawn over task, generator, tier and verdict, and within these over failed checks and frame
labels; the same seed draws the same ones. Send the folder for-raters/ to the raters and keep the key.

Examples:
  probe sheet runs/wan-untangle runs/ltx-untangle --n 60 --seed 1 --out sheet
  probe sheet runs/pipe-* --n 60 --raters 3 --overlap 20 --out sheet`;

export function addSheetCommand(program: Command, io: CliIo): void {
  program
    .command("sheet")
    .description("blind human spot-check sheet of run folders: HTML, CSV, XLSX")
    .argument("<run...>", "run folders")
    .requiredOption("--n <clips>", "clips to check in all", integerFrom(1, 10_000))
    .option("--seed <seed>", "seed of the sample", integerFrom(0), 0)
    .option("--out <dir>", "folder of the sheet", "sheet")
    .option("--raters <people>", "people who fill one each", integerFrom(1, 99), 1)
    .option("--overlap <clips>", "clips that all of them get (default: every clip)", integerFrom(0))
    .option("--no-reading", "leave out what the judge read and the question about it: much faster")
    .option("--json", "print what was written as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: SheetOptions) => {
      const runs = [];
      for (const path of paths) runs.push(await readRun(path));
      const candidates = candidatesOf(runs);
      if (candidates.length === 0) {
        throw new UsageError(
          `expected judged clips in ${paths.join(", ")} but received none. Give runs with finished episodes`,
        );
      }
      if (candidates.length < options.n) {
        io.err(`probe: the runs hold ${candidates.length} judged clips: all of them are taken\n`);
      }
      const sample = selectSample(candidates, options);
      await makeFolder(options.out, "a folder of the sheet");
      const progress = createProgress({
        label: "drawing",
        total: sample.items.length,
        stream: io.progress,
      });
      const written = await writeSheet(
        {
          kind: "spot-check",
          ...sample,
          questionsOf: spotCheckQuestions,
          seed: options.seed,
          raters: options.raters,
          overlap: options.overlap,
          withReading: options.reading,
          withPrompt: false,
        },
        options.out,
        () => progress.advance(),
      );
      progress.finish();
      if (written.withoutReading > 0) {
        io.err(
          `probe: for ${written.withoutReading} clips there is no telling what was read (another version of ` +
            "the judge, or no geometry): the question about it is left out\n",
        );
      }
      const { keyPath, ratersFolder, pages } = written;
      const taken = sample.strata.filter((stratum) => stratum.taken > 0).length;
      if (options.json === true) {
        printJson(io, { sheet: written.key.sheet, clips: sample.items.length, keyPath, pages });
        return;
      }
      io.out(
        `${sample.items.length} clips from ${taken} of ${sample.strata.length} strata\n` +
          `send     ${ratersFolder}\n${pages.map((page) => `page     ${page}\n`).join("")}` +
          `keep     ${keyPath}\n`,
      );
    });
}
