/**
 * SGLang diffusion. Facts from its OpenAI-compatible API (docs.sglang.io/diffusion/api/openai_api) and
 * server: JSON and multipart are both taken, but only multipart has carried the picture in every
 * version; `num_frames` is four seconds unless sent, and `seed` 1024; the name of the model is not
 * compared with the one served; some versions stop a job by POST, others by DELETE.
 */
import type { Dialect } from "./dialect.ts";

export const sglang: Dialect = {
  id: "sglang",
  pictureField: "input_reference",
  videoFields: ({ prompt, model, frames, fitted: { fps, seconds, size, seed } }) => ({
    prompt,
    model,
    ...(size === undefined ? {} : { size: `${size.widthPx}x${size.heightPx}` }),
    num_frames: frames,
    ...(fps === undefined ? {} : { fps }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(seed === undefined ? {} : { seed }),
  }),
  words: {
    queued: "queued",
    in_progress: "running",
    processing: "running",
    cancelling: "running",
    completed: "succeeded",
    failed: "failed",
    cancelled: "canceled",
    deleted: "canceled",
  },
  stopRoutes: [
    { method: "POST", path: (jobPath) => `${jobPath}/cancel` },
    { method: "DELETE", path: (jobPath) => jobPath },
  ],
};
