/**
 * SGLang diffusion. Facts from its OpenAI-compatible API (docs.sglang.io/diffusion/api/openai_api) and
 * server: JSON and multipart are both taken, but only multipart has carried the picture in every
 * version; `num_frames` is four seconds unless sent, and `seed` 1024; the name of the model is not
 * compared with the one served; some versions stop a job by POST, others by DELETE.
 */
import { COMMON_WORDS, commonFields, type Dialect, nameSize } from "./dialect.ts";

export const sglang: Dialect = {
  id: "sglang",
  pictureField: "input_reference",
  videoFields: (wish) => commonFields(wish, (size) => ({ size: nameSize(size) })),
  words: { ...COMMON_WORDS, processing: "running", cancelling: "running", deleted: "canceled" },
  stopRoutes: [
    { method: "POST", path: (jobPath) => `${jobPath}/cancel` },
    { method: "DELETE", path: (jobPath) => jobPath },
  ],
};
