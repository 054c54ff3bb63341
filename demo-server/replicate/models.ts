/** Models of the demo's Replicate: what inputs they take, within which bounds, and what clip comes of them. */
import { z } from "zod";
import type { ClipShape } from "../media/clip-maker.ts";
import type { Picture } from "../media/picture.ts";

export type DemoModel = {
  readonly input: z.ZodType<DemoInput>;
  readonly shape: (input: DemoInput, picture: Picture) => ClipShape;
  /** Official models are asked for by name, community models by version. */
  readonly isOfficial: boolean;
};

export type DemoInput = { readonly image: string } & Readonly<Record<string, unknown>>;

const prompt = z.string().min(1);
const image = z.string().min(1);
const seed = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .optional();
const resolution = z.enum(["480p", "720p"]).optional();

const wan = z.strictObject({
  prompt,
  image,
  num_frames: z.number().int().min(81).max(100).default(81),
  resolution,
  frames_per_second: z.number().int().min(5).max(24).default(16),
  sample_steps: z.number().int().min(1).max(50).optional(),
  sample_shift: z.number().min(1).max(20).optional(),
  go_fast: z.boolean().optional(),
  seed,
});

const wanFast = z.strictObject({
  prompt,
  image,
  last_image: z.string().optional(),
  num_frames: z.number().int().min(81).max(121).default(81),
  resolution,
  frames_per_second: z.number().int().min(5).max(30).default(16),
  interpolate_output: z.boolean().optional(),
  go_fast: z.boolean().optional(),
  sample_shift: z.number().min(1).max(20).optional(),
  disable_safety_checker: z.boolean().optional(),
  seed,
});

const cogvideox = z.strictObject({
  prompt,
  image,
  num_inference_steps: z.number().int().min(1).max(500).optional(),
  guidance_scale: z.number().min(1).max(20).optional(),
  num_frames: z.number().int().min(1).max(49).default(49),
  seed,
});

const ltx = z.strictObject({
  prompt,
  image,
  duration: z.number().int().min(1).max(20).default(6),
  resolution: z.enum(["480p", "720p", "1080p", "1440p", "2160p"]).default("1080p"),
  aspect_ratio: z.enum(["16:9", "9:16"]).default("16:9"),
  fps: z.number().int().min(12).max(60).default(25),
  camera_motion: z.string().optional(),
  generate_audio: z.boolean().optional(),
});

const official = (schema: typeof wan | typeof wanFast): DemoModel => ({
  input: schema,
  isOfficial: true,
  shape: (input, picture) => ({
    frames: numberOf(input, "num_frames", 81),
    fps: numberOf(input, "frames_per_second", 16),
    ...sizeByArea(picture, input["resolution"] === "720p" ? 1280 * 720 : 832 * 480),
  }),
});

const ltxModel: DemoModel = {
  input: ltx,
  isOfficial: true,
  shape: (input) => {
    const heightPx = Number.parseInt(String(input["resolution"]), 10);
    const longPx = 16 * Math.round((heightPx * 16) / 9 / 16);
    const isUpright = input["aspect_ratio"] === "9:16";
    const fps = numberOf(input, "fps", 25);
    return {
      frames: numberOf(input, "duration", 6) * fps,
      fps,
      widthPx: isUpright ? heightPx : longPx,
      heightPx: isUpright ? longPx : heightPx,
    };
  },
};

/** Served under these names. */
export const DEMO_REPLICATE_MODELS: Readonly<Record<string, DemoModel>> = {
  "wan-video/wan-2.2-i2v-a14b": official(wan),
  "wan-video/wan-2.2-i2v-fast": official(wanFast),
  "lightricks/ltx-2.3-fast": ltxModel,
  "lightricks/ltx-2.3-pro": ltxModel,
  "lightricks/ltx-2-fast": ltxModel,
  "thudm/cogvideox-i2v": {
    input: cogvideox,
    isOfficial: false,
    shape: (input) => ({
      frames: numberOf(input, "num_frames", 49),
      fps: 8,
      widthPx: 720,
      heightPx: 480,
    }),
  },
};

/** The picture's shape at about this area; sides divisible by 16. */
function sizeByArea(
  picture: Picture,
  areaPx: number,
): { readonly widthPx: number; readonly heightPx: number } {
  const ratio = picture.widthPx / picture.heightPx;
  const round = (px: number): number => Math.max(16, 16 * Math.round(px / 16));
  return { widthPx: round(Math.sqrt(areaPx * ratio)), heightPx: round(Math.sqrt(areaPx / ratio)) };
}

function numberOf(input: DemoInput, field: string, fallback: number): number {
  const value = input[field];
  return typeof value === "number" ? value : fallback;
}
