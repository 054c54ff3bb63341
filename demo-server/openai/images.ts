/**
 * `/images/edits`, as the demo server plays it: OpenAI's for its own models, the one of self-hosted
 * servers for all others. The answer is the picture itself at the size asked: nothing is edited.
 */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { answering, refuse } from "../answering.ts";
import type { DemoProvider } from "../faults/types.ts";
import { describeForm, type Form, filesOf, readForm } from "../forms.ts";
import { type Picture, readPng, toEncoded } from "../media/picture.ts";
import type { DemoApp, DemoContext, DemoRequest } from "../types.ts";
import { untilEnded } from "../until-ended.ts";
import { checkModel } from "../videos-api/models.ts";
import { fastApiError, readCount } from "../videos-api/wire.ts";

/** Largest ratio of the sides of a picture that OpenAI makes. */
const MAX_SIDE_RATIO = 3;

/** Sides of pictures that OpenAI makes are divisible by this. */
const SIDE_STEP_PX = 16;

const MAX_SIDE_PX = 3840;

/** Longest prompt of OpenAI's image models, in characters. */
const MAX_PROMPT_CHARS = 32_000;

const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

const OPENAI_MODELS: readonly string[] = ["gpt-image-2", "gpt-image-2-2026-04-21", "gpt-image-1.5"];

const OPENAI_FIELDS: readonly string[] = [
  "model",
  "prompt",
  "n",
  "size",
  "quality",
  "background",
  "output_format",
  "output_compression",
  "user",
  "moderation",
  "stream",
];

const SELF_HOSTED_FIELDS: readonly string[] = [
  "model",
  "prompt",
  "n",
  "size",
  "seed",
  "negative_prompt",
  "num_inference_steps",
  "guidance_scale",
  "true_cfg_scale",
  "response_format",
  "output_format",
  "output_compression",
  "user",
];

type Size = { readonly widthPx: number; readonly heightPx: number };
type Edit = {
  readonly picture: Picture;
  readonly size: Size;
  readonly format: "png" | "jpeg" | "webp";
};

/** @param selfHosted who answers for models that are not OpenAI's */
export function addImageEdits(
  app: DemoApp,
  demo: DemoContext,
  prefix: string,
  selfHosted: "vllm-omni" | "sglang",
): void {
  const whoAnswers = async (c: DemoRequest): Promise<DemoProvider> => {
    const form = await readForm(c);
    const isOpenai =
      selfHosted === "vllm-omni" && /^(gpt-|dall-e)/.test(form?.fields["model"] ?? "gpt-");
    return isOpenai ? "openai" : selfHosted;
  };
  app.post(
    `${prefix}/images/edits`,
    answering(demo, whoAnswers, "create", async (c) => {
      const provider = await whoAnswers(c);
      const form = await readForm(c);
      const edit =
        provider === "openai"
          ? await readOpenaiEdit(form, c.req.header("Authorization"))
          : await readSelfHostedEdit(form, selfHosted);
      const output = toEncoded(edit.picture, edit.size, edit.format);
      const job = demo.jobs.add({ id: demo.newId(26), provider, output }, undefined);
      const body = describeForm(form ?? { fields: {}, files: {} });
      demo.recorder.took({ provider, path: c.req.path, body }, [provider, body]);
      await untilEnded(c, demo, job);
      const created = Math.floor(job.createdMs / 1000);
      const data = [{ b64_json: Buffer.from(await output).toString("base64") }];
      if (provider !== "openai") return c.json({ created, data });
      return c.json({ created, data, ...openaiExtras(edit) });
    }),
  );
}

function openaiExtras({ size, format }: Edit): Readonly<Record<string, unknown>> {
  return {
    background: "opaque",
    output_format: format,
    size: `${size.widthPx}x${size.heightPx}`,
    quality: "high",
    usage: {
      input_tokens: 1200,
      output_tokens: 4000,
      total_tokens: 5200,
      input_tokens_details: { image_tokens: 1000, text_tokens: 200 },
    },
  };
}

