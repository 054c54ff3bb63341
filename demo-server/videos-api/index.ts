/** `/v1/videos` of self-hosted servers, as the demo server plays it, in the dialects of vLLM-Omni and SGLang. */
import { answering } from "../answering.ts";
import type { Fault } from "../faults/types.ts";
import { describeForm, readForm } from "../forms.ts";
import type { Job, JobState } from "../jobs.ts";
import type { DemoApp, DemoContext, DemoRequest } from "../types.ts";
import { untilEnded } from "../until-ended.ts";
import { checkModel, SERVED_MODELS } from "./models.ts";
import { type Dialect, readVideo } from "./read-video.ts";
import { detail404, fastApiError, readCount, type VideoAsked, videoBody } from "./wire.ts";

/** Jobs on a page of the list. */
const MAX_LISTED = 100;
const DEFAULT_LISTED = 20;

const STATE_NAMES: Readonly<Record<Dialect, Readonly<Record<JobState, string>>>> = {
  "vllm-omni": {
    queued: "queued",
    running: "in_progress",
    succeeded: "completed",
    failed: "failed",
    aborted: "failed",
    canceled: "failed",
  },
  sglang: {
    queued: "queued",
    running: "in_progress",
    succeeded: "completed",
    failed: "failed",
    aborted: "failed",
    canceled: "cancelled",
  },
};

/** @param prefix such as "/v1" */
export function addVideosApi(
  app: DemoApp,
  demo: DemoContext,
  prefix: string,
  dialect: Dialect,
): void {
  const asked = new Map<string, VideoAsked>();
  const bodyOf = (job: Job): Readonly<Record<string, unknown>> => {
    const video = asked.get(job.id) ?? detail404("Video not found");
    return videoBody(video, job, demo.jobs.report(job), STATE_NAMES[dialect]);
  };
  const findJob = (c: DemoRequest): Job =>
    demo.jobs.find(dialect, c.req.param("id") ?? "") ?? detail404("Video not found");

  const create = async (c: DemoRequest, fault: Fault | undefined): Promise<Job> => {
    const { fields, form, body } = await readCreate(c, dialect);
    if (dialect === "vllm-omni") checkModel(fields["model"]);
    const { picture, ...video } = await readVideo(dialect, fields, form);
    const job = demo.jobs.add(
      {
        id: `${dialect === "sglang" ? "" : "video_gen_"}${demo.newId(32)}`,
        provider: dialect,
        output: demo.clips.make(picture, video.shape),
      },
      fault,
    );
    asked.set(job.id, video);
    demo.recorder.took({ provider: dialect, path: c.req.path, body }, [dialect, body]);
    return job;
  };

  app.get(`${prefix}/models`, (c) =>
    c.json({
      object: "list",
      data: SERVED_MODELS.map((id) => ({
        id,
        object: "model",
        created: 1_760_000_000,
        owned_by: dialect === "sglang" ? "sglang" : "vllm",
      })),
    }),
  );

  app.post(
    `${prefix}/videos`,
    answering(demo, dialect, "create", async (c, fault) => c.json(bodyOf(await create(c, fault)))),
  );

  if (dialect === "vllm-omni") {
    app.post(
      `${prefix}/videos/sync`,
      answering(demo, dialect, "create", async (c, fault) => {
        const job = await create(c, fault);
        await untilEnded(c, demo, job);
        if (demo.jobs.report(job).state === "succeeded") return sendClip(job);
        return c.json({ detail: "Video generation failed" }, 500);
      }),
    );
  }

  app.get(
    `${prefix}/videos/:id`,
    answering(demo, dialect, "status", (c, fault) => {
      const job = findJob(c);
      demo.jobs.strike(job, fault);
      const body = bodyOf(job);
      // vLLM-Omni tells of a failed job with the status of the failure.
      const isError = dialect === "vllm-omni" && body["error"] !== null;
      return c.json(body, isError ? 500 : 200);
    }),
  );

  app.get(
    `${prefix}/videos`,
    answering(demo, dialect, "status", (c) => {
      const limit = readCount(c.req.query(), "limit", 0, MAX_LISTED) ?? DEFAULT_LISTED;
      const jobs = demo.jobs.list(dialect).filter(({ id }) => asked.has(id));
      if (c.req.query("order") !== "asc") jobs.reverse();
      const page = jobs.slice(0, limit).map(bodyOf);
      return c.json({
        object: "list",
        data: page,
        first_id: page.at(0)?.["id"] ?? null,
        last_id: page.at(-1)?.["id"] ?? null,
        has_more: jobs.length > limit,
      });
    }),
  );

  app.get(
    `${prefix}/videos/:id/content`,
    answering(demo, dialect, "content", async (c, fault) => {
      const job = findJob(c);
      demo.jobs.strike(job, fault);
      const { state, isExpired } = demo.jobs.report(job);
      if (state !== "succeeded") {
        return detail404(`Video is not ready: ${STATE_NAMES[dialect][state]}`);
      }
      return isExpired ? detail404("Video file is gone") : sendClip(job);
    }),
  );

  const cancel = (c: DemoRequest, fault: Fault | undefined): Job => {
    const job = findJob(c);
    demo.jobs.strike(job, fault);
    demo.jobs.cancel(job);
    return job;
  };

  app.delete(
    `${prefix}/videos/:id`,
    answering(demo, dialect, "cancel", (c, fault) => {
      const before = demo.jobs.report(findJob(c)).state;
      const job = cancel(c, fault);
      // A job that succeeded in the race is kept: its clip can be had.
      const isRaced = demo.jobs.report(job).state === "succeeded" && before !== "succeeded";
      if (!isRaced) demo.jobs.forget(job);
      return c.json({ id: job.id, object: "video.deleted", deleted: true });
    }),
  );

  if (dialect === "sglang") {
    app.post(
      `${prefix}/videos/:id/cancel`,
      answering(demo, dialect, "cancel", (c, fault) => {
        const body = bodyOf(cancel(c, fault));
        return c.json(body["status"] === "cancelled" ? { ...body, status: "cancelling" } : body);
      }),
    );
  }
}

async function sendClip(job: Job): Promise<Response> {
  return new Response(new Uint8Array(await job.output), {
    headers: { "Content-Type": "video/mp4" },
  });
}

async function readCreate(c: DemoRequest, dialect: Dialect) {
  const form = await readForm(c);
  if (form !== undefined) return { fields: form.fields, form, body: describeForm(form) };
  const isJson = /^application\/json\b/.test(c.req.header("Content-Type") ?? "");
  if (dialect !== "sglang" || !isJson) {
    return fastApiError(["body"], "expected a multipart form", "missing");
  }
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    return fastApiError(["body"], "JSON decode error", "json_invalid");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return fastApiError(["body"], "Input should be a valid dictionary", "dict_type");
  }
  const fields: Readonly<Record<string, unknown>> = { ...body };
  return { fields, form: undefined, body: fields };
}
