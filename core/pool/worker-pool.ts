/**
 * Jobs on worker threads, a bounded number at a time. Owns the threads: their memory, stopping them,
 * and turning the end of a thread into an error of the one job that it had. What a job does is the
 * worker module's (`serve-job.ts`); piscina keeps the threads and starts new ones for those that end.
 */
import { MessageChannel } from "node:worker_threads";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import { ProbeError } from "../errors.ts";
import type { Job, JobMessage, JobOutcome } from "./serve-job.ts";
import { fromWire } from "./wire-error.ts";
import { loaderArgs } from "./worker-entry.ts";

/** JavaScript heap of one thread, in MB. Frames lie outside of it; `MAX_FRAME_BYTES` bounds them. */
export const MAX_HEAP_MB = 512;

/** Time that a job has to stop by itself, in milliseconds; then its thread is ended. */
const STOP_GRACE_MS = 1200;

export type WorkerPoolOptions = {
  /** Module whose exports are jobs: see `workerEntry`. */
  readonly entry: URL;
  /** Threads, 1 or more: as many jobs run at a time, others wait. */
  readonly threads: number;
  /** @default MAX_HEAP_MB */
  readonly maxHeapMb?: number;
};

export type RunJobOptions = {
  /** What is done, for messages: "judging clip.mp4". */
  readonly subject: string;
  readonly signal?: AbortSignal | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: inferred from each worker module below.
type AnyJob = Job<any, any>;
type InputOf<T> = T extends Job<infer Input, unknown> ? Input : never;
type OutputOf<T> = T extends Job<never, infer Output> ? Output : never;

/** @typeParam Jobs the worker module's type, `typeof import("./x-worker.ts")` */
export type WorkerPool<Jobs extends Readonly<Record<keyof Jobs, AnyJob>>> = {
  /**
   * Runs an exported job. Input and output are copied between the threads: plain data, no frames.
   *
   * @throws ProbeError (`internal`) when the thread ends before the job does: out of memory, say
   * @throws whatever the job throws, with its class, code and context; the signal's reason when it
   * is aborted
   */
  readonly run: <Name extends keyof Jobs & string>(
    name: Name,
    input: InputOf<Jobs[Name]>,
    options: RunJobOptions,
  ) => Promise<OutputOf<Jobs[Name]>>;
  /** Ends all threads, and the jobs that still run on them. */
  readonly close: () => Promise<void>;
};

/** Makes a pool. Its threads start with the first job. */
export function createWorkerPool<Jobs extends Readonly<Record<keyof Jobs, AnyJob>>>(
  options: WorkerPoolOptions,
): WorkerPool<Jobs> {
  const limit = pLimit(options.threads);
  let threads: Threads | undefined;
  return {
    run: (name, input, { subject, signal }) =>
      limit(async () => {
        signal?.throwIfAborted();
        threads ??= startThreads(options);
        let outcome: JobOutcome<unknown>;
        try {
          outcome = await runOnThread(threads, name, input, signal);
        } catch (error) {
          signal?.throwIfAborted();
          throw endedEarly(subject, error, options.maxHeapMb ?? MAX_HEAP_MB);
        }
        if (outcome.ok) return outcome.value as OutputOf<Jobs[typeof name]>;
        signal?.throwIfAborted();
        throw fromWire(outcome.error);
      }),
    close: async () => threads?.pool.destroy(),
  };
}

type Threads = {
  readonly pool: Piscina<JobMessage<unknown>, JobOutcome<unknown>>;
  /** Rejects once no thread can be started any more; jobs would wait for one for ever. */
  readonly failure: Promise<never>;
};

function startThreads({ entry, threads, maxHeapMb = MAX_HEAP_MB }: WorkerPoolOptions): Threads {
  const execArgv = loaderArgs(entry);
  const pool = new Piscina<JobMessage<unknown>, JobOutcome<unknown>>({
    filename: entry.href,
    // Fewer than the most would leave waiting jobs alone when a thread ends.
    minThreads: threads,
    maxThreads: threads,
    // An idle thread that sleeps in Atomics.wait could not finish what it has left open.
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    ...(execArgv === undefined ? {} : { execArgv }),
  });
  const failure = new Promise<never>((_, reject) => {
    // Told of threads that end without a job. Others take their place, unless none can start.
    pool.on("error", (error: unknown) => {
      if (pool.threads.length === 0) reject(error);
    });
  });
  failure.catch(() => undefined);
  return { pool, failure };
}

async function runOnThread(
  { pool, failure }: Threads,
  name: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<JobOutcome<unknown>> {
  const { port1, port2 } = new MessageChannel();
  const ending = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    port1.postMessage("abort");
    grace = setTimeout(() => ending.abort(), STOP_GRACE_MS);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const job = pool.run(
      { input, abort: port2 },
      { name, transferList: [port2], signal: ending.signal },
    );
    return await Promise.race([job, failure]);
  } finally {
    clearTimeout(grace);
    signal?.removeEventListener("abort", onAbort);
    port1.close();
  }
}

function endedEarly(subject: string, cause: unknown, maxHeapMb: number): ProbeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isOutOfMemory =
    cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  const received = isOutOfMemory ? `more than ${maxHeapMb} MB of memory in use` : reason;
  return new ProbeError(
    "internal",
    `expected the thread to finish ${subject} but received its end: ${received}. Run the same command ` +
      "again with --concurrency 1, which works without threads",
    { cause, context: { subject, reason } },
  );
}
