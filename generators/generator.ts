/**
 * The contract of an imagined-rollout generator: `start` returns a JSON handle, `status` and
 * `result` take it up again after a crash. Adapters see the request only, never rules or judge.
 */
import type { Instance } from "../core/schema/instance.ts";

/** What is asked of a generator. Everything that a model may see. */
export type RolloutRequest = {
  readonly instanceId: string;
  /** PNG of the observation, `widthPx` x `heightPx`. */
  readonly firstFramePng: Uint8Array;
  readonly prompt: string;
  readonly frames: number;
  readonly fps: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly seed: number;
};

/** What built-in generators get on top: they imagine from the truth. */
export type BuiltinRequest = RolloutRequest & {
  readonly instance: Instance;
  readonly view: string;
};

/** JSON-serialisable: written to the journal before anything is waited for. */
export type RolloutHandle = {
  readonly generator: string;
  readonly id: string;
  readonly data: unknown;
};

export type RolloutStatus =
  | { readonly state: "queued" | "running"; readonly progressRatio?: number }
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "canceled"; readonly reason: string };

export type RolloutResult = {
  /** The file written, equal to the destination that was asked for. */
  readonly path: string;
  readonly kind: "video" | "image";
  /** Options that could not be met, plan speed-ups, and the like: never silent. */
  readonly warnings: readonly string[];
  /** Built-ins: what was planted, for exams of the judge. Never shown to it. */
  readonly truth?: unknown;
};

export interface Generator<Request extends RolloutRequest = RolloutRequest> {
  /** Id as given to `--gen`, such as "oracle" or "fault:retype". */
  readonly id: string;
  readonly version: string;
  readonly kind: "video" | "image";
  /** Options that change the output; they enter the work key. */
  readonly params: Readonly<Record<string, unknown>>;
  start(request: Request, signal: AbortSignal): Promise<RolloutHandle>;
  status(handle: RolloutHandle, signal: AbortSignal): Promise<RolloutStatus>;
  /** Writes the clip to `destination` (whole or not at all). */
  result(handle: RolloutHandle, destination: string, signal: AbortSignal): Promise<RolloutResult>;
  cancel(handle: RolloutHandle): Promise<void>;
}
