/**
 * A tool call from its request to its result: progress while it lasts, cancellation, and errors as
 * results. Owns nothing of what is done.
 */
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { ProbeError } from "../../core/errors.ts";
import { CancelledError } from "./client-errors.ts";
import type { Call } from "./open-table.ts";
import { errorResult } from "./results.ts";

export type CallExtra = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  "signal" | "sendNotification" | "_meta"
>;

export type ServeOptions = {
  /** Time between two notes of progress where nothing new is going on, in milliseconds. */
  readonly tickMs: number;
  /** Secrets do not belong into messages. */
  readonly redact: (text: string) => string;
  readonly log: (line: string) => void;
};

/** Never rejects. */
export async function serveCall(
  { tickMs, redact, log }: ServeOptions,
  extra: CallExtra,
  work: (call: Call) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const progress = reportProgress(extra, tickMs, redact);
  try {
    return await work({ signal: extra.signal, onStage: progress.say });
  } catch (error) {
    if (error instanceof CancelledError) return errorResult(error.message);
    if (error instanceof ProbeError) return errorResult(redact(error.message));
    log(redact(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    return errorResult("unexpected error: the server's log holds the details");
  } finally {
    progress.stop();
  }
}

/** Notes of progress: seconds that have passed, and what is going on. None where none were asked for. */
function reportProgress(
  { _meta, sendNotification, signal }: CallExtra,
  tickMs: number,
  redact: (text: string) => string,
): { readonly say: (stage: string) => void; readonly stop: () => void } {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { say: () => undefined, stop: () => undefined };
  const startMs = performance.now();
  let message: string | undefined;
  let last = 0;
  let isOver = false;
  const send = (): void => {
    if (isOver || signal.aborted) return;
    // It has to grow with each note.
    last = Math.max(last + 0.001, Math.round(performance.now() - startMs) / 1000);
    const params = { progressToken, progress: last, ...(message === undefined ? {} : { message }) };
    // A client that is gone needs no progress.
    sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const timer = setInterval(send, tickMs);
  timer.unref();
  return {
    say: (stage) => {
      const text = redact(stage);
      if (text === message) return;
      message = text;
      send();
    },
    stop: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}
