/** What `probe sheet` and `probe errors` do alike: options of a sheet, drawing it, saying where it is. */
import type { Command } from "commander";
import { KEY_FILE } from "../audits/spot-check/key-file.ts";
import {
  RATERS_FOLDER,
  type SheetPlan,
  type WrittenSheet,
  writeSheet,
} from "../audits/spot-check/write-sheet.ts";
import { createProgress } from "../core/progress.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { type CliIo, printJson } from "./io.ts";
import { integerFrom } from "./parse-options.ts";
import { refuseForeign } from "./refuse-foreign.ts";

export type SheetOptions = {
  readonly n: number;
  readonly seed: number;
  readonly out: string;
  readonly raters: number;
  readonly overlap?: number;
  readonly json?: boolean;
};

/** @param out default folder of the sheet */
export function addSheetOptions(command: Command, out: string): Command {
  return command
    .option("--seed <seed>", "seed of the sample", integerFrom(0), 0)
    .option("--out <dir>", "folder of the sheet", out)
    .option("--raters <people>", "people who fill one each", integerFrom(1, 99), 1)
    .option(
      "--overlap <clips>",
      "clips that all of them get (default: every clip)",
      integerFrom(0),
    );
}

/** Draws a sheet, with progress. @throws UsageError when other files lie in the folder */
export async function drawSheet(
  plan: Omit<SheetPlan, "seed" | "raters" | "overlap">,
  { out, seed, raters, overlap }: SheetOptions,
  io: CliIo,
): Promise<WrittenSheet> {
  await refuseForeign(out, [KEY_FILE, RATERS_FOLDER], "sheet");
  await makeFolder(out, "a folder of the sheet");
  const total = plan.items.length;
  const progress = createProgress({ label: "drawing", total, stream: io.progress });
  const written = await writeSheet({ ...plan, seed, raters, overlap }, out, () =>
    progress.advance(),
  );
  progress.finish();
  return written;
}

/** @param headline what was drawn, as a line; JSON has none */
export function tellSheet(
  { key, keyPath, pages, ratersFolder }: WrittenSheet,
  headline: string,
  { json = false }: SheetOptions,
  io: CliIo,
): void {
  if (json) printJson(io, { sheet: key.sheet, clips: key.items.length, keyPath, pages });
  else {
    io.out(
      `${headline}\nsend     ${ratersFolder}\n${pages.map((page) => `page     ${page}\n`).join("")}` +
        `keep     ${keyPath}\n`,
    );
  }
}
