/**
 * `rollouts.jsonl`: what was asked of generators, each note on disk before what follows it happens.
 * Owns the events' shape; what they amount to is read by `probes/rollouts/rollout-state.ts`.
 */
import { z } from "zod";
import { finiteNumber, sha256Schema } from "./common.ts";
import { clipRefSchema } from "./episode.ts";

export const rolloutHandleSchema = z.strictObject({
  generator: z.string(),
  id: z.string(),
  data: z.unknown(),
  warnings: z.array(z.string()).readonly().optional(),
});

/** US dollars; null when nobody knows. */
const usd = finiteNumber.nonnegative().nullable();

const base = {
  schema: z.literal("topoprobe.rollout/2"),
  /** Work key of the episode. */
  key: sha256Schema,
  /** Which rollout of this work it is, from 1: a second one is a second purchase. */
  attempt: z.number().int().positive(),
} as const;

/** Why we asked a host to stop a job. */
export const cancelReasonSchema = z.enum(["interrupt", "budget", "deadline"]);
export type CancelReason = z.infer<typeof cancelReasonSchema>;

/**
 * How a rollout ended without a clip:
 * - `failed`: the host says so; it may be charged
 * - `canceled`: we stopped it; what it computed may be charged
 * - `deadline`: we stopped it because it took too long
 * - `lost`: the host took it, and has forgotten it or its clip
 * - `absent`: the host never took it; nothing was bought
 */
export const endStateSchema = z.enum(["failed", "canceled", "deadline", "lost", "absent"]);
export type EndState = z.infer<typeof endStateSchema>;

export const rolloutEventSchema = z.discriminatedUnion("event", [
  /** About to ask. */
  z.strictObject({
    ...base,
    event: z.literal("intent"),
    host: z.string(),
    /** The most that it can cost. */
    estimateUsd: usd,
    /** Sha256 of the canonical JSON of the request, the picture as its sha256. */
    requestSha256: sha256Schema,
  }),
  /** The request that may be charged is about to be sent. */
  z.strictObject({
    ...base,
    event: z.literal("submitted"),
    /** Where the id is ours to choose: the job can be found by it. */
    handle: rolloutHandleSchema.optional(),
  }),
  /** It was certainly not taken. */
  z.strictObject({ ...base, event: z.literal("refused"), reason: z.string() }),
  /** It was taken. Generators without a host begin with this one. */
  z.strictObject({ ...base, event: z.literal("started"), handle: rolloutHandleSchema }),
  /** Nobody knows whether it was taken. */
  z.strictObject({ ...base, event: z.literal("unknown"), reason: z.string() }),
  /** The host is about to be asked to stop the job. */
  z.strictObject({ ...base, event: z.literal("cancel"), why: cancelReasonSchema }),
  z.strictObject({
    ...base,
    event: z.literal("ended"),
    state: endStateSchema,
    reason: z.string(),
    costUsd: usd,
  }),
  /** The clip lies in the run folder, whole, and can be decoded. */
  z.strictObject({
    ...base,
    event: z.literal("downloaded"),
    clip: clipRefSchema,
    warnings: z.array(z.string()),
    /** Seconds of computing that the host charges for. */
    billedSec: finiteNumber.nonnegative().optional(),
    costUsd: usd,
  }),
]);
export type RolloutEvent = z.infer<typeof rolloutEventSchema>;

/** Older folders: one line for each rollout that was started. */
const rolloutRecordV1Schema = z.strictObject({
  schema: z.literal("topoprobe.rollout/1"),
  key: sha256Schema,
  handle: rolloutHandleSchema,
});

/** A line of `rollouts.jsonl`. */
export const rolloutRecordSchema = z.union([rolloutEventSchema, rolloutRecordV1Schema]);
export type RolloutRecord = z.infer<typeof rolloutRecordSchema>;
