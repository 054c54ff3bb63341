/**
 * `replies.jsonl`: what reasoners replied, and which imaginations came to nothing, each line on disk
 * before it is used. A run that is taken up again reads here what it has asked for already.
 */
import { z } from "zod";
import { count, finiteNumber, sha256Schema } from "./common.ts";

const base = {
  schema: z.literal("topoprobe.reply/1"),
  /** Work key of the episode. */
  key: sha256Schema,
} as const;

export const chatReplySchema = z.strictObject({
  text: z.string(),
  toolCalls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })),
  usage: z.strictObject({ promptTokens: count.nullable(), completionTokens: count.nullable() }),
  finishReason: z.string().nullable(),
  reasoning: z.string().optional(),
  warnings: z.array(z.string()).optional(),
});

export const replyRecordSchema = z.discriminatedUnion("event", [
  /** Whether the server takes tools, asked before the first request that offers some. */
  z.strictObject({
    ...base,
    event: z.literal("protocol"),
    toolProtocol: z.enum(["native", "text"]),
  }),
  z.strictObject({
    ...base,
    event: z.literal("reply"),
    /** Which request of the episode it answers, from 0. */
    ordinal: count,
    /** Sha256 of the canonical JSON of messages and tools, pictures as their sha256. */
    requestSha256: sha256Schema,
    reply: chatReplySchema,
    /** US dollars; null when no price is known. */
    costUsd: finiteNumber.nonnegative().nullable(),
  }),
  /** The generator gave nothing: the episode goes on without, also when it is taken up again. */
  z.strictObject({
    ...base,
    event: z.literal("skipped"),
    rolloutKey: sha256Schema,
    reason: z.string(),
  }),
]);
export type ReplyRecord = z.infer<typeof replyRecordSchema>;
