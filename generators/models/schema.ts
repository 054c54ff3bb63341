/**
 * One row of the table of models: which hosts serve it, how each of them wants to be asked, and what it
 * can do there. The shape of `--models FILE` too; data only, nothing in it is evaluated.
 */
import { z } from "zod";

const positive = z.number().int().positive();
/** Sides of pictures that we draw are even, as H.264 in 4:2:0 needs. */
const side = positive.multipleOf(2);

/** Allowed counts: min, min + step, ... up to max. */
const rangeSchema = z
  .strictObject({ min: positive, max: positive, step: positive.default(1) })
  .refine(({ min, max }) => min <= max, "expected min <= max");

const sizeSchema = z.strictObject({
  widthPx: positive,
  heightPx: positive,
  /** What the host calls it, such as "480p". @default "<width>x<height>" */
  name: z.string().min(1).optional(),
});

/** What a model can do at a host. What is absent is not offered, and asking for it is a warning. */
export const capabilitiesSchema = z.strictObject({
  frames: rangeSchema.optional(),
  fps: rangeSchema.optional(),
  /** Length in seconds, for models that are not asked for frames. */
  seconds: rangeSchema.optional(),
  /** Sizes to choose from; the one of the nearest area and shape is taken. */
  sizes: z.array(sizeSchema).min(1).optional(),
  /** Any size with sides divisible by this, when `sizes` is absent. */
  sizeStep: positive.optional(),
  seed: z.boolean().default(false),
  /** Tokens of a prompt that the model reads; what follows is cut off without a word. */
  promptTokens: positive.optional(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** Names of a host's input fields; a field that is absent is not sent. */
const fieldsSchema = z.strictObject({
  prompt: z.string().default("prompt"),
  image: z.string().default("image"),
  frames: z.string().optional(),
  fps: z.string().optional(),
  seconds: z.string().optional(),
  size: z.string().optional(),
  seed: z.string().optional(),
});

/** Inputs sent as they are, on top of what is asked. */
const fixedSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .default({});

export const replicateEntrySchema = z.strictObject({
  /** "owner/name" */
  model: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /**
   * Version of a community model, 64 hex digits, or "latest": asked for before each job, and named in a
   * warning. Absent for official models.
   */
  version: z.union([z.literal("latest"), z.string().regex(/^[0-9a-f]{64}$/)]).optional(),
  fields: fieldsSchema,
  fixed: fixedSchema,
  capabilities: capabilitiesSchema,
});
export type ReplicateEntry = z.infer<typeof replicateEntrySchema>;

/** `/v1/videos` or, for image models, `/v1/images/edits` of a server of one's own. */
export const videosApiEntrySchema = z.strictObject({
  /** Name of the model at the server; VIDEOS_API_MODEL takes its place. */
  model: z.string().min(1),
  fixed: fixedSchema,
  capabilities: capabilitiesSchema,
});
export type VideosApiEntry = z.infer<typeof videosApiEntrySchema>;

export const comfyuiEntrySchema = z.strictObject({
  /** Workflow that comes along, in `samples/workflows`; `--workflow FILE` takes its place. */
  workflow: z.string().min(1).optional(),
  capabilities: capabilitiesSchema,
});
export type ComfyuiEntry = z.infer<typeof comfyuiEntrySchema>;

export const openaiEntrySchema = z.strictObject({
  model: z.string().min(1),
  fixed: fixedSchema,
  capabilities: capabilitiesSchema,
});
export type OpenaiEntry = z.infer<typeof openaiEntrySchema>;

export const modelSchema = z.strictObject({
  /** As given to `--gen`. */
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  title: z.string().min(1),
  kind: z.enum(["video", "image"]),
  /** What is asked for when the command line does not say. */
  defaults: z.strictObject({
    frames: positive,
    fps: z.number().positive(),
    widthPx: side,
    heightPx: side,
  }),
  /** In order of preference. */
  hosts: z
    .strictObject({
      replicate: replicateEntrySchema.optional(),
      "videos-api": videosApiEntrySchema.optional(),
      comfyui: comfyuiEntrySchema.optional(),
      openai: openaiEntrySchema.optional(),
    })
    .refine((hosts) => Object.values(hosts).some((host) => host !== undefined), "expected a host"),
  /** What people should know, such as that it needs a server of its own. */
  note: z.string().optional(),
});
export type Model = z.infer<typeof modelSchema>;

export const HOST_IDS = ["replicate", "videos-api", "comfyui", "openai"] as const;
export type HostId = (typeof HOST_IDS)[number];

/** Contents of `--models FILE`. */
export const modelsFileSchema = z.strictObject({
  schema: z.literal("topoprobe.models/1"),
  models: z.array(modelSchema).min(1),
});

/**
 * Prices of one model at one host. What a rollout costs is the sum of what is given.
 */
export const priceSchema = z
  .strictObject({
    model: z.string(),
    host: z.enum(HOST_IDS),
    /** US dollars a clip or picture. */
    perRolloutUsd: z.number().nonnegative().optional(),
    /** US dollars a second of clip. */
    perClipSecUsd: z.number().nonnegative().optional(),
    /** US dollars a second of computing. */
    perBilledSecUsd: z.number().nonnegative().optional(),
    /** Only for this size of clip, as the host names it, such as "480p". */
    size: z.string().optional(),
    /** Where the figure is from, and when. */
    source: z.string().min(1),
  })
  .refine(
    (price) =>
      [price.perRolloutUsd, price.perClipSecUsd, price.perBilledSecUsd].some(
        (usd) => usd !== undefined,
      ),
    "expected a price: perRolloutUsd, perClipSecUsd or perBilledSecUsd",
  );
export type Price = z.infer<typeof priceSchema>;

/** What tokens of a chat model cost. */
export const tokenPriceSchema = z.strictObject({
  /** As given to `--reasoner`. */
  model: z.string(),
  promptUsdPerMillion: z.number().nonnegative(),
  completionUsdPerMillion: z.number().nonnegative(),
  /** Where the figure is from, and when. */
  source: z.string().min(1),
});
export type ModelTokenPrice = z.infer<typeof tokenPriceSchema>;

/** Contents of `--prices FILE`: they take the place of the built-in ones of the same model and host. */
export const pricesFileSchema = z.strictObject({
  schema: z.literal("topoprobe.prices/1"),
  prices: z.array(priceSchema).default([]),
  /** Of chat models that decide. */
  tokens: z.array(tokenPriceSchema).default([]),
});
