/** `probe import`: published questions and loose clips, made ready for `probe run`. */

import { basename, extname, join } from "node:path";
import { type Command, Option } from "commander";
import { plural } from "../audits/plural.ts";
import { EXIT_CODES } from "../core/errors.ts";
import { createProgress, type Progress } from "../core/progress.ts";
import { type ImportReport, prepareImport, readImport } from "../probes/interchange/index.ts";
import { type CliIo, printJson } from "./io.ts";
import { refuseFile } from "./refuse-foreign.ts";
import { quoteWord } from "./shell.ts";
import { formatTable } from "./tables.ts";

/** Formats of other programs. */
export const INTERCHANGE_FORMATS = ["mindtopo"] as const;

/** Problems that are told one by one; --json has all. */
const MAX_TOLD_PROBLEMS = 20;

/** An import is expected to be over by then, in milliseconds. */
const QUIET_MS = 2000;

type ImportOptions = { readonly format: string; readonly out?: string; readonly json?: boolean };

const HELP = `
Files are JSON Lines: question.jsonl of the data set, lists of clips (id, task_name, video, and
perhaps meta_info), or model_answer.jsonl. Give question.jsonl with a list whose rows do not tell
their puzzles. Clips are named by paths relative to their list; a path that leaves its folder is
refused.

Examples:
  probe import --format mindtopo question.jsonl
  probe import --format mindtopo clips/manifest.jsonl question.jsonl --out imports/clips`;

export function addImportCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("import")
    .description("make published questions or loose clips ready for probe run")
    .argument("<file...>", "JSON Lines files")
    .addOption(formatOption())
    .option("--out <dir>", "folder for what has to be written (default: imports/<first file>)")
    .option("--json", "print the report as JSON")
    .addHelpText("after", HELP)
    .action(async (files: readonly string[], options: ImportOptions) => {
      const [first = ""] = files;
      const out = options.out ?? join("imports", basename(first, extname(first)));
      await refuseFile(out, "a folder of the import");
      const progress = createRowProgress(io);
      const read = await readImport([...new Set(files)], progress.onRow);
      progress.finish();
      const report = await prepareImport(read, out);
      tellProblems(report, io);
      if (options.json === true) printJson(io, report);
      else io.out(`${describeImport(report)}\n`);
      const isGood = report.problems.length === 0 && report.commands.length > 0;
      onExit(isGood ? EXIT_CODES.ok : EXIT_CODES.failed);
    });
}

/** Shown when it takes long: a row of ropes takes seconds, others none. */
function createRowProgress(io: CliIo) {
  const startMs = performance.now();
  let progress: Progress | undefined;
  return {
    onRow: (done: number, total: number): void => {
      if (progress !== undefined) progress.advance();
      else if (performance.now() - startMs > QUIET_MS) {
        progress = createProgress({ label: "rows", total, before: done, stream: io.progress });
      }
    },
    finish: (): void => progress?.finish(),
  };
}

export function formatOption(): Option {
  return new Option("--format <format>", "whose files they are")
    .choices(INTERCHANGE_FORMATS)
    .makeOptionMandatory();
}

function tellProblems({ problems }: ImportReport, io: CliIo): void {
  for (const { file, line, id, reason } of problems.slice(0, MAX_TOLD_PROBLEMS)) {
    io.err(`probe: ${file}, line ${line}${id === undefined ? "" : ` (${id})`}: ${reason}\n`);
  }
  const more = problems.length - MAX_TOLD_PROBLEMS;
  if (more > 0) io.err(`probe: and ${more} more; --json lists all of them\n`);
}

function describeImport(report: ImportReport): string {
  const {
    kind,
    usable,
    files,
    withoutWorld,
    withoutJudge,
    withoutClip,
    problems,
    written,
    copied,
  } = report;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const tasks = [...new Set(usable.map(({ task }) => task))];
  const cell = (task: string, tier: string): string =>
    String(usable.find((item) => item.task === task && item.tier === tier)?.usable ?? 0);
  const table = formatTable(
    [
      { title: `usable ${kind}` },
      { title: "easy", align: "right" },
      { title: "medium", align: "right" },
      { title: "hard", align: "right" },
    ],
    tasks.map((task) => [task, cell(task, "easy"), cell(task, "medium"), cell(task, "hard")]),
  );
  const others = [
    ...withoutWorld.map(({ name, rows: count }) => `${count} of ${name}, which has no world here`),
    ...withoutJudge.map(
      ({ name, rows: count }) => `${count} of ${name}, whose clips have no judge`,
    ),
    ...(withoutClip === 0 ? [] : [`${withoutClip} without a clip`]),
    ...(problems.length === 0 ? [] : [`${problems.length} refused, see above`]),
  ];
  const lines = [
    `${plural(rows, "row")} in ${plural(files.length, "file")}`,
    ...(others.length === 0 ? [] : [`not used: ${others.join("; ")}`]),
    ...(tasks.length === 0 ? [] : ["", table, ""]),
  ];
  if (tasks.length === 0) return [...lines, "nothing to run"].join("\n");
  const outcome =
    written.length === 0
      ? "the files serve as they are: nothing was written"
      : `${plural(written.length, "file")} written${copied === 0 ? "" : `, ${copied} of them copied clips`}`;
  const what = kind === "clips" ? "judge them with:" : "run them with:";
  const commands = report.commands.map((words) => `  ${words.map(quoteWord).join(" ")}`);
  return [...lines, outcome, what, ...commands].join("\n");
}
