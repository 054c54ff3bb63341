/** Asks for the state of a job until it has ended. Owns the pauses and the bound. */
import type {
  BuiltinRequest,
  CallContext,
  Generator,
  RolloutHandle,
  RolloutStatus,
} from "../../generators/generator.ts";
import type { Clock } from "./clock.ts";

export type JobEnd =
  | Exclude<RolloutStatus, { state: "queued" | "running" }>
  | { readonly state: "deadline"; readonly reason: string };

export type WaitOptions = {
  readonly generator: Pick<Generator<BuiltinRequest>, "id" | "status">;
  readonly handle: RolloutHandle;
  readonly deadlineMs: number;
  readonly context: CallContext;
  readonly clock: Clock;
  /** Told once when the host knows the job. */
  readonly onSeen?: () => Promise<void>;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A host may for a moment have a job in none of its lists: so often in a row it must not know it. */
const ABSENT_ANSWERS = 3;

/**
 * @throws ProviderError when the host cannot be asked; rejects with an AbortError when aborted
 */
export async function waitForEnd(options: WaitOptions): Promise<JobEnd> {
  const { generator, handle, deadlineMs, context, clock } = options;
  const startMs = clock.now();
  let wasSeen = false;
  let absent = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    context.signal.throwIfAborted();
    const status = await generator.status(handle, context);
    absent = status.state === "absent" ? absent + 1 : 0;
    if (status.state !== "absent" && !wasSeen) {
      wasSeen = true;
      await options.onSeen?.();
    }
    if (status.state === "succeeded" || "reason" in status) {
      if (status.state !== "absent" || absent >= ABSENT_ANSWERS) return status;
    } else if (clock.now() - startMs >= deadlineMs) {
      return {
        state: "deadline",
        reason: `it was "${status.state}" still after ${describeMs(deadlineMs)}`,
      };
    }
    await clock.sleep(pauseMs, context.signal);
  }
}

function describeMs(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} minutes`;
}
