/** The shape of a request for a chat completion. Owns single fields; leaves out what holds between them. */
import { z } from "zod";

const textPart = z.strictObject({ type: z.literal("text"), text: z.string() });
const imagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z.string(),
    detail: z.enum(["auto", "low", "high"]).optional(),
  }),
});
const texts = z.union([z.string(), z.array(textPart).min(1)]);
/** Tool messages with pictures get their own words, so that they pass here. */
const parts = z.union([
  z.string(),
  z.array(z.discriminatedUnion("type", [textPart, imagePart])).min(1),
]);
export type ChatContent = z.infer<typeof parts>;

const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const callSchema = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name, arguments: z.string() }),
});

export const chatMessageSchema = z.discriminatedUnion("role", [
  z.strictObject({ role: z.enum(["system", "developer"]), content: texts }),
  z.strictObject({ role: z.literal("user"), content: parts, name: name.optional() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: texts.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(callSchema).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), content: parts, tool_call_id: z.string().min(1) }),
]);
export type WireMessage = z.infer<typeof chatMessageSchema>;

const toolSchema = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name,
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal("object") }).optional(),
    strict: z.boolean().nullish(),
  }),
});

export const chatRequestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(chatMessageSchema).min(1),
  tools: z.array(toolSchema).min(1).optional(),
  tool_choice: z
    .union([
      z.enum(["none", "auto", "required"]),
      z.strictObject({ type: z.literal("function"), function: z.strictObject({ name }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).nullish(),
  /** The demo server answers once, in one piece. */
  n: z.literal(1).nullish(),
  stream: z.literal(false).nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  user: z.string().optional(),
});
export type WireRequest = z.infer<typeof chatRequestSchema>;
