/** A clock that stands still while nothing is done, so that timings hold no waiting for a client. */

export type BusyClock = {
  /** Milliseconds in which something was done. */
  readonly now: () => number;
  readonly start: () => void;
  readonly stop: () => void;
};

/** Stands at first. @param real milliseconds, monotonic */
export function createBusyClock(real: () => number): BusyClock {
  let elapsedMs = 0;
  let sinceMs: number | undefined;
  const now = (): number => elapsedMs + (sinceMs === undefined ? 0 : real() - sinceMs);
  return {
    now,
    start: () => {
      sinceMs ??= real();
    },
    stop: () => {
      elapsedMs = now();
      sinceMs = undefined;
    },
  };
}
