/** Options of `probe run` -> what is to be run. Owns defaults that depend on other options. */
import { basename, extname } from "node:path";
import { UsageError } from "../core/errors.ts";
import { sha256 } from "../core/hash/sha256.ts";
import { loadRolloutTemplate, type PromptFile, readPromptFile } from "../core/prompt-files.ts";
import { TIERS, type Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { InstanceSelection, RunConfig } from "../core/schema/run.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { DIAGNOSTICS_VERSION } from "../cv-diagnostics/thresholds.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { Env } from "../generators/host.ts";
import { agentConfigOf } from "../probes/agent/agent-config.ts";
import { NO_GENERATOR_REF } from "../probes/agent/no-generator.ts";
import type { Condition } from "../probes/conditions/condition.ts";
import { conditionRegistry } from "../probes/conditions/registry.ts";
import { generateInstances, parsePublished, selectPublished } from "../probes/instances.ts";
import type { Reasoner } from "../probes/reasoners/reasoner.ts";
import type { PromptOf } from "../probes/work-item.ts";
import { getTask } from "../tasks/registry.ts";
import { rolloutPromptOf } from "../tasks/rollout-prompt.ts";
import type { AnyTask } from "../tasks/task.ts";
import { chooseGenerator, type GeneratorOptions } from "./choose-generator.ts";
import { chooseReasoner, type ReasonerOptions } from "./choose-reasoner.ts";
import { DEFAULT_SHAPE } from "./host-options.ts";
import type { Size } from "./parse-options.ts";
import { readText } from "./read-text.ts";
import { refuseFile } from "./refuse-foreign.ts";

export const DEFAULT_EPISODES = 9;
export const DEFAULT_SEED = 1;
const MAX_NAME_LENGTH = 40;

/** Options as commander has parsed them. */
export type RunOptions = GeneratorOptions &
  ReasonerOptions & {
    readonly task: string;
    readonly tier: readonly Tier[];
    readonly episodes?: number;
    readonly seed: number;
    readonly instances?: string;
    readonly condition: string;
    readonly out?: string;
    readonly concurrency: number;
    /** What is absent is as the generator's model was made for. */
    readonly size?: Size;
    readonly frames?: number;
    readonly fps?: number;
    readonly prompt?: string;
    readonly maxCost?: number;
    readonly retryFailed?: boolean;
    readonly retryUnknown?: boolean;
    readonly dryRun?: boolean;
    readonly view?: string;
    readonly sampling: number | "all";
    readonly json?: boolean;
  };

export type RunPlan = {
  readonly task: AnyTask;
  /** Absent where the condition uses none. */
  readonly generator?: Generator<BuiltinRequest>;
  /** Present where the condition has somebody decide. */
  readonly reasoner?: Reasoner;
  readonly config: RunConfig;
  readonly instances: readonly Instance[];
  /** Makes the prompt of a rollout from the template, where no reasoner writes it. */
  readonly promptOf?: PromptOf;
  /** Run folder. */
  readonly path: string;
};

/**
 * Settles a run without writing anything.
 *
 * @throws UsageError for an unknown name or a wrong row
 * @throws MissingToolError for a generator that cannot be reached
 */
export async function planRun(options: RunOptions, env: Env): Promise<RunPlan> {
  const task = getTask(options.task);
  if (options.out?.trim() === "") {
    throw new UsageError("expected the name of a folder for --out but received nothing");
  }
  if (options.out !== undefined) await refuseFile(options.out, "a run folder");
  const condition = conditionRegistry.get(options.condition);
  if (!condition.usesReasoner && !judgeRegistry.has(task.id)) {
    throw new UsageError(
      `expected a task whose clips can be judged for --condition ${condition.id} but received ` +
        `${task.id}. Judged in this version: ${judgeRegistry.ids.join(", ")}`,
    );
  }
  const view = options.view ?? task.views[0] ?? "";
  if (!task.views.includes(view)) {
    throw new UsageError(
      `expected one of ${task.views.join(", ")} for --view of ${task.id} but received "${view}"`,
    );
  }
  const resolved = await chooseGenerator(task, condition, options, env);
  const reasoner = await chooseReasoner(condition, options, env);
  const { selection, instances } = await selectInstances(task, options);
  const shape = resolved?.model?.defaults ?? DEFAULT_SHAPE;
  const { widthPx, heightPx } = options.size ?? shape;
  const { frames = shape.frames, fps = shape.fps } = options;
  const template = readTemplate(task, condition, options.prompt);
  const generator = resolved?.generator;
  const config: RunConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: generator === undefined ? NO_GENERATOR_REF : refOf(generator),
    condition: condition.id,
    reasoner: reasoner?.id ?? "oracle",
    ...(reasoner === undefined ? {} : { agent: agentConfigOf(reasoner, options.promptStyle) }),
    instances: selection,
    rollout: { widthPx, heightPx, frames, fps, view },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling: options.sampling },
    ...(template && { prompt: { name: basename(template.name), sha256: template.sha256 } }),
  };
  const chosen = [generator?.host?.id, options.prompt && basename(options.prompt)];
  return {
    ...{ task, config, instances, path: options.out ?? defaultPath(config, chosen) },
    ...(generator === undefined ? {} : { generator }),
    ...(reasoner === undefined ? {} : { reasoner }),
    ...(template && {
      promptOf: (of, state, plan) => rolloutPromptOf(of, template)(state, plan),
    }),
  };
}

