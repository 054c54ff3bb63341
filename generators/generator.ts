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
  /** 0..2^31 - 1; 0 is a seed. */
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
  /** The host's id of the job, or the instance's where there is no host. */
  readonly id: string;
  /** What the adapter needs to take the job up again. Never a secret. */
  readonly data: unknown;
  /** Options that could not be met, known when the job was asked for. */
  readonly warnings?: readonly string[];
};

export type RolloutStatus =
  | { readonly state: "queued" | "running"; readonly progressRatio?: number }
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "canceled"; readonly reason: string }
  /** The host does not know the job: it never took it, or has forgotten it. */
  | { readonly state: "absent"; readonly reason: string };

export type RolloutResult = {
  /** The file written, equal to the destination that was asked for. */
  readonly path: string;
  readonly kind: "video" | "image";
  /** What could not be met, plan speed-ups, and the like: never silent. Without the handle's own. */
  readonly warnings: readonly string[];
  /** Seconds of computing that the host says it charges for; undefined when it says nothing. */
  readonly billedSec?: number;
  /** Built-ins: what was planted, for exams of the judge. Never shown to it. */
  readonly truth?: unknown;
};

/** What every call gets. */
export type CallContext = {
  readonly signal: AbortSignal;
  /** Told in a few words what a call waits for, such as "replicate: asked to wait 12 s"; undefined when it goes on. */
  readonly onWait?: (reason: string | undefined) => void;
  /** The folder that `start` got for this rollout, also after the run was moved; absent when unknown. */
  readonly scratchDir?: string;
};

/**
 * What `start` gets on top. The one request that may be charged is framed by two notes in the journal:
 * `onSubmit` before it, and the handle that `start` returns, or `onRefused`, after it. What happens
 * between them and is not known afterwards is never sent again by itself.
 */
export type StartContext = CallContext & {
  /**
   * Awaited right before each attempt of that request. With the handle where the id is ours to choose:
   * the job can then be found again even if the answer is lost. From here to the end of the attempt
   * `signal` is not obeyed: the attempt is bounded in time, and its answer decides.
   */
  readonly onSubmit: (handle?: RolloutHandle) => Promise<void>;
  /** Awaited when the host has certainly not taken the attempt, such as after 429, before another one. */
  readonly onRefused: (reason: string) => Promise<void>;
  /** An existing folder for files of this rollout, such as an answer that is itself the picture. */
  readonly scratchDir: string;
};

/** A request as it would be sent, for people: no secrets, pictures as size and hash. */
export type RequestPreview = {
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly warnings: readonly string[];
};

export interface Generator<Request extends RolloutRequest = RolloutRequest> {
  /** Id as given to `--gen`, such as "oracle" or "fault:retype". */
  readonly id: string;
  readonly version: string;
  readonly kind: "video" | "image";
  /** Options that change the output; they enter the work key. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Where the rollout is made, for generators that ask a host; absent for built-in ones and replays,
   * which cost nothing and can be asked again at will.
   */
  readonly host?: {
    /** Such as "replicate". */
    readonly id: string;
    /** Most that one rollout can cost, in US dollars; null when no price is known. */
    readonly estimateUsd: (request: RolloutRequest) => number | null;
    /** What one rollout cost; null when no price is known. */
    readonly costUsd: (request: RolloutRequest, billedSec: number | undefined) => number | null;
    readonly preview: (request: RolloutRequest) => RequestPreview;
    /** How long one job may take from `start` to its end, in milliseconds. */
    readonly deadlineMs: number;
  };
  /**
   * Replays: sha256 of the clip that would be served now, undefined when there is none. Absent for
   * generators that make their clips.
   */
  readonly servedSha256?: (instanceId: string) => Promise<string | undefined>;
  /**
   * Asks for one rollout, once.
   *
   * @throws ProviderError; `mayHaveStarted` tells whether it may be charged nevertheless
   */
  start(request: Request, context: StartContext): Promise<RolloutHandle>;
  /** @throws ProviderError when the host cannot be asked: the job may still be well */
  status(handle: RolloutHandle, context: CallContext): Promise<RolloutStatus>;
  /**
   * Writes the clip to `destination` (whole or not at all).
   *
   * @throws ProviderError; `isRetryable` tells whether the clip may still be had with the same handle
   */
  result(handle: RolloutHandle, destination: string, context: CallContext): Promise<RolloutResult>;
  /** Asks the host to stop the job; one that has ended already is no error. */
  cancel(handle: RolloutHandle): Promise<void>;
}
