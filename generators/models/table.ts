/**
 * The models that are known by name. A table: facts about models and hosts, no behaviour. A file of the
 * same shape (`--models FILE`) adds rows or takes the place of rows with the same id.
 *
 * Ranges are those of the hosts' published descriptions where there is one (Replicate, ComfyUI's node
 * definitions), else those of the models' own documentation: Wan and CogVideoX make 4 n + 1 frames, LTX
 * 8 n + 1.
 */
import { type Model, modelSchema } from "./schema.ts";

const SIZES_OF_WAN = [
  { name: "480p", widthPx: 832, heightPx: 480 },
  { name: "720p", widthPx: 1280, heightPx: 720 },
];
const FRAMES_OF_WAN = { min: 5, max: 161, step: 4 };
/** Text encoder's length in Wan's own code, and in the pipeline of CogVideoX in diffusers. */
const PROMPT_OF_WAN = 512;
const PROMPT_OF_COGVIDEOX = 226;
const FRAMES_OF_LTX = { min: 9, max: 257, step: 8 };
/** LTX at hosts is asked for even seconds, 6 to 20, at 1080p. */
const LTX_AT_REPLICATE = {
  fields: {
    prompt: "prompt",
    image: "image",
    seconds: "duration",
    fps: "fps",
    size: "resolution",
  },
  fixed: { generate_audio: false },
  capabilities: {
    seconds: { min: 6, max: 20, step: 2 },
    fps: { min: 24, max: 25 },
    sizes: [{ name: "1080p", widthPx: 1920, heightPx: 1080 }],
    seed: false,
  },
};
const LTX_DEFAULTS = { frames: 121, fps: 24, widthPx: 832, heightPx: 480 };
const LTX_ON_OWN_SERVER = {
  frames: FRAMES_OF_LTX,
  fps: { min: 1, max: 60 },
  sizeStep: 32,
  seed: true,
};
const WAN_ON_OWN_SERVER = {
  frames: FRAMES_OF_WAN,
  fps: { min: 1, max: 60 },
  sizeStep: 16,
  seed: true,
  promptTokens: PROMPT_OF_WAN,
};
const IMAGE_DEFAULTS = { frames: 1, fps: 1, widthPx: 832, heightPx: 480 };

const ROWS = [
  {
    id: "wan2.2",
    title: "Wan2.2-I2V-A14B",
    kind: "video",
    defaults: { frames: 81, fps: 16, widthPx: 832, heightPx: 480 },
    hosts: {
      replicate: {
        model: "wan-video/wan-2.2-i2v-a14b",
        fields: {
          prompt: "prompt",
          image: "image",
          frames: "num_frames",
          fps: "frames_per_second",
          size: "resolution",
          seed: "seed",
        },
        capabilities: {
          frames: { min: 81, max: 100 },
          fps: { min: 5, max: 24 },
          sizes: SIZES_OF_WAN,
          seed: true,
          promptTokens: PROMPT_OF_WAN,
        },
      },
      "videos-api": {
        model: "Wan-AI/Wan2.2-I2V-A14B-Diffusers",
        capabilities: WAN_ON_OWN_SERVER,
      },
      comfyui: { workflow: "wan2.2-i2v.json", capabilities: WAN_ON_OWN_SERVER },
    },
  },
  {
    id: "ltx-2.3",
    title: "LTX-2.3",
    kind: "video",
    defaults: LTX_DEFAULTS,
    hosts: {
      replicate: { model: "lightricks/ltx-2.3-fast", ...LTX_AT_REPLICATE },
      "videos-api": { model: "Lightricks/LTX-2.3", capabilities: LTX_ON_OWN_SERVER },
      comfyui: { workflow: "ltx-2.3-i2v.json", capabilities: LTX_ON_OWN_SERVER },
    },
  },
  {
    id: "ltx-2.5",
    title: "LTX-2.5",
    kind: "video",
    defaults: LTX_DEFAULTS,
    hosts: {
      "videos-api": { model: "Lightricks/LTX-2.5", capabilities: LTX_ON_OWN_SERVER },
      comfyui: { capabilities: LTX_ON_OWN_SERVER },
    },
    note: "no model of this name is known at Replicate; ComfyUI needs --workflow FILE",
  },
  {
    id: "cogvideox",
    title: "CogVideoX-5B-I2V",
    kind: "video",
    defaults: { frames: 49, fps: 8, widthPx: 720, heightPx: 480 },
    hosts: {
      replicate: {
        model: "thudm/cogvideox-i2v",
        version: "latest",
        fields: { prompt: "prompt", image: "image", frames: "num_frames", seed: "seed" },
        capabilities: {
          frames: { min: 49, max: 49 },
          seed: true,
          promptTokens: PROMPT_OF_COGVIDEOX,
        },
      },
      "videos-api": {
        model: "zai-org/CogVideoX-5b-I2V",
        capabilities: {
          frames: { min: 9, max: 49, step: 4 },
          fps: { min: 8, max: 8 },
          sizes: [{ widthPx: 720, heightPx: 480 }],
          seed: true,
          promptTokens: PROMPT_OF_COGVIDEOX,
        },
      },
      comfyui: {
        capabilities: {
          frames: { min: 9, max: 49, step: 4 },
          sizeStep: 16,
          seed: true,
          promptTokens: PROMPT_OF_COGVIDEOX,
        },
      },
    },
    note: "ComfyUI needs --workflow FILE",
  },
  {
    id: "gpt-image-2",
    title: "GPT-Image-2",
    kind: "image",
    defaults: IMAGE_DEFAULTS,
    hosts: { openai: { model: "gpt-image-2", capabilities: { sizeStep: 16, seed: false } } },
  },
  {
    id: "bagel",
    title: "BAGEL-7B-MoT",
    kind: "image",
    defaults: IMAGE_DEFAULTS,
    hosts: {
      "videos-api": {
        model: "ByteDance-Seed/BAGEL-7B-MoT",
        capabilities: { sizeStep: 16, seed: true },
      },
    },
  },
  {
    id: "thinkmorph",
    title: "ThinkMorph-7B",
    kind: "image",
    defaults: IMAGE_DEFAULTS,
    hosts: {
      "videos-api": {
        model: "ThinkMorph/ThinkMorph-7B",
        capabilities: { sizeStep: 16, seed: true },
      },
    },
    note: "runs from its own repository: put a server with /v1/images/edits in front of it",
  },
];

/** Validated, in the order in which they are listed. */
export const MODELS: readonly Model[] = ROWS.map((row) => modelSchema.parse(row));