function refOf({ id, version, params }: Generator<BuiltinRequest>): RunConfig["generator"] {
  return { id, version, params: { ...params } };
}

/** The template of rollout prompts; undefined where a reasoner writes them. */
function readTemplate(
  task: AnyTask,
  condition: Condition,
  prompt: string | undefined,
): PromptFile | undefined {
  if (!condition.usesReasoner) {
    return prompt === undefined ? loadRolloutTemplate(task.id) : readPromptFile(prompt);
  }
  if (prompt === undefined) return undefined;
  throw new UsageError(
    `expected no --prompt for --condition ${condition.id}, in which the reasoner writes what is asked ` +
      `for, but received ${prompt}`,
  );
}

/**
 * `runs/<task>-<generator>`, in agent conditions `runs/<task>-<condition>-<reasoner>-<generator>`, and
 * what else was chosen by hand; the same options, the same folder.
 * @param chosen what else tells runs apart: the host of a model, a prompt file
 */
export function defaultPath(config: RunConfig, chosen: readonly (string | undefined)[]): string {
  const { instances, generator, agent } = config;
  const parts = [config.task];
  if (agent !== undefined) parts.push(config.condition, shorten(agent.reasoner.id));
  if (generator.id !== NO_GENERATOR_REF.id) parts.push(shorten(generator.id));
  for (const name of chosen) if (name !== undefined) parts.push(basename(name, extname(name)));
  if (instances.kind === "published") parts.push(basename(instances.file, extname(instances.file)));
  if (instances.tiers.length < TIERS.length) parts.push(...instances.tiers);
  if (instances.seed !== DEFAULT_SEED) parts.push(`seed${instances.seed}`);
  const name = parts.map((part) => part.replaceAll(/[^A-Za-z0-9._-]+/g, "-")).join("-");
  return `runs/${name}`;
}

/** Ids that are whole command lines make no names of folders. */
function shorten(id: string): string {
  return id.length <= MAX_NAME_LENGTH
    ? id
    : `${id.slice(0, MAX_NAME_LENGTH)}-${sha256(id).slice(0, 8)}`;
}

async function selectInstances(
  task: AnyTask,
  options: RunOptions,
): Promise<{ selection: InstanceSelection; instances: readonly Instance[] }> {
  const tiers = [...options.tier];
  const { seed } = options;
  if (options.instances === undefined) {
    const episodes = options.episodes ?? DEFAULT_EPISODES;
    return {
      selection: { kind: "generated", tiers, episodes, seed },
      instances: generateInstances(task, tiers, episodes, seed),
    };
  }
  const text = await readText(options.instances, "--instances");
  const rows = parsePublished(task, text, options.instances);
  const episodes = options.episodes ?? null;
  const file = basename(options.instances);
  return {
    selection: { kind: "published", tiers, episodes, seed, file, sha256: sha256(text) },
    instances: selectPublished(rows, tiers, episodes, options.instances),
  };
}
