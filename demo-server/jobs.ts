/** Jobs of all providers: a clock turns them from queued to done. Knows no wire format. */
import type { DemoProvider, Fault } from "./faults/types.ts";

export type JobState = "queued" | "running" | "succeeded" | "failed" | "canceled" | "aborted";

export type Job = {
  readonly id: string;
  readonly provider: DemoProvider;
  /** 1, 2, ... over all providers. */
  readonly number: number;
  /** Milliseconds since 1970, as all times here. */
  readonly createdMs: number;
  readonly startsMs: number;
  readonly endsMs: number;
  /** Ended by the server when it has not ended by itself. */
  readonly deadlineMs: number | undefined;
  /** The clip or picture, once it is made. */
  readonly output: Promise<Uint8Array>;
  /** Faults told at create, see there. */
  readonly faults: Set<Fault>;
};

export type JobReport = {
  readonly state: JobState;
  readonly endedMs: number | undefined;
  readonly isExpired: boolean;
  /** Why it failed; undefined otherwise. */
  readonly reason: string | undefined;
};

export type NewJob = {
  readonly id: string;
  readonly provider: DemoProvider;
  readonly output: Promise<Uint8Array>;
  /** Milliseconds from now. */
  readonly deadlineInMs?: number | undefined;
};

export type Jobs = {
  /** @param fault stays with the job when it is one of a job's */
  readonly add: (job: NewJob, fault: Fault | undefined) => Job;
  readonly find: (provider: DemoProvider, id: string) => Job | undefined;
  /** Oldest first. */
  readonly list: (provider: DemoProvider) => Job[];
  readonly report: (job: Job) => JobReport;
  /** Plays a fault of a job, told at another request than create. */
  readonly strike: (job: Job, fault: Fault | undefined) => void;
  /** Ends a job that has not ended. */
  readonly cancel: (job: Job) => void;
  readonly forget: (job: Job) => void;
};

type End = { readonly state: JobState; readonly endedMs: number; readonly reason?: string };

/** Share of a job's time in which it waits for its turn. */
const QUEUED_RATIO = 0.2;

/** @param jobMs time of a job from its create to its end, in milliseconds */
export function createJobs(jobMs: number, now: () => number): Jobs {
  const jobs = new Map<string, Job>();
  const ends = new Map<Job, End>();
  const outputs = new Map<Job, { readonly madeMs: number } | Error>();
  const keyOf = (provider: DemoProvider, id: string): string => `${provider} ${id}`;
  let count = 0;

  const has = (job: Job, kind: Fault["kind"]): boolean =>
    [...job.faults].some((fault) => fault.kind === kind);
  const end = (job: Job, state: JobState, endedMs: number, reason?: string): End => {
    const made = { state, endedMs, ...(reason === undefined ? {} : { reason }) };
    ends.set(job, made);
    return made;
  };

  const naturalEnd = (job: Job, nowMs: number): End | undefined => {
    if (has(job, "job-aborted") && nowMs >= job.startsMs) {
      return end(job, "aborted", job.startsMs, "the job was aborted before it began");
    }
    if (!has(job, "job-never-ends") && nowMs >= job.endsMs) {
      if (has(job, "job-failed") || has(job, "execution-error")) {
        return end(job, "failed", job.endsMs, "CUDA out of memory (played by the demo server)");
      }
      const output = outputs.get(job);
      if (output instanceof Error) return end(job, "failed", nowMs, output.message);
      if (output !== undefined) return end(job, "succeeded", Math.max(job.endsMs, output.madeMs));
    }
    if (job.deadlineMs !== undefined && nowMs >= job.deadlineMs) {
      const hasBegun = job.deadlineMs >= job.startsMs;
      return end(job, hasBegun ? "canceled" : "aborted", job.deadlineMs, "deadline reached");
    }
    return undefined;
  };

  return {
    add: (given, fault) => {
      const createdMs = now();
      count += 1;
      const job: Job = {
        ...given,
        number: count,
        createdMs,
        startsMs: createdMs + jobMs * QUEUED_RATIO,
        endsMs: createdMs + jobMs,
        deadlineMs: given.deadlineInMs === undefined ? undefined : createdMs + given.deadlineInMs,
        faults: new Set(fault === undefined ? [] : [fault]),
      };
      jobs.set(keyOf(job.provider, job.id), job);
      job.output.then(
        () => outputs.set(job, { madeMs: now() }),
        (error: unknown) => outputs.set(job, error instanceof Error ? error : new Error("failed")),
      );
      return job;
    },
    find: (provider, id) => jobs.get(keyOf(provider, id)),
    list: (provider) => [...jobs.values()].filter((job) => job.provider === provider),
    report: (job) => {
      const nowMs = now();
      const ended = ends.get(job) ?? naturalEnd(job, nowMs);
      return {
        state: ended?.state ?? (nowMs < job.startsMs ? "queued" : "running"),
        endedMs: ended?.endedMs,
        isExpired: has(job, "output-expired"),
        reason: ended?.reason,
      };
    },
    strike: (job, fault) => {
      if (fault === undefined) return;
      const isOpen = ends.get(job) === undefined;
      if (fault.kind === "job-failed" && isOpen) {
        end(job, "failed", now(), "CUDA out of memory (played by the demo server)");
      } else if (fault.kind === "job-aborted" && isOpen) {
        end(job, "aborted", now(), "the job was aborted before it began");
      } else if (["job-never-ends", "output-expired", "cancel-races"].includes(fault.kind)) {
        job.faults.add(fault);
      }
    },
    cancel: (job) => {
      if (ends.get(job) !== undefined || naturalEnd(job, now()) !== undefined) return;
      if (has(job, "cancel-races")) end(job, "succeeded", now());
      else end(job, "canceled", now());
    },
    forget: (job) => {
      jobs.delete(keyOf(job.provider, job.id));
    },
  };
}
