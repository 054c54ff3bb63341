/** `probe run`: instances, rollouts, verdicts, report. */
import { join } from "node:path";
import type { Command } from "commander";
import { writeReport } from "../audits/report/write-report.ts";
import { EXIT_CODES } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import { collectProvenance } from "../core/store/provenance.ts";
import { createRedactor } from "../core/store/redact.ts";
import { REPORT_FOLDER } from "../core/store/run-layout.ts";
import { summariseRun } from "../probes/metrics.ts";
import { createEpisodePool } from "../probes/pool/episode-pool.ts";
import { runSuite } from "../probes/run-suite.ts";
import { dryRun } from "./dry-run.ts";
import { catchInterrupt } from "./interrupt.ts";
import { type CliIo, printJson } from "./io.ts";
import { describeRest, formatCosts } from "./run-costs.ts";
import { addRunOptions } from "./run-options.ts";
import { planRun, type RunOptions } from "./run-plan.ts";
import { formatRunSummary } from "./run-table.ts";
import { describeCommand } from "./shell.ts";

const EXAMPLES = `
Examples:
  probe run --task pipe                                 9 episodes, 3 of each tier, with the oracle
  probe run --task pipe --gen jump                      arrives, but breaks the rules on the way
  probe run --task pipe --gen fault:retype --tier easy --episodes 5
  probe run --task pipe --gen replay:clips --instances question.jsonl
  probe run --task pipe --size 1280x720 --crf 28 --out runs/pipe-720
  probe run --task untangle --gen wan2.2 --episodes 5 --max-cost 2.00 --dry-run
  probe run --task pipe --gen wan2.2 --via comfyui --workflow my-wan.json
  probe run --task pipe --gen command:'python sample.py {image} {prompt} {out}'

The same command again resumes; a finished run repeated does nothing.
Every option has a twin in the environment: PROBE_TASK, PROBE_GEN, PROBE_TIER, ...`;

export function addRunCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  addRunOptions(
    program
      .command("run")
      .description("run episodes: instances, rollouts, verdicts, report")
      .addHelpText("after", EXAMPLES),
  ).action(async (options: RunOptions, command: Command) => {
    onExit(await run(options, describeCommand(io.argv, command), io));
  });
}

async function run(options: RunOptions, command: string, io: CliIo): Promise<number> {
  const plan = await planRun(options, io.env);
  if (options.dryRun === true) return dryRun(plan, options, io);
  const ffmpeg = await findFfmpeg();
  const interrupt = catchInterrupt(io);
  const concurrency = Math.min(options.concurrency, plan.instances.length);
  const pool = createEpisodePool(concurrency);
  try {
    const { maxCost, retryFailed = false, retryUnknown = false } = options;
    const result = await runSuite({
      runPath: plan.path,
      task: plan.task,
      config: plan.config,
      instances: plan.instances,
      ...(plan.generator === undefined ? {} : { generator: pool.filming(plan.generator) }),
      ...(plan.reasoner === undefined ? {} : { reasoner: plan.reasoner }),
      ...(plan.promptOf === undefined ? {} : { promptOf: plan.promptOf }),
      diagnose: pool.diagnose,
      concurrency,
      ...{ retryFailed, retryUnknown },
      ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
      signal: interrupt.signal,
      provenance: await collectProvenance(ffmpeg.version),
      command,
      redactor: createRedactor(io.env),
      progressStream: io.progress,
    });
    const isHosted = plan.generator?.host !== undefined;
    if (result.status === "interrupted") {
      const done = result.run.records.length;
      io.err(
        `interrupted: ${done} of ${plan.instances.length} episodes are finished and kept in ` +
          `${plan.path}\n${isHosted ? `${formatCosts(result.costs)}\n` : ""}resume with: ${command}\n`,
      );
      return EXIT_CODES.interrupted;
    }
    const summary = summariseRun(result.run);
    const report = await writeReport([result.run], join(plan.path, REPORT_FOLDER));
    if (result.skipped === plan.instances.length) {
      io.err(`${plan.path} is finished already: nothing was generated or judged again\n`);
    }
    if (options.json === true) {
      printJson(io, isHosted ? { ...summary, costs: result.costs } : summary);
    } else {
      const { task, generator, condition } = summary;
      const costs = isHosted ? `cost    ${formatCosts(result.costs)}\n` : "";
      io.out(`${task}, ${generator}, ${condition}\n\n${formatRunSummary(summary)}\n\n`);
      io.out(`run     ${plan.path}\nreport  ${report.htmlPath}\n${costs}`);
    }
    for (const line of describeRest(result, maxCost)) io.err(`${line}\n`);
    const isWhole = result.status === "finished" && summary.counts.errors === 0;
    return isWhole ? EXIT_CODES.ok : EXIT_CODES.failed;
  } finally {
    await pool.close();
    interrupt.dispose();
  }
}
