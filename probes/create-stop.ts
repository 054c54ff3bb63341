/** One reason to stop for all: the caller's signal, a lost lock, or a journal that cannot be written. */
import { setMaxListeners } from "node:events";

export type Stop = {
  readonly signal: AbortSignal;
  /** Stops because of an error; the first one counts. */
  readonly fail: (error: unknown) => void;
  /** The error that stopped it. */
  readonly fatal: unknown;
  /** Forgets the caller's signal. */
  readonly dispose: () => void;
};

export function createStop(caller: AbortSignal): Stop {
  const controller = new AbortController();
  // All episodes under way wait for it, and Node takes more than ten for a leak.
  setMaxListeners(0, controller.signal);
  const onAbort = (): void => controller.abort();
  caller.addEventListener("abort", onAbort);
  if (caller.aborted) controller.abort();
  let fatal: unknown;
  return {
    signal: controller.signal,
    fail: (error) => {
      fatal ??= error;
      controller.abort();
    },
    get fatal() {
      return fatal;
    },
    dispose: () => caller.removeEventListener("abort", onAbort),
  };
}
