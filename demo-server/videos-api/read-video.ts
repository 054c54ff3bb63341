/** The fields of a video create -> what clip is asked for. Both dialects; refuses what they would. */
import { type Form, filesOf } from "../forms.ts";
import { type Picture, readDataUri, readPng } from "../media/picture.ts";
import { fastApiError, readCount, type VideoAsked } from "./wire.ts";

/** Largest side that the demo encodes, in pixels. */
const MAX_SIDE_PX = 3840;

/** Most frames of one clip. */
const MAX_FRAMES = 1000;

const SHARED_FIELDS: readonly string[] = [
  "model",
  "prompt",
  "seconds",
  "size",
  "num_frames",
  "fps",
  "num_inference_steps",
  "guidance_scale",
  "guidance_scale_2",
  "flow_shift",
  "seed",
  "negative_prompt",
  "user",
];

const DIALECT_FIELDS = {
  "vllm-omni": ["width", "height", "image_reference", "boundary_ratio", "true_cfg_scale"],
  sglang: ["input_reference", "reference_url", "width", "height"],
} as const;

export type Dialect = keyof typeof DIALECT_FIELDS;

export type VideoOrder = VideoAsked & { readonly picture: Picture };

/** Texts of a form, or members of a JSON body. */
type Fields = Readonly<Record<string, unknown>>;

/** @throws HTTPException: 422 */
export async function readVideo(
  dialect: Dialect,
  fields: Fields,
  form?: Form,
): Promise<VideoOrder> {
  const known: readonly string[] = [...SHARED_FIELDS, ...DIALECT_FIELDS[dialect]];
  for (const field of Object.keys(fields)) {
    if (!known.includes(field)) {
      fastApiError(["body", field], "Extra inputs are not permitted", "extra_forbidden");
    }
  }
  const { prompt } = fields;
  if (typeof prompt !== "string" || prompt === "") {
    return fastApiError(["body", "prompt"], "Field required", "missing");
  }
  readCount(fields, "seed", 0);
  readCount(fields, "num_inference_steps", 1);
  for (const field of ["guidance_scale", "guidance_scale_2", "flow_shift"])
    readFloat(fields, field);
  const picture = await readPicture(dialect, fields, form);
  return {
    model: typeof fields["model"] === "string" ? fields["model"] : "demo",
    prompt,
    picture,
    shape: { ...readTiming(dialect, fields), ...readSize(fields, picture) },
  };
}

/** vLLM-Omni makes a single frame when nobody says how many; SGLang has a default length. */
function readTiming(dialect: Dialect, fields: Fields): { frames: number; fps: number } {
  const seconds = readCount(fields, "seconds", 1, 60);
  const fps = readCount(fields, "fps", 1, 120) ?? (dialect === "sglang" ? 24 : 16);
  const frames = readCount(fields, "num_frames", 1, MAX_FRAMES);
  return { fps, frames: frames ?? (dialect === "sglang" ? (seconds ?? 4) * fps : 1) };
}

function readSize(
  fields: Fields,
  picture: Picture,
): { readonly widthPx: number; readonly heightPx: number } {
  const { size } = fields;
  if (size !== undefined) {
    const match = /^(\d{2,4})x(\d{2,4})$/.exec(String(size));
    if (match === null)
      return fastApiError(["body", "size"], "expected WIDTHxHEIGHT", "value_error");
    return checkSides(Number(match[1]), Number(match[2]));
  }
  return checkSides(
    readCount(fields, "width", 16) ?? picture.widthPx,
    readCount(fields, "height", 16) ?? picture.heightPx,
  );
}

function checkSides(widthPx: number, heightPx: number): { widthPx: number; heightPx: number } {
  if (Math.max(widthPx, heightPx) > MAX_SIDE_PX || Math.min(widthPx, heightPx) < 16) {
    fastApiError(["body", "size"], `expected sides from 16 to ${MAX_SIDE_PX}`, "value_error");
  }
  return { widthPx, heightPx };
}

async function readPicture(dialect: Dialect, fields: Fields, form?: Form): Promise<Picture> {
  const [file] = form === undefined ? [] : filesOf(form, "input_reference");
  const bytes = file?.bytes ?? readReference(dialect, fields);
  if (bytes === undefined) {
    return fastApiError(["body", "input_reference"], "Field required", "missing");
  }
  const picture = await readPng(bytes);
  if (picture !== undefined) return picture;
  return fastApiError(["body", "input_reference"], "cannot identify image file", "value_error");
}

function readReference(dialect: Dialect, fields: Fields): Uint8Array | undefined {
  switch (dialect) {
    case "vllm-omni":
      return readImageReference(fields["image_reference"]);
    case "sglang": {
      const uri = fields["reference_url"] ?? fields["input_reference"];
      return typeof uri === "string" ? readDataUri(uri) : undefined;
    }
  }
}

/** A form field that holds JSON: {"image_url": "data:..."}. */
function readImageReference(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("image_url" in value)) return undefined;
    return typeof value.image_url === "string" ? readDataUri(value.image_url) : undefined;
  } catch {
    return fastApiError(["body", "image_reference"], "Invalid JSON", "json_invalid");
  }
}

function readFloat(fields: Fields, field: string): void {
  const value = fields[field];
  if (value === undefined) return;
  if (value === "" || !Number.isFinite(Number(value))) {
    fastApiError(["body", field], "Input should be a valid number", "float_parsing");
  }
}
