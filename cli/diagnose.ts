/** `probe diagnose`: judges clips. One that cannot be judged does not stop the others. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { EXIT_CODES, ProbeError } from "../core/errors.ts";
import { createProgress } from "../core/progress.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { diagnose } from "../cv-diagnostics/diagnose.ts";
import { type BadTarget, type ClipTarget, findTargets } from "./clip-targets.ts";
import { readGivenPuzzle } from "./given-puzzle.ts";
import { type CliIo, printJson } from "./io.ts";
import { parseSampling } from "./parse-options.ts";
import { formatVerdict } from "./verdict-text.ts";

type DiagnoseOptions = {
  readonly task?: string;
  readonly instance?: string;
  readonly sampling: number | "all";
  readonly overlay?: string;
  readonly json?: boolean;
};

/** What `--json` prints of a clip that could not be judged. */
type Failure = {
  readonly video: string;
  readonly error: { readonly code: string; readonly message: string };
};

const EXAMPLES = `
Examples:
  probe diagnose runs/pipe-oracle                             every clip of a run
  probe diagnose runs/pipe-oracle/episodes/*/imagined-00.mp4
  probe diagnose clip.mp4 --instance question.jsonl#continuity_pipe_grid_4_solution_steps_easy_seed_1
  probe diagnose clip.mp4 --instance instance.json --overlay overlay --json

--json prints the verdict of a single clip, and an array for several. Exits with 1 when a clip could
not be judged; a clip that breaks the rules is a result, not a failure.`;

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
  const results: (Verdict | Failure)[] = [];
  // Verdicts in words are progress enough; between them a live line would only be in the way.
  const progress =
    options.json === true && targets.length > 1
      ? createProgress({ label: "judging", total: targets.length, stream: io.progress })
      : undefined;
  for (const target of targets) {
    progress?.describe(target.clip);
    const result = await judge(target, targets.length, options);
    results.push(result);
    progress?.advance();
    if ("error" in result) io.err(`probe: ${result.video}: ${result.error.message}\n`);
    else if (options.json !== true) {
      io.out(`${results.length > 1 ? "\n" : ""}${formatVerdict(result)}\n`);
    }
  }
  progress?.finish();
  if (options.json === true) printJson(io, targets.length === 1 ? results[0] : results);
  return results.some((result) => "error" in result) ? EXIT_CODES.failed : EXIT_CODES.ok;
}

async function judge(
  target: ClipTarget | BadTarget,
  count: number,
  options: DiagnoseOptions,
): Promise<Verdict | Failure> {
  if ("error" in target) return failureOf(target.clip, target.error);
  const { clip, name, puzzle } = target;
  try {
    return await diagnose({
      clip,
      instance: puzzle.instance,
      sampling: options.sampling,
      ...(puzzle.scene === undefined ? {} : { scene: puzzle.scene }),
      ...(options.overlay === undefined
        ? {}
        : { overlayDir: count === 1 ? options.overlay : join(options.overlay, name) }),
    });
  } catch (error) {
    if (!(error instanceof ProbeError) || error.code === "missing_tool") throw error;
    return failureOf(clip, error);
  }
}

function failureOf(video: string, error: ProbeError): Failure {
  return { video, error: { code: error.code, message: error.message } };
}
