/** `probe diagnose`: judges clips. One that cannot be judged does not stop the others. */
import { type Command, Option } from "commander";
import { EXIT_CODES } from "../core/errors.ts";
import { createProgress } from "../core/progress.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { findTargets } from "./clip-targets.ts";
import { concurrencyOption } from "./concurrency.ts";
import { reportOrigin } from "./exit.ts";
import { readGivenPuzzle } from "./given-puzzle.ts";
import { catchInterrupt } from "./interrupt.ts";
import { type CliIo, printJson } from "./io.ts";
import { type Failure, judgeClips } from "./judge-clips.ts";
import { parseSampling } from "./parse-options.ts";
import { refuseFile } from "./refuse-foreign.ts";
import { formatVerdict } from "./verdict-text.ts";

type DiagnoseOptions = {
  readonly task?: string;
  readonly instance?: string;
  readonly sampling: number | "all";
  readonly overlay?: string;
  readonly concurrency: number;
  readonly json?: boolean;
};

const EXAMPLES = `
Examples:
  probe diagnose runs/pipe-oracle                             every clip of a run
  probe diagnose runs/pipe-oracle/episodes/*/imagined-00.mp4
  probe diagnose clip.mp4 --instance rows.jsonl#continuity_pipe_grid_4_solution_steps_easy_seed_1
  probe diagnose clip.mp4 --instance instance.json --overlay overlay --json

--json prints the verdict of a single clip, and an array for several. Results come in the order of
the clips, and are the same for every --concurrency. Exits with 1 when a clip could not be judged; a
clip that breaks the rules is a result, not a failure. Interrupted, it prints what is judged.`;

export function addDiagnoseCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("diagnose")
    .description("judge clips: what each frame shows, and which rules it breaks")
    .argument("<clip|run...>", "clips, episode folders or run folders")
    .option("--task <task>", "task of the --instance file, when it does not say")
    .option("--instance <file[#id]>", "instance.json, or a row of a published JSONL file")
    .addOption(
      new Option("--sampling <n>", "frames judged, or all").argParser(parseSampling).default(41),
    )
    .option("--overlay <dir>", "write annotated frames and a strip")
    .addOption(concurrencyOption("clips"))
    .option("--json", "print verdicts as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: DiagnoseOptions) => {
      onExit(await run(paths, options, io));
    });
}

async function run(paths: readonly string[], options: DiagnoseOptions, io: CliIo): Promise<number> {
  const given =
    options.instance === undefined
      ? undefined
      : await readGivenPuzzle(options.instance, options.task);
  const targets = await findTargets(paths, given);
  const [only] = targets;
  // A single clip that was asked for wrongly is the caller's mistake: the whole command fails.
  if (targets.length === 1 && only !== undefined && "error" in only) throw only.error;
  // Before anything is judged: a place where none can be made costs no waiting.
  if (options.overlay !== undefined) {
    await refuseFile(options.overlay, "a folder of overlays");
    await makeFolder(options.overlay, "a folder of overlays");
  }
  // Verdicts in words are progress enough; between them a live line would only be in the way.
  const progress =
    options.json === true && targets.length > 1
      ? createProgress({ label: "judging", total: targets.length, stream: io.progress })
      : undefined;
  const interrupt = catchInterrupt(io);
  const results: (Verdict | Failure)[] = [];
  try {
    const judged = judgeClips(targets, {
      sampling: options.sampling,
      concurrency: options.concurrency,
      signal: interrupt.signal,
      onDone: () => progress?.advance(),
      onFailure: (error) => reportOrigin(error, io),
      ...(options.overlay === undefined ? {} : { overlay: options.overlay }),
    });
    for await (const result of judged) {
      results.push(result);
      if ("error" in result) io.err(`probe: ${result.video}: ${result.error.message}\n`);
      else if (options.json !== true) {
        io.out(`${results.length > 1 ? "\n" : ""}${formatVerdict(result)}\n`);
      }
    }
  } finally {
    interrupt.dispose();
  }
  progress?.finish();
  if (options.json === true) printJson(io, targets.length === 1 ? results[0] : results);
  if (results.length < targets.length) {
    io.err(`interrupted: ${results.length} of ${targets.length} clips are judged\n`);
    return EXIT_CODES.interrupted;
  }
  return results.some((result) => "error" in result) ? EXIT_CODES.failed : EXIT_CODES.ok;
}