async function readOpenaiEdit(
  form: Form | undefined,
  authorization: string | undefined,
): Promise<Edit> {
  if (!/^Bearer \S+$/.test(authorization ?? "")) {
    return openaiError(401, "You didn't provide an API key.", null, "invalid_api_key");
  }
  if (form === undefined) return openaiError(400, "Could not parse multipart form data.");
  const { fields } = form;
  for (const field of Object.keys(fields)) {
    if (!OPENAI_FIELDS.includes(field)) {
      openaiError(400, `Unknown parameter: '${field}'.`, field, "unknown_parameter");
    }
  }
  const model = fields["model"] ?? "";
  if (!OPENAI_MODELS.includes(model)) {
    return openaiError(404, `The model '${model}' does not exist.`, "model", "model_not_found");
  }
  const prompt = fields["prompt"] ?? "";
  if (prompt === "" || prompt.length > MAX_PROMPT_CHARS) {
    return openaiError(400, "Missing or too long: 'prompt'.", "prompt", "invalid_value");
  }
  if ((fields["n"] ?? "1") !== "1") {
    return openaiError(400, "The demo server makes one picture at a time.", "n", "invalid_value");
  }
  if ((fields["stream"] ?? "false") !== "false") {
    return openaiError(400, "The demo server does not stream.", "stream", "invalid_value");
  }
  const [file] = filesOf(form, "image");
  if (file === undefined) return openaiError(400, "Missing: 'image'.", "image", "missing_value");
  if (!IMAGE_TYPES.includes(file.type)) {
    return openaiError(
      400,
      `Invalid file 'image': unsupported mimetype ('${file.type}'). Supported file formats are ${IMAGE_TYPES.join(", ")}.`,
      "image",
      "unsupported_file_mimetype",
    );
  }
  const picture = await readPng(file.bytes);
  if (picture === undefined)
    return openaiError(400, "Invalid image file.", "image", "invalid_image");
  const size = fields["size"] ?? "auto";
  return {
    picture,
    size: size === "auto" ? fitToSteps(picture) : readOpenaiSize(size),
    format:
      readFormat(fields["output_format"]) ?? openaiError(400, "Invalid value.", "output_format"),
  };
}

function readOpenaiSize(text: string): Size {
  const size = parseSize(text);
  if (size === undefined)
    return openaiError(400, `Invalid size '${text}'.`, "size", "invalid_value");
  const { widthPx, heightPx } = size;
  const ratio = widthPx / heightPx;
  const isOffered =
    widthPx % SIDE_STEP_PX === 0 &&
    heightPx % SIDE_STEP_PX === 0 &&
    Math.max(widthPx, heightPx) <= MAX_SIDE_PX &&
    ratio <= MAX_SIDE_RATIO &&
    ratio >= 1 / MAX_SIDE_RATIO;
  if (isOffered) return size;
  return openaiError(
    400,
    `Invalid size '${text}'. Width and height must be divisible by ${SIDE_STEP_PX}, with a ratio from 1:3 to 3:1.`,
    "size",
    "invalid_value",
  );
}

async function readSelfHostedEdit(
  form: Form | undefined,
  selfHosted: "vllm-omni" | "sglang",
): Promise<Edit> {
  if (form === undefined) return fastApiError(["body"], "expected a multipart form", "missing");
  const { fields } = form;
  for (const field of Object.keys(fields)) {
    if (!SELF_HOSTED_FIELDS.includes(field)) {
      fastApiError(["body", field], "Extra inputs are not permitted", "extra_forbidden");
    }
  }
  if (selfHosted === "vllm-omni") checkModel(fields["model"]);
  if ((fields["prompt"] ?? "") === "")
    fastApiError(["body", "prompt"], "Field required", "missing");
  if ((fields["response_format"] ?? "b64_json") !== "b64_json") {
    fastApiError(["body", "response_format"], "only b64_json is supported", "value_error");
  }
  readCount(fields, "seed", 0);
  readCount(fields, "num_inference_steps", 1);
  if (readCount(fields, "n", 1) !== undefined && fields["n"] !== "1") {
    fastApiError(["body", "n"], "the demo server makes one picture at a time", "value_error");
  }
  const [file] = filesOf(form, "image");
  if (file === undefined) return fastApiError(["body", "image"], "Field required", "missing");
  const picture = await readPng(file.bytes);
  if (picture === undefined) {
    return fastApiError(["body", "image"], "cannot identify image file", "value_error");
  }
  const text = fields["size"] ?? "auto";
  const size = text === "auto" ? picture : parseSize(text);
  if (size === undefined) return fastApiError(["body", "size"], "expected WxH", "value_error");
  const format = readFormat(fields["output_format"]);
  if (format === undefined) return fastApiError(["body", "output_format"], "unknown", "enum");
  return { picture, size, format };
}

function parseSize(text: string): Size | undefined {
  const match = /^([1-9]\d{1,3})x([1-9]\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  return { widthPx: Number(match[1]), heightPx: Number(match[2]) };
}

function fitToSteps({ widthPx, heightPx }: Size): Size {
  const toStep = (px: number): number =>
    Math.max(SIDE_STEP_PX, SIDE_STEP_PX * Math.round(px / SIDE_STEP_PX));
  return { widthPx: toStep(widthPx), heightPx: toStep(heightPx) };
}

function readFormat(text = "png"): Edit["format"] | undefined {
  return text === "png" || text === "jpeg" || text === "webp" ? text : undefined;
}

/** @throws HTTPException */
function openaiError(
  status: ContentfulStatusCode,
  message: string,
  param: string | null = null,
  code: string | null = null,
): never {
  refuse(status, { error: { message, type: "invalid_request_error", param, code } });
}
