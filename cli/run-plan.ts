/** Options of `probe run` -> what is to be run. Owns defaults that depend on other options. */
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { UsageError } from "../core/errors.ts";
import { sha256 } from "../core/hash/sha256.ts";
import { TIERS, type Tier } from "../core/schema/common.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { InstanceSelection, RunConfig } from "../core/schema/run.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import { judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { DIAGNOSTICS_VERSION } from "../cv-diagnostics/thresholds.ts";
import { BUILTIN_IDS } from "../generators/builtin/index.ts";
import { getScript } from "../generators/builtin/scripts.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import { resolveGenerator } from "../generators/resolve.ts";
import { conditionRegistry } from "../probes/conditions/registry.ts";
import { generateInstances, parsePublished, selectPublished } from "../probes/instances.ts";
import { getTask } from "../tasks/registry.ts";
import type { AnyTask } from "../tasks/task.ts";
import type { Size } from "./parse-options.ts";

export const DEFAULT_EPISODES = 9;
export const DEFAULT_SEED = 1;

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
  readonly size: Size;
  readonly frames: number;
  readonly fps: number;
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
  /** Run folder. */
  readonly path: string;
};

/**
 * Settles a run without writing anything.
 *
 * @throws UsageError for an unknown name or a wrong row
 * @throws MissingToolError for a generator that cannot be reached
 */
export async function planRun(options: RunOptions): Promise<RunPlan> {
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
  const generator = resolveGenerator(options.gen, {
    ...(options.crf === undefined ? {} : { crf: options.crf }),
    ...(options.movesPerSecond === undefined ? {} : { movesPerSecond: options.movesPerSecond }),
  });
  // A fault of another task would end every episode in an error.
  if (BUILTIN_IDS.includes(generator.id)) getScript(generator.id, task.id);
  const { selection, instances } = await selectInstances(task, options);
  const config: RunConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: { id: generator.id, version: generator.version, params: { ...generator.params } },
    condition: condition.id,
    reasoner: "oracle",
    instances: selection,
    rollout: { ...options.size, frames: options.frames, fps: options.fps, view },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling: options.sampling },
  };
  return { task, generator, config, instances, path: options.out ?? defaultPath(config) };
}

/** `runs/<task>-<generator>`, and what else was chosen by hand; the same options, the same folder. */
export function defaultPath(config: RunConfig): string {
  const { instances } = config;
  const parts = [config.task, config.generator.id];
  if (instances.kind === "published") parts.push(basename(instances.file, extname(instances.file)));
  if (instances.tiers.length < TIERS.length) parts.push(...instances.tiers);
  if (instances.seed !== DEFAULT_SEED) parts.push(`seed${instances.seed}`);
  const name = parts.map((part) => part.replaceAll(/[^A-Za-z0-9._-]+/g, "-")).join("-");
  return `runs/${name}`;
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

/** A text file that an option names. @throws UsageError when it cannot be read */
export async function readText(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `expected a readable file for ${option} but received ${path} (${fsErrorCode(error) ?? error})`,
      { cause: error },
    );
  }
}
