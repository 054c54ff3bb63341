/**
 * vLLM-Omni. Facts from its videos API (docs.vllm.ai/projects/vllm-omni, serving/videos_api): multipart
 * only; `num_frames` is 1 unless sent; a model name other than the one served is refused with 400;
 * stopping a job and deleting its clip are the same request.
 */
import type { Dialect } from "./dialect.ts";

export const vllmOmni: Dialect = {
  id: "vllm-omni",
  pictureField: "input_reference",
  videoFields: ({ prompt, model, frames, fitted: { fps, seconds, size, seed } }) => ({
    prompt,
    model,
    ...(size === undefined
      ? {}
      : {
          size: `${size.widthPx}x${size.heightPx}`,
          width: size.widthPx,
          height: size.heightPx,
        }),
    num_frames: frames,
    ...(fps === undefined ? {} : { fps }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(seed === undefined ? {} : { seed }),
  }),
  words: {
    queued: "queued",
    in_progress: "running",
    completed: "succeeded",
    failed: "failed",
  },
  stopRoutes: [{ method: "DELETE", path: (jobPath) => jobPath }],
};
