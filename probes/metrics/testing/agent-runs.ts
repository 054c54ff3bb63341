/** Small run records with agents' episodes, for tests of metrics and tables. */
import { sha256 } from "../../../core/hash/sha256.ts";
import type { AgentStep, ANSWER_METHODS } from "../../../core/schema/agent.ts";
import type { Tier } from "../../../core/schema/common.ts";
import type { Episode } from "../../../core/schema/episode.ts";
import type { RunRecord } from "../../../core/store/read-run.ts";
import { sampleConfig, sampleManifest } from "../../../tests/e2e/helpers/records.ts";
import { agentConfigOf } from "../../agent/agent-config.ts";
import { NO_GENERATOR_REF } from "../../agent/no-generator.ts";

export type MadeStep = Partial<
  Pick<AgentStep, "outcome" | "imaginations"> & {
    readonly method: (typeof ANSWER_METHODS)[number];
    readonly isFormatValid: boolean;
  }
>;

export type MadeEpisode = {
  readonly id: string;
  readonly tier?: Tier;
  readonly success?: boolean;
  /** @default three that moved */
  readonly steps?: readonly MadeStep[];
  readonly shortestSteps?: number | null;
  readonly tokens?: number | null;
  readonly reasonerUsd?: number | null;
  readonly generatorUsd?: number | null;
  readonly isError?: boolean;
};

export type MadeRun = {
  readonly path?: string;
  readonly task?: string;
  readonly condition?: string;
  readonly reasoner?: string;
  readonly generator?: string;
  readonly widthPx?: number;
  readonly episodes: readonly MadeEpisode[];
  /** Planned and not played. */
  readonly missing?: readonly { readonly id: string; readonly tier: Tier }[];
};

export function madeRun(given: MadeRun): RunRecord {
  const {
    task = "pipe",
    condition = "none",
    reasoner = "a-model",
    generator,
    missing = [],
  } = given;
  const path = given.path ?? `runs/${task}-${condition}-${reasoner}-${generator ?? "none"}`;
  const agent = agentConfigOf({ id: reasoner, version: "1", params: {} });
  const config = {
    ...sampleConfig,
    task,
    condition,
    reasoner,
    agent,
    generator:
      generator === undefined ? NO_GENERATOR_REF : { id: generator, version: "1", params: {} },
    rollout: { ...sampleConfig.rollout, widthPx: given.widthPx ?? 832 },
  };
  const keyOf = (id: string): string => sha256(`${path} ${id}`);
  const toEpisode = (made: MadeEpisode): Episode => {
    const { id, tier = "easy", success = true, steps = [{}, {}, {}], generatorUsd } = made;
    const common = {
      schema: "topoprobe.episode/1",
      ...{ key: keyOf(id), instanceId: id, task, taskVersion: "1" },
      ...{ tier, seed: 1, generator: config.generator, condition, rollout: config.rollout },
      promptSha256: sha256("prompt"),
      ...(generatorUsd === undefined ? {} : { host: "replicate", costUsd: generatorUsd }),
    } as const;
    if (made.isError === true) {
      return {
        ...common,
        status: "error",
        error: { code: "provider", message: "no answer" },
      };
    }
    const world = {
      steps: steps.length,
      illegal: steps.filter(({ outcome }) => outcome === "illegal").length,
      invalid: steps.filter(({ outcome }) => outcome === "invalid").length,
      success,
    };
    const { tokens = 100, reasonerUsd = 0.01, shortestSteps = 3 } = made;
    return {
      ...common,
      status: "ok",
      ...{ warnings: [], world, success },
      agent: {
        reasoner: agent.reasoner,
        steps: steps.map(
          ({ outcome = "moved", imaginations = [], method = "json", isFormatValid }, step) => ({
            ...{ step, observations: [`step-0${step}.png`], imaginations, calls: 1, reply: "" },
            answer: { method, isFormatValid: isFormatValid ?? method === "json", action: null },
            outcome,
          }),
        ),
        finalObservations: ["step-09.png"],
        terminated: success,
        truncated: !success,
        shortestSteps,
        usage: {
          calls: steps.length,
          promptTokens: tokens,
          completionTokens: tokens,
          costUsd: reasonerUsd,
        },
        warnings: [],
      },
    };
  };
  const planned = [
    ...given.episodes.map(({ id, tier = "easy" as const }) => ({ id, tier })),
    ...missing,
  ];
  return {
    path,
    manifest: {
      ...{ ...sampleManifest, schema: "topoprobe.run/1", name: "run", config },
      configSha256: sha256("config"),
      instances: planned.map(({ id, tier }) => ({ id, tier, key: keyOf(id) })),
    },
    records: given.episodes.map((made) => ({ episode: toEpisode(made) })),
    missing: missing.map(({ id }) => id),
    timings: [],
  };
}

/** A picture or clip that was asked for; `skipped` where nothing came of it. */
export function imagined(
  kind: "text" | "image" | "video",
  { skipped, asked = kind !== "text" }: { skipped?: string; asked?: boolean } = {},
): AgentStep["imaginations"][number] {
  return {
    ...{ kind, prompt: "words", warnings: [] },
    ...(asked ? { rolloutKey: sha256("rollout") } : {}),
    ...(skipped === undefined ? {} : { skipped }),
  };
}
