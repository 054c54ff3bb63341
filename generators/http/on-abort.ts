/**
 * Many listeners on one signal as a single one: the signal of a run is shared by all calls under way,
 * and more than ten listeners of its own would be taken for a leak by Node.
 */

const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once, when the signal is aborted from now on.
 *
 * @returns takes the callback off again; can be called at any time
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const waiting = callbacks.get(signal) ?? open(signal);
  // An entry of its own, so that the same function may be given twice.
  const entry = () => callback();
  waiting.add(entry);
  return () => {
    waiting.delete(entry);
    if (waiting.size === 0) close(signal, waiting);
  };
}

const listeners = new WeakMap<Set<() => void>, () => void>();

function open(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  const listener = () => {
    callbacks.delete(signal);
    for (const entry of waiting) entry();
  };
  callbacks.set(signal, waiting);
  listeners.set(waiting, listener);
  signal.addEventListener("abort", listener, { once: true });
  return waiting;
}

function close(signal: AbortSignal, waiting: Set<() => void>): void {
  if (callbacks.get(signal) !== waiting) return;
  callbacks.delete(signal);
  const listener = listeners.get(waiting);
  if (listener !== undefined) signal.removeEventListener("abort", listener);
}
