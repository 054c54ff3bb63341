/** What the judge says of one clip: all checks, the terminal test, the decoded plan. */
import { z } from "zod";
import { count, finiteNumber, outcomeSchema, sha256Schema } from "./common.ts";

/** How well one sampled frame was read. */
export const FRAME_LABELS = ["exact", "partial", "degraded", "failed", "not_found"] as const;
export const frameLabelSchema = z.enum(FRAME_LABELS);
export type FrameLabel = z.infer<typeof frameLabelSchema>;

export const violationSchema = z.strictObject({
  /** Source frame at which the violation is first seen. */
  frame: count,
  /** Last source frame of the evidence, when it is a transition or a lasting fault. */
  toFrame: count.optional(),
  /** The place in the words of the task, such as "x=2,y=1" or "rope 3". */
  where: z.string(),
  /** Machine-readable reason code, snake_case. */
  reason: z.string(),
  /** What was measured, and the limit that it broke; units stand in the reason's documentation. */
  measured: z.union([finiteNumber, z.string()]).optional(),
  limit: z.union([finiteNumber, z.string()]).optional(),
});
export type Violation = z.infer<typeof violationSchema>;

export const checkResultSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(["static", "dynamic"]),
  outcome: outcomeSchema,
  violations: z.array(violationSchema),
  /** Frames (static) or transitions (dynamic) that were decided, and that could not be read. */
  decided: count,
  unread: count,
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const frameVerdictSchema = z.strictObject({
  /** Index in the source clip, 0-based. */
  index: count,
  timeSec: finiteNumber,
  /** True when the clip has fewer frames than samples and this one stands in again. */
  repeated: z.boolean().optional(),
  label: frameLabelSchema,
  /** 0 (nothing could be read) to 1. */
  confidence: z.number().min(0).max(1),
  /** Row-major board-to-pixel map found in this frame, in pixels of the source clip. */
  boardToPixel: z.array(finiteNumber).length(9).optional(),
  /** The task's frame state. */
  state: z.unknown().optional(),
});
export type FrameVerdict = z.infer<typeof frameVerdictSchema>;

export const samplingSchema = z.strictObject({
  /** Frames sampled (41 unless asked otherwise). */
  frames: count,
  indices: z.array(count),
  totalFrames: count,
  /** Mean frames per second over the clip; 0 when it has one frame. */
  fps: finiteNumber,
  widthPx: count,
  heightPx: count,
});

export const terminalSchema = z.strictObject({
  outcome: z.enum(["pass", "fail", "undetermined"]),
  /** The last sampled frame was read well enough to decide. */
  scorable: z.boolean(),
  goalEverReached: z.boolean(),
  /** Once reached, the goal state was still there in the last frame. */
  goalHeld: z.boolean(),
  reason: z.string().optional(),
});

export const planSchema = z.strictObject({
  /** Actions in the task's answer format. */
  actions: z.array(z.unknown()),
  /** Source frame at which each action was complete. */
  frames: z.array(count),
  /** Every action is legal in the task's own rules, replayed from the instance's initial state. */
  legal: z.boolean(),
  reachesGoal: z.boolean(),
});

export const verdictSchema = z.strictObject({
  schema: z.literal("topoprobe.verdict/1"),
  diagnosticsVersion: z.string(),
  video: z.string(),
  videoSha256: sha256Schema.optional(),
  task: z.string(),
  instanceId: z.string(),
  sampling: samplingSchema,
  frames: z.array(frameVerdictSchema),
  terminal: terminalSchema,
  checks: z.array(checkResultSchema),
  plan: planSchema.nullable(),
  processValid: z.boolean(),
  processValidSuccess: z.boolean(),
});
export type Verdict = z.infer<typeof verdictSchema>;
