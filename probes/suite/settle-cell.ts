/** A run of a suite -> what `runSuite` takes. Owns the configuration; makes no files. */
import { basename, join } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { loadRolloutTemplate } from "../../core/prompt-files.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import type { Suite, SuiteGenerator, SuiteReasoner } from "../../core/schema/suite.ts";
import { DIAGNOSTICS_VERSION } from "../../cv-diagnostics/thresholds.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { ResolvedGenerator } from "../../generators/resolve.ts";
import { rolloutPromptOf } from "../../tasks/rollout-prompt.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { agentConfigOf } from "../agent/agent-config.ts";
import { NO_GENERATOR_REF } from "../agent/no-generator.ts";
import type { Reasoner } from "../reasoners/reasoner.ts";
import type { PromptOf } from "../work-item.ts";
import type { SuiteCell } from "./expand-suite.ts";
import type { SuiteFactory } from "./suite-factory.ts";
import type { ChosenInstances } from "./suite-instances.ts";

/** For generators that were made for no other. */
const DEFAULT_CLIP = { frames: 81, fps: 16 } as const;

/** Generators and reasoners by their entry: made once, used by all runs. */
export type SuiteParts = {
  readonly generatorOf: (entry: SuiteGenerator) => ResolvedGenerator;
  readonly reasonerOf: (entry: SuiteReasoner) => Reasoner;
};

/** Remembers what the factory has made. */
export function createParts(factory: SuiteFactory): SuiteParts {
  return { generatorOf: once(factory.generatorOf), reasonerOf: once(factory.reasonerOf) };
}

function once<In, Out>(make: (entry: In) => Out): (entry: In) => Out {
  const made = new Map<In, Out>();
  return (entry) => {
    const before = made.get(entry);
    if (before !== undefined) return before;
    const now = make(entry);
    made.set(entry, now);
    return now;
  };
}

/** What `runSuite` takes of one run. */
export type SettledCell = {
  readonly name: string;
  readonly runPath: string;
  readonly task: AnyTask;
  readonly generator?: Generator<BuiltinRequest>;
  readonly reasoner?: Reasoner;
  readonly config: RunConfig;
  readonly instances: readonly Instance[];
  readonly promptOf?: PromptOf;
};

/**
 * @throws UsageError when the task has no such view
 * @throws MissingToolError when a generator or a reasoner cannot be reached
 */
export function settleCell(
  suite: Suite,
  { name, task, condition, generator: generatorEntry, reasoner: reasonerEntry }: SuiteCell,
  { selection, instances }: ChosenInstances,
  parts: SuiteParts,
  outPath: string,
): SettledCell {
  const resolved = generatorEntry && parts.generatorOf(generatorEntry);
  const reasoner = reasonerEntry && parts.reasonerOf(reasonerEntry);
  const generator = resolved?.generator;
  const shape = resolved?.model?.defaults ?? DEFAULT_CLIP;
  const { rollout, sampling } = suite;
  const { widthPx, heightPx } = generatorEntry?.size ?? rollout;
  const template = condition.usesReasoner ? undefined : loadRolloutTemplate(task.id);
  const config: RunConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: generator === undefined ? NO_GENERATOR_REF : refOf(generator),
    condition: condition.id,
    reasoner: reasoner?.id ?? "oracle",
    ...(reasoner && { agent: agentConfigOf(reasoner, reasonerEntry?.promptStyle) }),
    instances: selection,
    rollout: {
      ...{ widthPx, heightPx },
      frames: generatorEntry?.frames ?? rollout.frames ?? shape.frames,
      fps: generatorEntry?.fps ?? rollout.fps ?? shape.fps,
      view: viewOf(task, rollout.view),
    },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling },
    ...(template && { prompt: { name: basename(template.name), sha256: template.sha256 } }),
  };
  return {
    ...{ name, runPath: join(outPath, name), task, config, instances },
    ...(generator && { generator }),
    ...(reasoner && { reasoner }),
    ...(template && {
      promptOf: (of, state, plan) => rolloutPromptOf(of, template)(state, plan),
    }),
  };
}

function refOf({ id, version, params }: Generator<BuiltinRequest>): RunConfig["generator"] {
  return { id, version, params: { ...params } };
}

function viewOf(task: AnyTask, wanted: string | undefined): string {
  const view = wanted ?? task.views[0] ?? "";
  if (task.views.includes(view)) return view;
  throw new UsageError(
    `expected one of ${task.views.join(", ")} for rollout.view of ${task.id} but received "${view}"`,
  );
}
