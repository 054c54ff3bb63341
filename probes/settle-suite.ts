/** What a run is made of, and whether its parts fit together. Reads the texts of agents, writes nothing. */
import { describeMismatch, UsageError } from "../core/errors.ts";
import { canonicalJson } from "../core/hash/canonical-json.ts";
import type { AgentConfig } from "../core/schema/agent.ts";
import type { RunConfig } from "../core/schema/run.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import { agentConfigOf } from "./agent/agent-config.ts";
import { NO_GENERATOR, NO_GENERATOR_REF } from "./agent/no-generator.ts";
import { planAgentWork } from "./agent/plan-agent-work.ts";
import type { Condition } from "./conditions/condition.ts";
import { conditionRegistry } from "./conditions/registry.ts";
import { defaultPromptOf } from "./default-prompt.ts";
import { type AgentTexts, loadAgentTexts } from "./reasoners/agent-texts.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import type { SuiteOptions } from "./run-suite.ts";
import { planWork, type WorkItem } from "./work-item.ts";

export type SettledAgent = {
  readonly config: AgentConfig;
  readonly texts: AgentTexts;
};

export type SettledSuite = {
  readonly condition: Condition;
  readonly generator: Generator<BuiltinRequest>;
  /** Present where the condition uses a reasoner. */
  readonly agent?: SettledAgent;
  readonly work: readonly WorkItem[];
};

/**
 * @throws UsageError when the generator does not make what the condition needs, or the reasoner is
 * missing, too many, or not the one of the configuration
 */
export function settleSuite({
  config,
  task,
  instances,
  generator,
  promptOf = defaultPromptOf,
}: Pick<SuiteOptions, "config" | "task" | "instances" | "generator" | "promptOf">): SettledSuite {
  const condition = conditionRegistry.get(config.condition);
  requireGenerator(condition, config, generator);
  const common = { condition, generator: generator ?? NO_GENERATOR };
  if (condition.usesReasoner !== (config.agent !== undefined)) {
    throw new UsageError(
      `expected ${condition.usesReasoner ? "a" : "no"} reasoner that decides for condition ` +
        `${condition.id} but received ${config.agent?.reasoner.id ?? "none"}`,
    );
  }
  if (config.agent === undefined) {
    return { ...common, work: planWork(task, instances, config, promptOf) };
  }
  const texts = loadAgentTexts();
  return {
    ...common,
    agent: { config: config.agent, texts },
    work: planAgentWork(task, instances, config, config.agent, texts),
  };
}

/** @throws UsageError when the reasoner is not the one of the configuration */
export function requireReasoner(
  { reasoner: wanted, promptStyle }: AgentConfig,
  reasoner: Reasoner | undefined,
): Reasoner {
  const given = reasoner === undefined ? undefined : agentConfigOf(reasoner, promptStyle).reasoner;
  if (reasoner !== undefined && canonicalJson(given) === canonicalJson(wanted)) return reasoner;
  throw new UsageError(describeMismatch("the reasoner", `that of the configuration`, given));
}

function requireGenerator(
  { id, needs }: Condition,
  config: RunConfig,
  generator: Generator<BuiltinRequest> | undefined,
): void {
  if (needs === "nothing") {
    if (generator === undefined && config.generator.id === NO_GENERATOR_REF.id) return;
    const given = generator?.id ?? config.generator.id;
    throw new UsageError(
      `expected no generator for condition ${id}, which shows nothing imagined, but received ${given}`,
    );
  }
  if (generator?.kind === needs) return;
  const given = generator === undefined ? "none" : `${generator.id}, which makes ${generator.kind}`;
  throw new UsageError(
    `expected a generator of ${needs} for condition ${id} but received ${given}`,
  );
}
