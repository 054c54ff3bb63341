/** A clip in the run folder, and what it takes to make one. Words, and hashing of the file. */
import { stat } from "node:fs/promises";
import { MediaError } from "../../core/errors.ts";
import { sha256File } from "../../core/hash/sha256.ts";
import type { ClipRef } from "../../core/schema/episode.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { Budget } from "./budget.ts";
import type { CheckClip } from "./check-clip.ts";
import type { Clock } from "./clock.ts";
import type { RolloutLog } from "./rollout-log.ts";

export type Clip = {
  /** File on this machine. */
  readonly file: string;
  readonly ref: ClipRef;
  readonly warnings: readonly string[];
  /** US dollars, null when unknown; absent for generators that ask no host. */
  readonly costUsd?: number | null;
  /** What a built-in generator planted; undefined when it says nothing. */
  readonly truth?: unknown;
};

export type HostOfGenerator = NonNullable<Generator["host"]>;

/** What all clips of a run are made with. */
export type ClipServices = {
  readonly generator: Generator<BuiltinRequest>;
  readonly log: RolloutLog;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly checkClip: CheckClip;
  /** Buys anew what was bought and ended without a clip. */
  readonly retryFailed: boolean;
  /** Buys anew what may have been bought. */
  readonly retryUnknown: boolean;
  readonly signal: AbortSignal;
  /** False when the run folder is no longer ours: then no job is stopped. */
  readonly mayStop: () => boolean;
};

/** One clip to make. */
export type ClipJob = {
  /** Work key of the episode. */
  readonly key: string;
  readonly request: BuiltinRequest;
  readonly destination: string;
  /** Path of the clip relative to the run folder. */
  readonly relativePath: string;
  /** Makes, or finds, the folder of an attempt for the adapter's own files. */
  readonly scratchDir: (attempt: number) => Promise<string>;
  readonly onWait: (reason: string | undefined) => void;
  /** Told before the generator is asked for the first time. */
  readonly onAsk: () => void;
};

/** Size and hash of what a generator wrote. @throws MediaError when there is no file */
export async function describeClip(
  job: Pick<ClipJob, "destination" | "relativePath">,
  generatorId: string,
): Promise<ClipRef> {
  const facts = await stat(job.destination).catch((error: unknown) => {
    throw new MediaError(
      `expected a clip at ${job.relativePath} from generator ${generatorId} but received no file`,
      { cause: error },
    );
  });
  const sha256 = await sha256File(job.destination);
  return { path: job.relativePath, sha256, bytes: facts.size };
}

/** Whether the file is there and is this clip. */
export async function isOnDisk(file: string, ref: ClipRef): Promise<boolean> {
  const bytes = await stat(file).then(
    (facts) => facts.size,
    () => undefined,
  );
  return bytes === ref.bytes && (await sha256File(file)) === ref.sha256;
}
