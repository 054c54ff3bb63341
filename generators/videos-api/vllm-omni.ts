/**
 * vLLM-Omni. Facts from its videos API (docs.vllm.ai/projects/vllm-omni, serving/videos_api): multipart
 * only; `num_frames` is 1 unless sent; a model name other than the one served is refused with 400;
 * stopping a job and deleting its clip are the same request.
 */
import { COMMON_WORDS, commonFields, type Dialect, nameSize } from "./dialect.ts";

export const vllmOmni: Dialect = {
  id: "vllm-omni",
  pictureField: "input_reference",
  videoFields: (wish) =>
    commonFields(wish, (size) => ({
      size: nameSize(size),
      width: size.widthPx,
      height: size.heightPx,
    })),
  words: COMMON_WORDS,
  stopRoutes: [{ method: "DELETE", path: (jobPath) => jobPath }],
};
