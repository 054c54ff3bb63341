/** A time limit that can stand still while somebody else is being waited for. */

/** A running time limit. */
export type TimeLimit = {
  /** Stops the clock until the matching `resume`; calls nest. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it for good: it will not expire any more. */
  readonly stop: () => void;
};

/**
 * Calls `expire` once when the clock has run for `limitMs` milliseconds.
 * @param now clock in milliseconds; monotonic
 */
export function startTimeLimit(
  limitMs: number,
  expire: () => void,
  now: () => number = () => performance.now(),
): TimeLimit {
  let remainingMs = limitMs;
  let startedMs = now();
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined = setTimeout(expire, remainingMs);
  const halt = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    pause: () => {
      pauses += 1;
      if (pauses > 1 || timer === undefined) return;
      halt();
      remainingMs -= now() - startedMs;
      timer = undefined;
    },
    resume: () => {
      pauses -= 1;
      if (pauses > 0 || remainingMs === Number.POSITIVE_INFINITY) return;
      startedMs = now();
      timer = setTimeout(expire, Math.max(0, remainingMs));
    },
    stop: () => {
      halt();
      remainingMs = Number.POSITIVE_INFINITY;
    },
  };
}
