/**
 * The two pipes of a child process, with backpressure: what it writes waits for the consumer, and
 * the producer waits for what it reads. Starting and ending the process is `run-ffmpeg.ts`.
 */
import type { Readable, Writable } from "node:stream";
import type { TimeLimit } from "./time-limit.ts";

export type ReadOptions = {
  /** Gets every chunk in order; when it returns a promise, reading waits for it. */
  readonly onChunk: (chunk: Buffer) => void | Promise<void>;
  /** Stands still while the consumer is being waited for. */
  readonly limit: TimeLimit;
};

/**
 * Events, not `for await`: the iterator costs a fifth more on clips of 50 MB. Chunks queue up here
 * because a stream that is paused is made to flow again when its process exits.
 * @returns settles when the stream has closed and the consumer is done with all of it
 * @throws whatever the consumer throws
 */
export function readStdout(stdout: Readable, { onChunk, limit }: ReadOptions): Promise<void> {
  const queue: Buffer[] = [];
  let isWaiting = false;
  let isClosed = false;
  return new Promise((resolve, reject) => {
    const drain = (): void => {
      for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
        const pending = onChunk(chunk);
        if (pending === undefined) continue;
        isWaiting = true;
        stdout.pause();
        limit.pause();
        pending.finally(limit.resume).then(goOn).catch(reject);
        return;
      }
      if (isClosed) resolve();
      else stdout.resume();
    };
    const goOn = (): void => {
      isWaiting = false;
      drain();
    };
    const drainUnlessWaiting = (): void => {
      try {
        if (!isWaiting) drain();
      } catch (error) {
        reject(error);
      }
    };
    stdout.on("error", reject);
    stdout.on("close", () => {
      isClosed = true;
      drainUnlessWaiting();
    });
    stdout.on("data", (chunk: Buffer) => {
      queue.push(chunk);
      drainUnlessWaiting();
    });
  });
}

/**
 * Writes one buffer after another, each only when the one before has left; a closed pipe ends it
 * without an error.
 * @throws whatever the producer throws
 */
export async function writeStdin(
  stdin: Writable,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  limit: TimeLimit,
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  try {
    while (!stdin.destroyed) {
      limit.pause();
      const next = await Promise.resolve(iterator.next()).finally(limit.resume);
      if (next.done === true) break;
      // Waiting for the write itself keeps the producer's buffer safe, and is the backpressure.
      await new Promise<void>((resolve) => stdin.write(next.value, () => resolve()));
    }
  } finally {
    if (stdin.destroyed) await iterator.return?.();
    else stdin.end();
  }
}
