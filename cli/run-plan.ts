/** Options of `probe run` -> what is to be run. Owns defaults that depend on other options. */
import { basename, extname } from "node:path";
import { UsageError } from "../core/errors.ts";
import { sha256 } from "../core/hash/sha256.ts";
import { loadRolloutTemplate, readPromptFile } from "../core/prompt-files.ts";
import { TIERS, type Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { InstanceSelection, RunConfig } from "../core/schema/run.ts";
import { createRedactor } from "../core/store/redact.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { DIAGNOSTICS_VERSION } from "../cv-diagnostics/thresholds.ts";
import { BUILTIN_IDS } from "../generators/builtin/index.ts";
import { getScript } from "../generators/builtin/scripts.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { Env } from "../generators/host.ts";
import { resolveGenerator } from "../generators/resolve.ts";
import { conditionRegistry } from "../probes/conditions/registry.ts";
import { generateInstances, parsePublished, selectPublished } from "../probes/instances.ts";
import type { PromptOf } from "../probes/work-item.ts";
import { getTask } from "../tasks/registry.ts";
import { rolloutPromptOf } from "../tasks/rollout-prompt.ts";
import type { AnyTask } from "../tasks/task.ts";
import { readGeneratorFiles } from "./generator-files.ts";
import type { Size } from "./parse-options.ts";
import { readText } from "./read-text.ts";

export const DEFAULT_EPISODES = 9;
export const DEFAULT_SEED = 1;
/** For generators that were made for no other. */
const DEFAULT_SHAPE = { widthPx: 832, heightPx: 480, frames: 81, fps: 16 };
const MINUTE_MS = 60_000;
const MAX_NAME_LENGTH = 40;

/** Options as commander has parsed them. */
export type RunOptions = {
  readonly task: string;
  readonly gen: string;
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
  readonly via?: string;
  readonly workflow?: string;
  readonly models?: string;
  readonly prices?: string;
  readonly prompt?: string;
  /** Longest time of one job at a host, in minutes. */
  readonly deadline: number;
  readonly maxCost?: number;
  readonly retryFailed?: boolean;
  readonly retryUnknown?: boolean;
  readonly dryRun?: boolean;
  readonly crf?: number;
  readonly movesPerSecond?: number;
  readonly view?: string;
  readonly sampling: number | "all";
  readonly json?: boolean;
};

export type RunPlan = {
  readonly task: AnyTask;
  readonly generator: Generator<BuiltinRequest>;
  readonly config: RunConfig;
  readonly instances: readonly Instance[];
  /** Makes the prompt of a rollout from the template. */
  readonly promptOf: PromptOf;
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
  if (!judgeRegistry.has(task.id)) {
    throw new UsageError(
      `expected a task whose clips can be judged for --task but received ${task.id}. ` +
        `Judged in this version: ${judgeRegistry.ids.join(", ")}`,
    );
  }
  const condition = conditionRegistry.get(options.condition);
  const view = options.view ?? task.views[0] ?? "";
  if (!task.views.includes(view)) {
    throw new UsageError(
      `expected one of ${task.views.join(", ")} for --view of ${task.id} but received "${view}"`,
    );
  }
  const { crf, movesPerSecond, via } = options;
  const { generator, model } = resolveGenerator(options.gen, {
    ...(await readGeneratorFiles(options)),
    ...(crf === undefined ? {} : { crf }),
    ...(movesPerSecond === undefined ? {} : { movesPerSecond }),
    ...(via === undefined ? {} : { via }),
    env,
    deadlineMs: options.deadline * MINUTE_MS,
    redact: createRedactor(env).text,
  });
  // A fault of another task would end every episode in an error.
  if (BUILTIN_IDS.includes(generator.id)) getScript(generator.id, task.id);
  const { selection, instances } = await selectInstances(task, options);
  const shape = model?.defaults ?? DEFAULT_SHAPE;
  const { widthPx, heightPx } = options.size ?? shape;
  const { frames = shape.frames, fps = shape.fps } = options;
  const template =
    options.prompt === undefined ? loadRolloutTemplate(task.id) : readPromptFile(options.prompt);
  const config: RunConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: { id: generator.id, version: generator.version, params: { ...generator.params } },
    condition: condition.id,
    reasoner: "oracle",
    instances: selection,
    rollout: { widthPx, heightPx, frames, fps, view },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling: options.sampling },
    prompt: { name: basename(template.name), sha256: template.sha256 },
  };
  const chosen = [generator.host?.id, options.prompt && basename(template.name)];
  return {
    ...{ task, generator, config, instances },
    promptOf: (of, state, plan) => rolloutPromptOf(of, template)(state, plan),
    path: options.out ?? defaultPath(config, chosen),
  };
}

/**
 * `runs/<task>-<generator>`, and what else was chosen by hand; the same options, the same folder.
 * @param chosen what else tells runs apart: the host of a model, a prompt file
 */
export function defaultPath(config: RunConfig, chosen: readonly (string | undefined)[]): string {
  const { instances, generator } = config;
  const parts = [config.task, shorten(generator.id)];
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
