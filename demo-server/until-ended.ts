/** Keeps a request open until its job has ended. */
import type { Job } from "./jobs.ts";
import type { DemoContext, DemoRequest } from "./types.ts";

/** Milliseconds between two looks at the job. */
const LOOK_MS = 20;

/**
 * Returns when the job has ended, the client has gone, or the time is up.
 * @param limitMs longest wait, in milliseconds. @default for ever
 */
export async function untilEnded(
  c: DemoRequest,
  demo: DemoContext,
  job: Job,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const untilMs = demo.now() + limitMs;
  while (demo.now() < untilMs && !c.env.outgoing.destroyed) {
    if (demo.jobs.report(job).endedMs !== undefined) return;
    // Does not keep a process alive whose server has been closed.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
  }
}
