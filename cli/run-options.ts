/** Options of `probe run`: names, help, defaults, and their twins in the environment. */
import type { Command, Option } from "commander";
import { concurrencyOption } from "./concurrency.ts";
import {
  deadlineOption,
  hostOptions,
  option,
  pricesOption,
  samplingOption,
  shapeOptions,
} from "./host-options.ts";
import { integerFrom, nonNegativeNumber, parseTiers, positiveNumber } from "./parse-options.ts";
import { DEFAULT_EPISODES, DEFAULT_SEED } from "./run-plan.ts";

/** Adds all options of `probe run` to a command. */
export function addRunOptions(command: Command): Command {
  const options = [
    ...puzzleOptions(),
    ...generatorOptions(),
    ...reasonerOptions(),
    ...clipOptions(),
    ...spendingOptions(),
    option("--json", "print the summary as JSON", "PROBE_JSON"),
  ];
  for (const item of options) command.addOption(item);
  return command;
}

function puzzleOptions(): Option[] {
  return [
    option("--task <task>", "puzzle world (see: probe list tasks)", "PROBE_TASK"),
    option(
      "--suite <file>",
      "many runs as one: tasks, tiers, conditions, models (see: docs/suites.md)",
      "PROBE_SUITE",
    ),
    option("--tier <tier>", "easy, medium, hard, several with commas, or all", "PROBE_TIER")
      .argParser(parseTiers)
      .default(parseTiers("all"), "all"),
    option(
      "--episodes <n>",
      `episodes in all, spread evenly over the tiers (default: ${DEFAULT_EPISODES}, or every row of --instances)`,
      "PROBE_EPISODES",
    ).argParser(integerFrom(1, 100_000)),
    option("--seed <seed>", "seed of the first instance; 0 is a seed", "PROBE_SEED")
      .argParser(integerFrom(0))
      .default(DEFAULT_SEED),
    option("--instances <file>", "rows of the published data set, JSONL", "PROBE_INSTANCES"),
    option(
      "--condition <condition>",
      "how imagination is used (see: probe list conditions)",
      "PROBE_CONDITION",
    ).default("video-policy"),
    option("--out <dir>", "run folder (default: runs/<task>-<generator>...)", "PROBE_OUT"),
    concurrencyOption("episodes"),
  ];
}

function generatorOptions(): Option[] {
  return [
    option(
      "--gen <generator>",
      "generator (see: probe list generators; default: oracle, where clips are needed)",
      "PROBE_GEN",
    ),
    ...hostOptions(),
    option("--prompt <file>", "template of the rollout prompt, text", "PROBE_PROMPT"),
  ];
}

function reasonerOptions(): Option[] {
  return [
    option(
      "--reasoner <reasoner>",
      "who decides in agent conditions: oracle, random, or a chat model (default: oracle)",
      "PROBE_REASONER",
    ),
    option(
      "--base-url <url>",
      "chat server of the reasoner (default: OPENAI_BASE_URL, else OpenAI's)",
      "PROBE_BASE_URL",
    ),
    option("--tools <protocol>", "how the reasoner calls tools", "PROBE_TOOLS").choices([
      "auto",
      "native",
      "text",
    ]),
    option(
      "--prompt-style <style>",
      "prompts of our own, or the published one of untangle, which tells the hidden state",
      "PROBE_PROMPT_STYLE",
    ).choices(["own", "published"]),
  ];
}

function clipOptions(): Option[] {
  return [
    ...shapeOptions(),
    option("--crf <n>", "H.264 quality of built-in clips, 0 to 51", "PROBE_CRF").argParser(
      integerFrom(0, 51),
    ),
    option(
      "--moves-per-second <n>",
      "speed of built-in clips (default: the pace of the task)",
      "PROBE_MOVES_PER_SECOND",
    ).argParser(positiveNumber),
    option("--view <view>", "camera (default: the task's first)", "PROBE_VIEW"),
    samplingOption(),
  ];
}

function spendingOptions(): Option[] {
  return [
    option(
      "--max-cost <usd>",
      "most that the run folder may cost, in US dollars",
      "PROBE_MAX_COST",
    ).argParser(nonNegativeNumber),
    pricesOption(),
    deadlineOption(),
    option(
      "--dry-run",
      "print what would be asked and what it would cost; send and write nothing",
      "PROBE_DRY_RUN",
    ),
    option(
      "--retry-failed",
      "buy again what was bought and ended without a clip",
      "PROBE_RETRY_FAILED",
    ),
    option(
      "--retry-unknown",
      "buy again what may have been bought, as nobody knows",
      "PROBE_RETRY_UNKNOWN",
    ),
  ];
}
