/**
 * What an agent did in an episode, step by step: part of a line of `episodes.jsonl`. Holds nothing that
 * a clock decides. What was sent to a chat model is kept beside the pictures of the episode.
 */
import { z } from "zod";
import { count, finiteNumber, sha256Schema } from "./common.ts";

/** Null where the server says nothing. */
const tokens = count.nullable();

/** How the answer was found in a reply; "unclear" when it was not. */
export const ANSWER_METHODS = ["json", "phrase", "scan", "tail", "unclear"] as const;

export const agentAnswerSchema = z.strictObject({
  method: z.enum(ANSWER_METHODS),
  /** The whole reply is one object with only "answer", of the right type. */
  isFormatValid: z.boolean(),
  /** The action as the task writes it; null when there is none. */
  action: z.unknown(),
  /** Why there is none. */
  reason: z.string().optional(),
});

/** A picture or clip that was imagined in a step. */
export const imaginationSchema = z.strictObject({
  kind: z.enum(["text", "image", "video"]),
  /** What the model asked for. */
  prompt: z.string(),
  /** The file, relative to the run folder; absent for texts and where nothing came of it. */
  file: z.strictObject({ path: z.string(), sha256: sha256Schema, bytes: count }).optional(),
  /** Why nothing came of it, such as "limit" or "failed: ...". */
  skipped: z.string().optional(),
  warnings: z.array(z.string()),
  /** US dollars; null when nobody knows, absent for what costs nothing. */
  costUsd: finiteNumber.nonnegative().nullable().optional(),
});
export type Imagination = z.infer<typeof imaginationSchema>;

export const agentStepSchema = z.strictObject({
  /** From 0. */
  step: count,
  /** Pictures that were shown, relative to the run folder. */
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
  reasoner: z.strictObject({
    id: z.string(),
    version: z.string(),
    params: z.record(z.string(), z.unknown()),
  }),
  /** How tools were called; absent for policies, which call none. */
  toolProtocol: z.enum(["native", "text"]).optional(),
  steps: z.array(agentStepSchema),
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
