/** What Replicate's answers look like. */
import { refuse } from "../answering.ts";
import type { Job, JobReport, JobState } from "../jobs.ts";

const PROBLEM = "application/problem+json";

/** @throws HTTPException: 401 without a token */
export function checkToken(authorization: string | undefined): void {
  if (/^(Bearer|Token) \S+$/i.test(authorization ?? "")) return;
  refuse(
    401,
    {
      title: "Unauthenticated",
      detail: "You did not pass an authentication token",
      status: 401,
    },
    PROBLEM,
  );
}

/** @throws HTTPException: 404 */
export function notFound(): never {
  refuse(
    404,
    { title: "Not found", detail: "The requested resource could not be found.", status: 404 },
    PROBLEM,
  );
}

/** @throws HTTPException: 413 */
export function tooLarge(): never {
  refuse(413, { detail: "Files must be less than 100MB in size", status: 413 }, PROBLEM);
}

export type InvalidField = { readonly field: string; readonly description: string };

/** @throws HTTPException: 422 */
export function invalid(fields: readonly InvalidField[]): never {
  const detail = fields.map(({ field, description }) => `- ${field}: ${description}\n`).join("");
  refuse(
    422,
    {
      title: "Input validation failed",
      detail,
      status: 422,
      invalid_fields: fields.map((field) => ({ type: "invalid", ...field })),
    },
    PROBLEM,
  );
}

/** What the demo remembers of a prediction beside its job. */
export type Prediction = {
  readonly model: string;
  /** "hidden" for official models. */
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
};

const STATUS: Readonly<Record<JobState, string>> = {
  queued: "starting",
  running: "processing",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
  aborted: "aborted",
};

/** @param base such as "http://127.0.0.1:8094/replicate" */
export function predictionBody(
  prediction: Prediction,
  job: Job,
  report: JobReport,
  base: string,
): Readonly<Record<string, unknown>> {
  const api = `${base}/v1/predictions/${job.id}`;
  const hasOutput = report.state === "succeeded" && !report.isExpired;
  const hasBegun = report.state !== "queued" && report.state !== "aborted";
  return {
    id: job.id,
    model: prediction.model,
    version: prediction.version,
    input: report.isExpired && report.endedMs !== undefined ? {} : prediction.input,
    logs: "",
    output: hasOutput ? `${base}/files/${job.id}/output.mp4` : null,
    data_removed: report.isExpired && report.endedMs !== undefined,
    error: report.state === "failed" ? (report.reason ?? "failed") : null,
    source: "api",
    status: STATUS[report.state],
    created_at: isoTime(job.createdMs),
    ...(hasBegun ? { started_at: isoTime(job.startsMs) } : {}),
    ...(report.endedMs === undefined ? {} : { completed_at: isoTime(report.endedMs) }),
    ...(job.deadlineMs === undefined ? {} : { deadline: isoTime(job.deadlineMs) }),
    ...(report.endedMs === undefined || !hasBegun
      ? {}
      : {
          metrics: {
            predict_time: (report.endedMs - job.startsMs) / 1000,
            total_time: (report.endedMs - job.createdMs) / 1000,
          },
        }),
    urls: { get: api, cancel: `${api}/cancel`, web: `${base}/p/${job.id}` },
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** "30s", "5m", "1h" or seconds -> milliseconds; undefined when it is none of them. */
export function parseDuration(text: string): number | undefined {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  if (text === "" || parts === null) {
    return /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
  }
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
