/**
 * A video job as servers describe it -> its state in our words. Pure. Answers are read loosely: but for
 * the id, an odd field must not lose a job that is paid for.
 */
import { z } from "zod";
import { assertNever } from "../../core/errors.ts";
import type { RolloutStatus } from "../generator.ts";
import type { Dialect } from "./dialect.ts";

const errorSchema = z.union([
  z.string(),
  z.looseObject({
    code: z.union([z.string(), z.number()]).nullish(),
    message: z.string().nullish(),
  }),
]);

export const jobSchema = z.looseObject({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  status: z.string().nullish().catch(undefined),
  /** 0..100. */
  progress: z.number().nullish().catch(undefined),
  /** "<width>x<height>"; SGLang names the size that it really makes. */
  size: z.string().nullish().catch(undefined),
  error: errorSchema.nullish().catch(undefined),
  /** Where a server with a storage of its own has put the clip. */
  url: z.string().nullish().catch(undefined),
  inference_time_s: z.number().nonnegative().nullish().catch(undefined),
});
export type Job = z.infer<typeof jobSchema>;

/** State of a job. A word that the dialect does not list counts as running. */
export function stateOfJob(dialect: Dialect, job: Job): RolloutStatus {
  const word = job.status ?? "";
  const state = (Object.hasOwn(dialect.words, word) ? dialect.words[word] : undefined) ?? "running";
  switch (state) {
    case "queued":
    case "running":
      return { state, ...progressOf(job) };
    case "succeeded":
      return { state };
    case "failed":
      return { state, reason: reasonOf(job, "the server gives no reason") };
    case "canceled":
    case "absent":
      return { state, reason: reasonOf(job, `the server calls the job ${word}`) };
    default:
      return assertNever(state);
  }
}

function progressOf({ progress }: Job): { readonly progressRatio?: number } {
  if (progress === undefined || progress === null || !Number.isFinite(progress)) return {};
  return { progressRatio: Math.min(1, Math.max(0, progress / 100)) };
}

function reasonOf({ error }: Job, otherwise: string): string {
  if (error === undefined || error === null) return otherwise;
  if (typeof error === "string") return error === "" ? otherwise : error;
  const parts = [
    error.message,
    error.code === undefined || error.code === null ? undefined : `code ${error.code}`,
  ];
  const text = parts
    .filter((part) => part !== undefined && part !== null && part !== "")
    .join(", ");
  return text === "" ? otherwise : text;
}
