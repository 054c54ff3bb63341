/** One reason to stop for all: the caller's signal, a lost lock, or a journal that cannot be written. */

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
