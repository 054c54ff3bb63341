/** Pauses that can be aborted and are told. Leaves out how long they should be. */
import type { CallContext } from "../generator.ts";
import { onAbort } from "./on-abort.ts";

/**
 * Waits, telling the reason while it lasts.
 *
 * @throws AbortError at once when aborted
 */
export async function pause(context: CallContext, ms: number, reason: string): Promise<void> {
  const { signal, onWait } = context;
  if (signal.aborted) throw abortErrorOf(signal);
  onWait?.(reason);
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        forget();
        resolve();
      }, ms);
      const forget = onAbort(signal, () => {
        clearTimeout(timer);
        reject(abortErrorOf(signal));
      });
    });
  } finally {
    onWait?.(undefined);
  }
}

/** The signal's reason when it is an AbortError, else a plain one. */
export function abortErrorOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  return new DOMException("This operation was aborted", "AbortError");
}

/** Such as "12 s" or "0.5 s". */
export function describeSeconds(ms: number): string {
  return ms < 1000 ? `${Math.max(0.1, Math.round(ms / 100) / 10)} s` : `${Math.ceil(ms / 1000)} s`;
}
