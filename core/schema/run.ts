/** A run: its configuration, `manifest.json`, `timings.jsonl`, and the summary that is printed. */
import { z } from "zod";
import { agentConfigSchema } from "./agent.ts";
import { count, finiteNumber, sha256Schema, tierSchema } from "./common.ts";
import { instanceIdSchema } from "./instance.ts";

export const generatorRefSchema = z.strictObject({
  /** Id as given to `--gen`. */
  id: z.string(),
  version: z.string(),
  /** Options that change the output. */
  params: z.record(z.string(), z.unknown()),
});
export type GeneratorRef = z.infer<typeof generatorRefSchema>;

/** Where the instances come from. */
export const instanceSelectionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("generated"),
    tiers: z.array(tierSchema).min(1),
    /** Episodes in all, spread evenly over the tiers. */
    episodes: z.number().int().positive(),
    seed: count,
  }),
  z.strictObject({
    kind: z.literal("published"),
    tiers: z.array(tierSchema).min(1),
    /** Rows taken in all; null for every row of the chosen tiers. */
    episodes: z.number().int().positive().nullable(),
    seed: count,
    file: z.string(),
    sha256: sha256Schema,
  }),
]);
export type InstanceSelection = z.infer<typeof instanceSelectionSchema>;

/** The clip that is asked for. */
export const rolloutConfigSchema = z.strictObject({
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  frames: z.number().int().positive(),
  fps: z.number().positive(),
  /** Camera of the observation. */
  view: z.string(),
});
export type RolloutConfig = z.infer<typeof rolloutConfigSchema>;

/** Everything that decides the content of a run. Two runs with equal configurations are one run. */
export const runConfigSchema = z.strictObject({
  task: z.string(),
  taskVersion: z.string(),
  generator: generatorRefSchema,
  condition: z.string(),
  /**
   * Id of who decides: in agent conditions that of `agent.reasoner`; where the clip is the policy, who
   * wrote the plan that the rollout prompt asks for, "oracle" for the task's own solver.
   */
  reasoner: z.string(),
  /** Present in agent conditions. */
  agent: agentConfigSchema.optional(),
  instances: instanceSelectionSchema,
  rollout: rolloutConfigSchema,
  judge: z.strictObject({
    diagnosticsVersion: z.string(),
    /** Frames sampled of each clip. */
    sampling: z.union([z.number().int().positive(), z.literal("all")]),
  }),
  /** The file that the rollout prompt was made from; absent for the task's own words. */
  prompt: z.strictObject({ name: z.string(), sha256: sha256Schema }).optional(),
});
export type RunConfig = z.infer<typeof runConfigSchema>;

/** What made an artefact, for whoever makes it again. Never part of a work key. */
export const provenanceSchema = z.strictObject({
  topoprobe: z.string(),
  node: z.string(),
  platform: z.string(),
  /** Null when no ffmpeg was found. */
  ffmpeg: z.string().nullable(),
  /** The topoprobe checkout; null when it is an installed package. */
  git: z.strictObject({ commit: z.string(), dirty: z.boolean() }).nullable(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

export const manifestSchema = z.strictObject({
  schema: z.literal("topoprobe.run/1"),
  name: z.string(),
  config: runConfigSchema,
  /** Sha256 of the configuration's canonical JSON. */
  configSha256: sha256Schema,
  /** The work, in order. */
  instances: z.array(z.strictObject({ id: instanceIdSchema, tier: tierSchema, key: sha256Schema })),
  provenance: provenanceSchema,
  /** The command that made the run, without secrets. */
  command: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** `timings.jsonl`: all that a clock or a machine decides, kept apart from what must be equal. */
export const timingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    schema: z.literal("topoprobe.timing/1"),
    kind: z.literal("invocation"),
    /** ISO 8601. */
    startedAt: z.string(),
    command: z.string(),
    provenance: provenanceSchema,
  }),
  z.strictObject({
    schema: z.literal("topoprobe.timing/1"),
    kind: z.literal("episode"),
    key: sha256Schema,
    instanceId: instanceIdSchema,
    renderMs: finiteNumber,
    generateMs: finiteNumber,
    judgeMs: finiteNumber,
    /** Waiting for a chat model; absent where none was asked. */
    reasonMs: finiteNumber.optional(),
  }),
]);
export type Timing = z.infer<typeof timingSchema>;

/** A proportion with its 95 % interval. `rate` is null when n is 0. */
export const proportionSchema = z.strictObject({
  rate: z.number().min(0).max(1).nullable(),
  n: count,
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});
export type Proportion = z.infer<typeof proportionSchema>;

export const episodeCountsSchema = z.strictObject({
  processValidSuccess: count,
  processValid: count,
  terminalSuccess: count,
  scorable: count,
  /** Episodes that ended in an error. */
  errors: count,
});
export type EpisodeCounts = z.infer<typeof episodeCountsSchema>;

export const checkCountsSchema = z.strictObject({
  kind: z.enum(["static", "dynamic"]),
  pass: count,
  fail: count,
  undetermined: count,
  notApplicable: count,
});
export type CheckCounts = z.infer<typeof checkCountsSchema>;

/** What `probe run --json` prints. */
export const runSummarySchema = z.strictObject({
  schema: z.literal("topoprobe.run-summary/1"),
  /** Path of the run folder. */
  run: z.string(),
  task: z.string(),
  generator: z.string(),
  condition: z.string(),
  /** Finished episodes, errors included. */
  episodes: count,
  counts: episodeCountsSchema,
  /** The same counts by tier, with the finished episodes of each. */
  tiers: z.record(tierSchema, episodeCountsSchema.extend({ episodes: count })),
  checks: z.record(z.string(), checkCountsSchema),
  /** Success in the world; n counts judged episodes. */
  accuracy: z.strictObject({
    all: proportionSchema,
    easy: proportionSchema,
    medium: proportionSchema,
    hard: proportionSchema,
  }),
  /** Process-valid success, the headline; n counts judged episodes. */
  processValidSuccess: proportionSchema,
});
export type RunSummary = z.infer<typeof runSummarySchema>;
