/**
 * Drives a generator from a request to a clip on disk. Owns the handle that outlives a crash, waiting
 * with a bound, and what counts as a clip; leaves out judging.
 */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { MediaError, ProbeError } from "../core/errors.ts";
import { sha256File } from "../core/hash/sha256.ts";
import type { ClipRef } from "../core/schema/episode.ts";
import type {
  BuiltinRequest,
  Generator,
  RolloutHandle,
  RolloutResult,
} from "../generators/generator.ts";

export type Clip = {
  /** File on this machine. */
  readonly file: string;
  readonly ref: ClipRef;
  readonly warnings: readonly string[];
  /** What a built-in generator planted; undefined when it says nothing. */
  readonly truth?: unknown;
};

export type MakeClipOptions = {
  readonly generator: Generator<BuiltinRequest>;
  readonly request: BuiltinRequest;
  /** Handle of an earlier process that did not see the end. */
  readonly earlier: RolloutHandle | undefined;
  /** Puts a new handle on disk, before anything is waited for. */
  readonly keepHandle: (handle: RolloutHandle) => Promise<void>;
  readonly destination: string;
  /** Path of the clip relative to the run folder. */
  readonly relativePath: string;
  readonly signal: AbortSignal;
  /** @default waits for real, and rejects when the signal aborts */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** Bound of the waiting for one clip: slow hosts need minutes, not hours. */
export const MAX_WAIT_MS = 45 * 60_000;

/**
 * Makes one clip.
 *
 * A kept handle is taken up again. When the generator says that it failed, or does not know it, the
 * rollout is started anew; when it cannot be reached, the error stands and nothing is started, as
 * that could be paid for twice.
 *
 * @throws ProbeError when there is no clip in the end; rejects with an AbortError when aborted
 */
export async function makeClip(options: MakeClipOptions): Promise<Clip> {
  const resumed =
    options.earlier === undefined ? undefined : await resume(options, options.earlier);
  const result = resumed ?? (await startAnew(options));
  const { size } = await stat(options.destination).catch((error: unknown) => {
    throw new MediaError(
      `expected a clip at ${options.relativePath} from generator ${options.generator.id} but ` +
        "received no file",
      { cause: error },
    );
  });
  const sha256 = await sha256File(options.destination);
  return {
    file: options.destination,
    ref: { path: options.relativePath, sha256, bytes: size },
    warnings: result.warnings,
    ...(result.truth === undefined ? {} : { truth: result.truth }),
  };
}

async function startAnew(options: MakeClipOptions): Promise<RolloutResult> {
  const { generator, signal } = options;
  const handle = await generator.start(options.request, {
    signal,
    onSubmit: async () => undefined,
    onRefused: async () => undefined,
    scratchDir: dirname(options.destination),
  });
  await options.keepHandle(handle);
  const outcome = await waitFor(options, handle);
  if (outcome.state === "succeeded")
    return generator.result(handle, options.destination, { signal });
  throw new ProbeError(
    "provider",
    `expected a clip from generator ${generator.id} but received "${outcome.state}": ${outcome.reason}`,
  );
}

/** Undefined when the rollout has to be started anew. */
async function resume(
  options: MakeClipOptions,
  handle: RolloutHandle,
): Promise<RolloutResult | undefined> {
  try {
    const outcome = await waitFor(options, handle);
    if (outcome.state !== "succeeded") return undefined;
    return await options.generator.result(handle, options.destination, { signal: options.signal });
  } catch (error) {
    if (options.signal.aborted || (error instanceof ProbeError && error.code === "provider")) {
      throw error;
    }
    return undefined;
  }
}

type Outcome =
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "canceled" | "absent"; readonly reason: string };

async function waitFor(options: MakeClipOptions, handle: RolloutHandle): Promise<Outcome> {
  const { generator, signal } = options;
  const sleep = options.sleep ?? waitReally;
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    signal.throwIfAborted();
    const status = await generator.status(handle, { signal });
    if (status.state === "succeeded" || "reason" in status) return status;
    if (waitedMs >= MAX_WAIT_MS) {
      throw new ProbeError(
        "provider",
        `expected a clip from generator ${generator.id} within ${MAX_WAIT_MS / 60_000} minutes but ` +
          `received "${status.state}". Run the same command again to go on waiting`,
      );
    }
    await sleep(waitMs, signal);
    waitedMs += waitMs;
  }
}

async function waitReally(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
