/** Asks a host to stop a job, and looks what came of it: cancelling races with success. */
import type {
  BuiltinRequest,
  Generator,
  RolloutHandle,
  RolloutStatus,
} from "../../generators/generator.ts";
import type { Clock } from "./clock.ts";

export type Stopped =
  /** It was faster: its clip is there. */
  | { readonly state: "succeeded" }
  | { readonly state: "failed" | "canceled" | "absent"; readonly reason: string }
  /** The host did not say in time. */
  | { readonly state: "uncertain"; readonly reason: string };

/** Bounds of the request to stop, and of the looks together: somebody who presses Ctrl-C waits for them. */
const CALL_MS = 5_000;
const PAUSES_MS = [0, 250, 750] as const;

/** Never throws: a host that cannot be asked is an answer. */
export async function stopJob(
  generator: Pick<Generator<BuiltinRequest>, "cancel" | "status">,
  handle: RolloutHandle,
  clock: Clock,
): Promise<Stopped> {
  let reason = await withinBound(generator.cancel(handle), clock).then(
    () => "the host has not stopped it yet",
    (error: unknown) => `the host did not take the request to stop it: ${messageOf(error)}`,
  );
  const signal = AbortSignal.timeout(CALL_MS);
  for (const pauseMs of PAUSES_MS) {
    if (pauseMs > 0) await clock.sleep(pauseMs);
    const status = await look(generator, handle, signal);
    if (status instanceof Error) reason = `the host could not be asked: ${status.message}`;
    else if (status.state === "succeeded" || "reason" in status) return status;
  }
  return { state: "uncertain", reason };
}

async function look(
  generator: Pick<Generator<BuiltinRequest>, "status">,
  handle: RolloutHandle,
  signal: AbortSignal,
): Promise<RolloutStatus | Error> {
  try {
    return await generator.status(handle, { signal });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function withinBound(work: Promise<void>, clock: Clock): Promise<void> {
  const bound = new AbortController();
  const tooLate = clock.sleep(CALL_MS, bound.signal).then(() => {
    throw new Error(`no answer within ${CALL_MS / 1000} s`);
  });
  tooLate.catch(() => undefined);
  try {
    await Promise.race([work, tooLate]);
  } finally {
    bound.abort();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
