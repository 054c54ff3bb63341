/** `probe run`: instances, rollouts, verdicts, report. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { writeReport } from "../audits/report/write-report.ts";
import { EXIT_CODES } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import { collectProvenance } from "../core/store/provenance.ts";
import { createRedactor } from "../core/store/redact.ts";
import { REPORT_FOLDER } from "../core/store/run-layout.ts";
import { summariseRun } from "../probes/metrics.ts";
import { createEpisodePool } from "../probes/pool/episode-pool.ts";
import { runSuite } from "../probes/run-suite.ts";
import { concurrencyOption } from "./concurrency.ts";
import { catchInterrupt } from "./interrupt.ts";
import { type CliIo, printJson } from "./io.ts";
import {
  integerFrom,
  parseSampling,
  parseSize,
  parseTiers,
  positiveNumber,
} from "./parse-options.ts";
import { DEFAULT_EPISODES, DEFAULT_SEED, planRun, type RunOptions } from "./run-plan.ts";
import { formatRunSummary } from "./run-table.ts";
import { describeCommand } from "./shell.ts";

const EXAMPLES = `
Examples:
  probe run --task pipe                                 9 episodes, 3 of each tier, with the oracle
  probe run --task pipe --gen jump                      arrives, but breaks the rules on the way
  probe run --task pipe --gen fault:retype --tier easy --episodes 5
  probe run --task pipe --gen replay:clips --instances question.jsonl
  probe run --task pipe --size 1280x720 --crf 28 --out runs/pipe-720

The same command again resumes; a finished run repeated does nothing.
Every option has a twin in the environment: PROBE_TASK, PROBE_GEN, PROBE_TIER, ...`;

export function addRunCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  const option = (flags: string, text: string, env: string): Option =>
    new Option(flags, text).env(env);
  program
    .command("run")
    .description("run episodes: instances, rollouts, verdicts, report")
    .addOption(
      option(
        "--task <task>",
        "puzzle world (see: probe list tasks)",
        "PROBE_TASK",
      ).makeOptionMandatory(),
    )
    .addOption(
      option("--gen <generator>", "generator (see: probe list generators)", "PROBE_GEN").default(
        "oracle",
      ),
    )
    .addOption(
      option("--tier <tier>", "easy, medium, hard, several with commas, or all", "PROBE_TIER")
        .argParser(parseTiers)
        .default(parseTiers("all"), "all"),
    )
    .addOption(
      option(
        "--episodes <n>",
        `episodes in all, spread evenly over the tiers (default: ${DEFAULT_EPISODES}, or every row of --instances)`,
        "PROBE_EPISODES",
      ).argParser(integerFrom(1, 100_000)),
    )
    .addOption(
      option("--seed <seed>", "seed of the first instance; 0 is a seed", "PROBE_SEED")
        .argParser(integerFrom(0))
        .default(DEFAULT_SEED),
    )
    .addOption(
      option("--instances <file>", "rows of the published data set, JSONL", "PROBE_INSTANCES"),
    )
    .addOption(
      option("--condition <condition>", "how imagination is used", "PROBE_CONDITION").default(
        "video-policy",
      ),
    )
    .addOption(
      option("--out <dir>", "run folder (default: runs/<task>-<generator>...)", "PROBE_OUT"),
    )
    .addOption(concurrencyOption("episodes"))
    .addOption(
      option("--size <WxH>", "size of observation and clip", "PROBE_SIZE")
        .argParser(parseSize)
        .default(parseSize("832x480"), "832x480"),
    )
    .addOption(
      option("--frames <n>", "frames of a clip", "PROBE_FRAMES")
        .argParser(integerFrom(2, 10_000))
        .default(81),
    )
    .addOption(
      option("--fps <n>", "frames a second", "PROBE_FPS").argParser(positiveNumber).default(16),
    )
    .addOption(
      option("--crf <n>", "H.264 quality of built-in clips, 0 to 51", "PROBE_CRF").argParser(
        integerFrom(0, 51),
      ),
    )
    .addOption(
      option(
        "--moves-per-second <n>",
        "speed of built-in clips (default: the pace of the task)",
        "PROBE_MOVES_PER_SECOND",
      ).argParser(positiveNumber),
    )
    .addOption(option("--view <view>", "camera (default: the task's first)", "PROBE_VIEW"))
    .addOption(
      option("--sampling <n>", "frames judged of each clip, or all", "PROBE_SAMPLING")
        .argParser(parseSampling)
        .default(41),
    )
    .addOption(option("--json", "print the summary as JSON", "PROBE_JSON"))
    .addHelpText("after", EXAMPLES)
    .action(async (options: RunOptions, command: Command) => {
      onExit(await run(options, describeCommand(io.argv, command), io));
    });
}

async function run(options: RunOptions, command: string, io: CliIo): Promise<number> {
  const plan = await planRun(options);
  const ffmpeg = await findFfmpeg();
  const interrupt = catchInterrupt(io);
  const concurrency = Math.min(options.concurrency, plan.instances.length);
  const pool = createEpisodePool(concurrency);
  try {
    const result = await runSuite({
      runPath: plan.path,
      task: plan.task,
      generator: pool.filming(plan.generator),
      config: plan.config,
      instances: plan.instances,
      diagnose: pool.diagnose,
      concurrency,
      signal: interrupt.signal,
      provenance: await collectProvenance(ffmpeg.version),
      command,
      redactor: createRedactor(io.env),
      progressStream: io.progress,
    });
    if (result.status === "interrupted") {
      const done = result.run.records.length;
      io.err(
        `interrupted: ${done} of ${plan.instances.length} episodes are finished and kept in ` +
          `${plan.path}\nresume with: ${command}\n`,
      );
      return EXIT_CODES.interrupted;
    }
    const summary = summariseRun(result.run);
    const report = await writeReport([result.run], join(plan.path, REPORT_FOLDER));
    if (result.generatorCalls === 0) {
      io.err(`${plan.path} is finished already: nothing was generated or judged again\n`);
    }
    if (options.json === true) printJson(io, summary);
    else {
      const { task, generator, condition } = summary;
      io.out(`${task}, ${generator}, ${condition}\n\n${formatRunSummary(summary)}\n\n`);
      io.out(`run     ${plan.path}\nreport  ${report.htmlPath}\n`);
    }
    return summary.counts.errors > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
  } finally {
    await pool.close();
    interrupt.dispose();
  }
}
