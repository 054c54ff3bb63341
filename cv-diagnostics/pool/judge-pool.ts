/** The judge on several threads. Verdicts are the same as without: only where they are made differs. */
import { workerEntry } from "../../core/pool/worker-entry.ts";
import { createWorkerPool, type WorkerPool } from "../../core/pool/worker-pool.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { type DiagnoseOptions, diagnose } from "../diagnose.ts";

export type JudgePool = {
  /** As `diagnose`; at most as many clips at a time as there are threads. */
  readonly diagnose: (options: DiagnoseOptions) => Promise<Verdict>;
  /** Ends the threads. */
  readonly close: () => Promise<void>;
};

/** @param threads clips judged at a time; 1 judges in this thread */
export function createJudgePool(threads: number): JudgePool {
  if (threads === 1) return { diagnose, close: async () => undefined };
  const pool = createWorkerPool<JudgeJobs>({
    entry: workerEntry("./judge-worker", import.meta.url),
    threads,
  });
  return { diagnose: judgeOn(pool), close: pool.close };
}

type JudgeJobs = Pick<typeof import("./judge-worker.ts"), "judge">;

/** `diagnose` on a pool whose workers export the job `judge`. */
export function judgeOn(pool: WorkerPool<JudgeJobs>): JudgePool["diagnose"] {
  return ({ signal, ...input }) =>
    pool.run("judge", input, { subject: `judging ${input.videoName ?? input.clip}`, signal });
}
