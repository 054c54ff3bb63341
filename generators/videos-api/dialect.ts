/**
 * What differs between servers that speak `/v1/videos`: how a job is asked for, which words its state
 * has, how it is stopped. Owns the words only; one file per server beside it.
 */
import type { RequestFields } from "../common/merge-fields.ts";
import type { RolloutStatus } from "../generator.ts";
import type { FittedRequest } from "../models/fit-request.ts";

export const DIALECT_IDS = ["vllm-omni", "sglang"] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/** What a clip is asked for with, fitted to the model. */
export type VideoWish = {
  readonly prompt: string;
  /** Name of the model at the server. */
  readonly model: string;
  /** Never left to the server: its own default is another number than was asked for. */
  readonly frames: number;
  readonly fitted: Pick<FittedRequest, "fps" | "seconds" | "size" | "seed">;
};

/** A way to stop a job; `path` is below the base URL. */
export type StopRoute = {
  readonly method: "POST" | "DELETE";
  readonly path: (jobPath: string) => string;
};

/**
 * Words of the protocol, as OpenAI's own servers had it, and the two spellings of an end from outside:
 * a server that does not say which one it is may be any.
 */
export const COMMON_WORDS = {
  queued: "queued",
  in_progress: "running",
  completed: "succeeded",
  failed: "failed",
  cancelled: "canceled",
  canceled: "canceled",
} as const satisfies Dialect["words"];

/** Fields that every server takes; the size by the names that `sizeFields` gives it. */
export function commonFields(
  { prompt, model, frames, fitted: { fps, seconds, size, seed } }: VideoWish,
  sizeFields: (size: NonNullable<FittedRequest["size"]>) => RequestFields,
): RequestFields {
  return {
    prompt,
    model,
    ...(size === undefined ? {} : sizeFields(size)),
    num_frames: frames,
    ...(fps === undefined ? {} : { fps }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** "<width>x<height>". */
export function nameSize({ widthPx, heightPx }: NonNullable<FittedRequest["size"]>): string {
  return `${widthPx}x${heightPx}`;
}

export interface Dialect {
  readonly id: DialectId;
  /** Name of the file field that holds the first frame. */
  readonly pictureField: string;
  /** Fields of `POST /videos` beside the picture, without the entry's fixed ones. */
  readonly videoFields: (wish: VideoWish) => RequestFields;
  /** Words of the server -> states. A word that is not listed leaves the job running: it is bounded in time. */
  readonly words: Readonly<Record<string, RolloutStatus["state"]>>;
  /** Tried in turn: the next one when the server does not know a route (404, 405). */
  readonly stopRoutes: readonly StopRoute[];
}
