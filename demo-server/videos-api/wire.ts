/** What the answers of self-hosted `/v1/videos` servers look like. */
import { refuse } from "../answering.ts";
import type { Job, JobReport, JobState } from "../jobs.ts";
import type { ClipShape } from "../media/clip-maker.ts";

/** @throws HTTPException: 422 in the words of FastAPI */
export function fastApiError(loc: readonly string[], msg: string, type: string): never {
  refuse(422, { detail: [{ type, loc, msg, input: null }] });
}

/** @throws HTTPException: 404 with a text as detail */
export function detail404(text: string): never {
  refuse(404, { detail: text });
}

/**
 * An integer of at least `min` in a field of a form; undefined when it is absent.
 * @throws HTTPException: 422
 */
export function readCount(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  min: number,
  max = 2 ** 32 - 1,
): number | undefined {
  const value = fields[field];
  if (value === undefined) return undefined;
  const isText = typeof value === "string" && /^-?\d+$/.test(value);
  const count = typeof value === "number" || isText ? Number(value) : Number.NaN;
  if (Number.isInteger(count) && count >= min && count <= max) return count;
  return fastApiError(
    ["body", field],
    `Input should be an integer from ${min} to ${max}`,
    "int_parsing",
  );
}

export type VideoAsked = {
  readonly model: string;
  readonly prompt: string;
  readonly shape: ClipShape;
};

export function videoBody(
  asked: VideoAsked,
  job: Job,
  report: JobReport,
  stateNames: Readonly<Record<JobState, string>>,
): Readonly<Record<string, unknown>> {
  const { shape } = asked;
  return {
    id: job.id,
    object: "video",
    model: asked.model,
    status: stateNames[report.state],
    progress: report.state === "succeeded" ? 100 : report.state === "running" ? 50 : 0,
    created_at: Math.floor(job.createdMs / 1000),
    completed_at: report.endedMs === undefined ? null : Math.floor(report.endedMs / 1000),
    expires_at: null,
    prompt: asked.prompt,
    size: `${shape.widthPx}x${shape.heightPx}`,
    seconds: String(shape.frames / shape.fps),
    remixed_from_video_id: null,
    error:
      report.state === "failed" || report.state === "aborted"
        ? { code: "generation_failed", message: report.reason ?? "generation failed" }
        : null,
  };
}
