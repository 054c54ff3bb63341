/**
 * What an agent did in an episode, step by step: part of a line of `episodes.jsonl`. Holds nothing that
 * a clock decides. What was sent to a chat model is kept beside the pictures of the episode.
 */
import { z } from "zod";
import { count, finiteNumber, sha256Schema } from "./common.ts";
import { verdictBriefSchema } from "./verdict-brief.ts";

/** Null where the server says nothing. */
const tokens = count.nullable();

/** How the answer was found in a reply; "unclear" when it was not. */
export const ANSWER_METHODS = ["json", "phrase", "scan", "tail", "unclear"] as const;

/** Who decides. */
export const reasonerRefSchema = z.strictObject({
  /** As given to `--reasoner`. */
  id: z.string(),
  version: z.string(),
  /** Options that change what is answered. */
  params: z.record(z.string(), z.unknown()),
});
export type ReasonerRef = z.infer<typeof reasonerRefSchema>;

/** What decides an agent's episodes beside the puzzle: part of a run's configuration. */
export const agentConfigSchema = z.strictObject({
  reasoner: reasonerRefSchema,
  promptStyle: z.enum(["own", "published"]),
  /** Pictures that one episode may have imagined. */
  maxPictures: count,
  /** Frames of an imagined clip that are shown. */
  clipFrames: z.number().int().positive(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const agentAnswerSchema = z.strictObject({
  method: z.enum(ANSWER_METHODS),
  /** The whole reply is one object with only "answer", of the right type. */
  isFormatValid: z.boolean(),
  /** The action as the task writes it; null when there is none. */
  action: z.unknown(),
  /** Why there is none. */
  reason: z.string().optional(),
});

/** Why words of ours stood in for those of the reasoner: it gave none, or none that can be used. */
export const FALLBACK_REASONS = [
  "no_prompt",
  "empty_prompt",
  "malformed_call",
  "unclosed_tag",
  "unknown_tool",
] as const;

/** A picture, clip or description that was imagined in a step, or asked for in vain. */
export const imaginationSchema = z.strictObject({
  kind: z.enum(["text", "image", "video"]),
  /** The words for it; for texts, what the model told itself. "" where the request held none. */
  prompt: z.string(),
  /** Present where the words are ours. */
  fallback: z.enum(FALLBACK_REASONS).optional(),
  /** Its key in `rollouts.jsonl`; absent where nothing was asked of the generator. */
  rolloutKey: sha256Schema.optional(),
  /** The file, relative to the run folder; absent for texts and where nothing came of it. */
  file: z.strictObject({ path: z.string(), sha256: sha256Schema, bytes: count }).optional(),
  /** Pictures that were shown of it, relative to the run folder. */
  shown: z.array(z.string()).optional(),
  /** The judge's word on a clip; its whole verdict is the line of `verdicts.jsonl` with this file. */
  verdict: verdictBriefSchema.optional(),
  /** Why a clip has no verdict although its task has a judge. */
  unjudged: z.string().optional(),
  /**
   * Why nothing came of it: "limit", "empty_prompt", "malformed_call", "unclosed_tag",
   * "unknown_tool", "one_at_a_time", or "failed: " and what the generator said.
   */
  skipped: z.string().optional(),
  warnings: z.array(z.string()),
  /** US dollars; null when nobody knows, absent for what costs nothing. */
  costUsd: finiteNumber.nonnegative().nullable().optional(),
});
export type Imagination = z.infer<typeof imaginationSchema>;

export const agentStepSchema = z.strictObject({
  /** From 0. */
  step: count,
  /** Pictures that were shown of the world, relative to the run folder. */
  observations: z.array(z.string()).min(1),
  imaginations: z.array(imaginationSchema),
  /** Requests to the reasoner in this step. */
  calls: count,
  /** The reply that was read for an answer. */
  reply: z.string(),
  answer: agentAnswerSchema,
  /**
   * - `moved`: the action changed the world
   * - `illegal`: well-formed, refused by the rules; the state stays, the step is spent
   * - `invalid`: no action could be read; the state stays, the step is spent
   */
  outcome: z.enum(["moved", "illegal", "invalid"]),
  /** Why it was refused. */
  reason: z.string().optional(),
});
export type AgentStep = z.infer<typeof agentStepSchema>;

export const usageSchema = z.strictObject({
  calls: count,
  promptTokens: tokens,
  completionTokens: tokens,
  /** US dollars of the reasoner; null when no price is known. */
  costUsd: finiteNumber.nonnegative().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;

export const agentRecordSchema = z.strictObject({
  reasoner: reasonerRefSchema,
  /** How tools were called; absent where none were offered. */
  toolProtocol: z.enum(["native", "text"]).optional(),
  steps: z.array(agentStepSchema),
  /** Pictures of the world after the last step, relative to the run folder. */
  finalObservations: z.array(z.string()).min(1),
  /** The world came to an end: solved, or lost. */
  terminated: z.boolean(),
  /** The budget of steps was spent before that. */
  truncated: z.boolean(),
  /** The task's own solver from the start; null when it finds nothing. For over-optimality. */
  shortestSteps: count.nullable(),
  usage: usageSchema,
  warnings: z.array(z.string()),
});
export type AgentRecord = z.infer<typeof agentRecordSchema>;
