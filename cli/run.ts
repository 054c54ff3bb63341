/** `probe run`: instances, rollouts, verdicts, report. */
import { join } from "node:path";
import type { Command } from "commander";
import { writeReport } from "../audits/report/write-report.ts";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import { collectProvenance } from "../core/store/provenance.ts";
import { createRedactor } from "../core/store/redact.ts";
import { REPORT_FOLDER } from "../core/store/run-layout.ts";
import { measureRuns } from "../probes/metrics/index.ts";
import { summariseRun } from "../probes/metrics/summarise-run.ts";
import { createEpisodePool } from "../probes/pool/episode-pool.ts";
import { runSuite } from "../probes/run-suite.ts";
import { dryRun } from "./dry-run.ts";
import { catchInterrupt } from "./interrupt.ts";
import { type CliIo, printJson } from "./io.ts";
import { lendKey } from "./lend-key.ts";
import { describeRest, formatCosts, formatReplyCosts } from "./run-costs.ts";
import { addRunOptions } from "./run-options.ts";
import { planRun, type RunOptions, type RunPlan } from "./run-plan.ts";
import { refuseBeside, runSuiteCommand } from "./run-suite.ts";
import { formatRunSummary } from "./run-table.ts";
import { describeCommand } from "./shell.ts";
import { formatAgentMetrics } from "./suite-table.ts";

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
  probe run --task swap --reasoner gpt-5.6-luna --condition image --gen gpt-image-2
  probe run --suite samples/suites/paper-105.json --dry-run

The same command again resumes; a finished run repeated does nothing.
Every option has a twin in the environment: PROBE_TASK, PROBE_GEN, PROBE_TIER, ...`;

export function addRunCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  addRunOptions(
    program
      .command("run")
      .description("run episodes: instances, rollouts, verdicts, report")
      .addHelpText("after", EXAMPLES),
  ).action(async (options: GivenOptions, command: Command) => {
    const line = describeCommand(io.argv, command);
    const { suite, task } = options;
    if (suite !== undefined) {
      refuseBeside(givenBeside(command));
      onExit(await runSuiteCommand({ ...options, suite }, line, io));
      return;
    }
    if (task === undefined) {
      throw new UsageError(
        "expected --task TASK or --suite FILE but received neither. Such as --task pipe: probe list tasks",
      );
    }
    onExit(await run({ ...options, task }, line, io));
  });
}

/** As commander has parsed them: which of the two ways is meant is not settled yet. */
type GivenOptions = Omit<RunOptions, "task"> & { readonly task?: string; readonly suite?: string };

const BESIDE_SUITE: ReadonlySet<string> = new Set([
  ...["suite", "out", "concurrency", "models", "prices", "deadline", "maxCost", "dryRun"],
  ...["retryFailed", "retryUnknown", "json"],
]);

/** Options given by hand or by the environment that a suite does not take. */
function givenBeside(command: Command): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const source = command.getOptionValueSource(name);
    const isGiven = source === "cli" || source === "env";
    return isGiven && !BESIDE_SUITE.has(name) ? [option.long ?? name] : [];
  });
}

async function run(options: RunOptions, command: string, io: CliIo): Promise<number> {
  if (options.dryRun === true) {
    const { env, missing } = lendKey(io.env, options.via);
    return dryRun(await planRun(options, env), { ...options, missing }, io);
  }
  const plan = await planRun(options, io.env);
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
          `${plan.path}\n${isHosted ? `cost so far: ${formatCosts(result.costs)}\n` : ""}resume with: ${command}\n`,
      );
      return EXIT_CODES.interrupted;
    }
    const summary = summariseRun(result.run);
    const report = await writeReport([result.run], join(plan.path, REPORT_FOLDER));
    if (result.skipped === plan.instances.length) {
      io.err(`${plan.path} is finished already: nothing was generated or judged again\n`);
    }
    const agents = plan.reasoner === undefined ? undefined : measureRuns([result.run]);
    if (options.json === true) {
      const { costs, reasonerCosts } = result;
      printJson(io, {
        ...summary,
        ...(isHosted ? { costs } : {}),
        ...(agents === undefined ? {} : { agents, reasonerCosts }),
      });
    } else {
      const { task, generator, condition } = summary;
      const costs = isHosted ? `cost    ${formatCosts(result.costs)}\n` : "";
      const tokens =
        plan.reasoner?.kind === "chat" ? `tokens  ${formatReplyCosts(result.reasonerCosts)}\n` : "";
      io.out(
        agents === undefined
          ? `${task}, ${generator}, ${condition}\n\n${formatRunSummary(summary)}\n\n`
          : `${describeAgents(plan)}\n\n${formatAgentMetrics(agents)}\n\n`,
      );
      io.out(`run     ${plan.path}\nreport  ${report.htmlPath}\n${costs}${tokens}`);
    }
    for (const line of describeRest(result, maxCost, summary.counts.errors)) io.err(`${line}\n`);
    const isWhole = result.status === "finished" && summary.counts.errors === 0;
    return isWhole ? EXIT_CODES.ok : EXIT_CODES.failed;
  } finally {
    await pool.close();
    interrupt.dispose();
  }
}

/** Such as "swap, image, gpt-5.6-luna, gpt-image-2". */
function describeAgents({ task, config, reasoner, generator }: RunPlan): string {
  const who = [reasoner?.id, generator?.id].filter((id) => id !== undefined);
  return [task.id, config.condition, ...who].join(", ");
}
