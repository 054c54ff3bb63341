/** Runs of one puzzle with a scripted reasoner and a generator without pixels' cost, for tests of agents. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Episode, OkEpisode } from "../../../core/schema/episode.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import { createRedactor } from "../../../core/store/redact.ts";
import type { BuiltinRequest, Generator } from "../../../generators/generator.ts";
import { getTask } from "../../../tasks/registry.ts";
import type { AnyTask } from "../../../tasks/task.ts";
import { createFakeJudge } from "../../../tests/e2e/helpers/fakes.ts";
import { sampleConfig, sampleManifest } from "../../../tests/e2e/helpers/records.ts";
import type { AgentCondition, PromptStyle } from "../../reasoners/agent-prompt.ts";
import type { Reasoner } from "../../reasoners/reasoner.ts";
import { runSuite, type SuiteOptions, type SuiteResult } from "../../run-suite.ts";
import { agentConfigOf } from "../agent-config.ts";
import { refOfGenerator } from "../no-generator.ts";

export type AgentSuite = {
  readonly condition: AgentCondition;
  readonly reasoner: Reasoner;
  readonly generator?: Generator<BuiltinRequest>;
  /** @default an easy pipe board */
  readonly instances?: readonly Instance[];
  readonly runPath?: string;
  readonly promptStyle?: PromptStyle;
  readonly changes?: Partial<SuiteOptions>;
};

export const pipe = getTask("pipe");
export const PIPE_BOARD = pipe.generate("easy", 1);

export function newRunPath(): string {
  return join(mkdtempSync(join(tmpdir(), "probe-agent-")), "run");
}

export function agentSuite(given: AgentSuite): SuiteOptions {
  const { condition, reasoner, generator, instances = [PIPE_BOARD], promptStyle } = given;
  const task = getTask(instances[0]?.task ?? "pipe");
  return {
    runPath: given.runPath ?? newRunPath(),
    task,
    reasoner,
    ...(generator === undefined ? {} : { generator }),
    config: {
      ...sampleConfig,
      task: task.id,
      taskVersion: task.version,
      condition,
      reasoner: reasoner.id,
      agent: agentConfigOf(reasoner, promptStyle),
      generator: refOfGenerator(generator),
      rollout: { widthPx: 128, heightPx: 96, frames: 9, fps: 8, view: task.views[0] ?? "" },
    },
    instances,
    diagnose: createFakeJudge().diagnose,
    concurrency: 1,
    signal: new AbortController().signal,
    provenance: sampleManifest.provenance,
    command: "probe run",
    redactor: createRedactor({}),
    progressStream: { write: () => undefined },
    clock: { now: () => performance.now(), sleep: async () => undefined },
    ...given.changes,
  };
}

export type Played = {
  readonly result: SuiteResult;
  readonly runPath: string;
  /** The last line of the first puzzle. */
  readonly episode: Episode;
  readonly chat: () => readonly ChatLine[];
};

export type ChatLine = {
  readonly ordinal: number;
  readonly request: {
    readonly messages: readonly {
      readonly role: string;
      readonly content?: readonly { type: string; text?: string; path?: string }[];
      readonly text?: string;
      readonly toolCalls?: readonly unknown[];
    }[];
    readonly tools: readonly { readonly name: string }[];
  };
};

export async function play(given: AgentSuite): Promise<Played> {
  const options = agentSuite(given);
  const result = await runSuite(options);
  const [first] = result.run.records;
  if (first === undefined) throw new Error(`nothing was played: ${JSON.stringify(result)}`);
  const folder = join(options.runPath, "episodes", first.episode.instanceId);
  return {
    result,
    runPath: options.runPath,
    episode: first.episode,
    chat: () => linesOf(join(folder, "chat.jsonl")) as readonly ChatLine[],
  };
}

/** The record of an episode that came to its end. */
export function agentOf(episode: Episode): NonNullable<OkEpisode["agent"]> {
  if (episode.status === "ok" && episode.agent !== undefined) return episode.agent;
  throw new Error(`expected an agent's episode but received ${JSON.stringify(episode)}`);
}

export function linesOf(path: string): readonly unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Answers of the solver, in the task's format. */
export function solution(task: AnyTask, instance: Instance): readonly string[] {
  const plan = task.solve(task.initialState(instance)) ?? [];
  return plan.map((action) => task.encodeAnswer(action));
}
