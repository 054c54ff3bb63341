/**
 * How many requests are in flight and begun a minute, per host and process. Leaves out waiting that
 * a host asked for.
 */
import PQueue from "p-queue";
import type { CallContext } from "../generator.ts";
import { onAbort } from "./on-abort.ts";
import { abortErrorOf } from "./pause.ts";
import type { HttpLimits } from "./types.ts";

const MINUTE_MS = 60_000;
/** A turn that comes sooner is not worth a word on the progress line. */
const TELL_AFTER_MS = 1000;

export type Limits = {
  /**
   * Runs `work` when its turn has come. The signal is obeyed while waiting for the turn only.
   *
   * @throws AbortError, or what `work` throws
   */
  readonly run: <T>(context: CallContext, work: () => Promise<T>) => Promise<T>;
  /** The same for transfers from other servers: in flight at the same time, not per minute. */
  readonly runTransfer: <T>(context: CallContext, work: () => Promise<T>) => Promise<T>;
};

const known = new Map<string, Limits>();

/** Limits of a host: the same for all who name the same host and the same numbers. */
export function createLimits(id: string, origin: string, limits: HttpLimits): Limits {
  const key = [id, origin, limits.concurrency, limits.perMinute].join(" ");
  const existing = known.get(key);
  if (existing !== undefined) return existing;
  const { concurrency, perMinute } = limits;
  const requests = new PQueue({
    concurrency,
    ...(Number.isFinite(perMinute)
      ? { intervalCap: perMinute, interval: MINUTE_MS, strict: true }
      : {}),
  });
  const transfers = new PQueue({ concurrency });
  const made: Limits = {
    run: (context, work) => takeTurn(requests, id, context, work),
    runTransfer: (context, work) => takeTurn(transfers, id, context, work),
  };
  known.set(key, made);
  return made;
}

async function takeTurn<T>(
  queue: PQueue,
  id: string,
  context: CallContext,
  work: () => Promise<T>,
): Promise<T> {
  const { signal, onWait } = context;
  if (signal.aborted) throw abortErrorOf(signal);
  // The queue would obey its signal while the work runs, too: it gets one that stops at the start.
  const waiting = new AbortController();
  const forget = onAbort(signal, () => waiting.abort(abortErrorOf(signal)));
  let wasTold = false;
  const timer = setTimeout(() => {
    wasTold = true;
    onWait?.(`${id}: waiting for a turn within its limits`);
  }, TELL_AFTER_MS);
  const stopWaiting = () => {
    clearTimeout(timer);
    forget();
    if (wasTold) onWait?.(undefined);
    wasTold = false;
  };
  try {
    return await queue.add(
      () => {
        stopWaiting();
        return work();
      },
      { signal: waiting.signal },
    );
  } finally {
    stopWaiting();
  }
}
