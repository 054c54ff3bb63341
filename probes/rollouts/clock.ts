/** Time, as waiting uses it: passed in, so that tests need none. */
import { setTimeout as delay } from "node:timers/promises";

export type Clock = {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Rejects with an AbortError when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};
