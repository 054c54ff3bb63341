/** What Replicate says of a prediction, read: state, address of the output, time charged. Pure. */
import { z } from "zod";
import type { RolloutStatus } from "../generator.ts";
import { shorten } from "../http/error-body.ts";

/**
 * Loose: the provider may add fields, and what only informs may be odd. An id goes into paths, so that
 * its letters are checked.
 */
export const predictionSchema = z.looseObject({
  id: z.string().regex(/^[\w-]+$/),
  status: z.string(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish().catch(undefined),
  data_removed: z.boolean().nullish().catch(undefined),
  metrics: z
    .looseObject({ predict_time: z.number().nonnegative().optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
export type Prediction = z.infer<typeof predictionSchema>;

const MAX_REASON = 500;
const EXPIRED =
  "output expired: the host deletes what it made after about an hour. Only a new rollout helps";

/**
 * State of a prediction. Words that are not known count as running: whoever waits has a deadline of
 * their own, and a job given up would be charged all the same.
 *
 * @param redact removes secrets from what the host says
 */
export function statusOf(prediction: Prediction, redact: (text: string) => string): RolloutStatus {
  switch (prediction.status) {
    case "starting":
      return { state: "queued" };
    case "succeeded": {
      const output = outputOf(prediction);
      return output.ok ? { state: "succeeded" } : { state: "failed", reason: output.reason };
    }
    case "failed":
      return { state: "failed", reason: shorten(redact(reasonOf(prediction.error)), MAX_REASON) };
    case "canceled":
      return { state: "canceled", reason: "canceled, by somebody or by its deadline while it ran" };
    case "aborted":
      return {
        state: "failed",
        reason: "ended before it started (aborted), such as by its deadline",
      };
    default: {
      const progressRatio = progressOf(prediction.logs ?? "");
      return { state: "running", ...(progressRatio === undefined ? {} : { progressRatio }) };
    }
  }
}

export type Output =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

const CLIP = /\.(?:mp4|webm|mov|mkv|m4v)$/i;

/** Address of the file that was made: one, or the first clip of several, or else the first of all. */
export function outputOf({ output, data_removed: isRemoved }: Prediction): Output {
  if (isRemoved === true || output === null || output === undefined) {
    return { ok: false, reason: EXPIRED };
  }
  const urls = collectUrls(output);
  const url = urls.find((each) => CLIP.test(new URL(each).pathname)) ?? urls[0];
  if (url === undefined) return { ok: false, reason: "the output holds no address of a file" };
  return { ok: true, url };
}

/** Seconds of computing that are charged; undefined when the host does not say. */
export function billedSecOf({ metrics }: Prediction): number | undefined {
  return metrics?.predict_time;
}

function collectUrls(output: unknown): string[] {
  if (typeof output === "string") {
    return /^https?:/i.test(output) && URL.canParse(output) ? [output] : [];
  }
  if (typeof output !== "object" || output === null) return [];
  return Object.values(output).flatMap(collectUrls);
}

function reasonOf(error: unknown): string {
  if (typeof error === "string" && error.trim() !== "") return error.trim();
  if (error === null || error === undefined || error === "") return "the host gives no reason";
  return JSON.stringify(error);
}

/** Last " 76%|" of a progress bar in the logs, as 0..1. */
function progressOf(logs: string): number | undefined {
  const last = [...logs.slice(-2000).matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1];
  return last === undefined ? undefined : Math.min(100, Number(last)) / 100;
}
