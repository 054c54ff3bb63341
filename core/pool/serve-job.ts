/**
 * The worker's side of a job: input in, plain outcome out. Owns how an abort arrives and how an error
 * leaves; what the job does is the worker module's.
 */
import type { MessagePort } from "node:worker_threads";
import { toWire, type WireError } from "./wire-error.ts";

/** What crosses over to the worker. */
export type JobMessage<Input> = {
  /** Plain data: structured cloning copies it. */
  readonly input: Input;
  /** Any message on it asks the job to stop. */
  readonly abort: MessagePort;
};

/** What comes back. */
export type JobOutcome<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: WireError };

/** What a worker module exports, by the job's name. */
export type Job<Input, Output> = (message: JobMessage<Input>) => Promise<JobOutcome<Output>>;

/**
 * Makes a job of a function.
 * @param work stops soon after its signal aborts, and leaves nothing running behind
 */
export function serveJob<Input, Output>(
  work: (input: Input, signal: AbortSignal) => Promise<Output>,
): Job<Input, Output> {
  return async ({ input, abort }) => {
    const controller = new AbortController();
    abort.once("message", () => controller.abort());
    try {
      return { ok: true, value: await work(input, controller.signal) };
    } catch (error) {
      return { ok: false, error: toWire(error) };
    } finally {
      abort.close();
    }
  };
}
