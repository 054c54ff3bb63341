/**
 * How a model asks for something to be imagined: by a tool, or between tags where the server takes no
 * tools. Owns the tools and the reading of requests; leaves out the imagining.
 */
import { z } from "zod";
import { parseJson } from "../../generators/common/parse-json.ts";
import { stripThinking } from "../answer/strip-thinking.ts";
import type { ChatReply, ToolCall, ToolSpec } from "./reasoner.ts";

/** What a reasoner can have imagined. */
export type Imagined = "image" | "video";

const DESCRIPTIONS: Readonly<Record<Imagined, string>> = {
  image: "Paints a picture from the picture of the board and the words given.",
  video: "Makes a clip that begins with the picture of the board and goes on as the words say.",
};
const ARGUMENT: Readonly<Record<Imagined, string>> = {
  image: "What the picture shows: what has changed on the board, and what is as it was.",
  video: "What happens in the clip: the moves, one after the other, and what stays as it is.",
};

/** The tool that has something imagined: `imagine_image` or `imagine_video`. */
export function imagineTool(what: Imagined): ToolSpec {
  return {
    name: toolName(what),
    description: DESCRIPTIONS[what],
    parameters: {
      type: "object",
      properties: { prompt: { type: "string", description: ARGUMENT[what] } },
      required: ["prompt"],
      additionalProperties: false,
    },
  };
}

/** Why nothing is imagined, in words for the model. */
export const NOT_IMAGINED = {
  /** As many as there may be were made. */
  limit: "there are none left",
  empty_prompt: "there were no words for it",
  malformed_call: "the arguments are not an object with the text prompt",
  unclosed_tag: "the closing tag is missing",
  unknown_tool: "there is no such tool",
  /** The generator gave none. */
  failed: "it could not be made",
  /** One was asked for in the same reply. */
  one_at_a_time: "one at a time",
} as const;
export type NotImagined = keyof typeof NOT_IMAGINED;

/** `toolCallId` is null where the request stood between tags: there is nothing to answer then. */
export type ImaginationRequest =
  | { readonly ok: true; readonly prompt: string; readonly toolCallId: string | null }
  | { readonly ok: false; readonly reason: NotImagined; readonly toolCallId: string | null };

const argumentsSchema = z.looseObject({ prompt: z.string() });

/**
 * What a reply asks to have imagined: every tool call, for each of them has to be answered, else the
 * last pair of tags. None means that the reply is an answer.
 */
export function readImagination(
  what: Imagined,
  reply: Pick<ChatReply, "text" | "toolCalls">,
): readonly ImaginationRequest[] {
  if (reply.toolCalls.length > 0) return reply.toolCalls.map((call) => readCall(what, call));
  const text = stripThinking(reply.text);
  const lower = text.toLowerCase();
  const tag = `<${what}_prompt>`;
  const start = lower.lastIndexOf(tag);
  if (start === -1) return [];
  const end = lower.indexOf(tag.replace("<", "</"), start);
  if (end === -1) return [{ ok: false, reason: "unclosed_tag", toolCallId: null }];
  return [toRequest(text.slice(start + tag.length, end), null)];
}

function readCall(what: Imagined, call: ToolCall): ImaginationRequest {
  const { id } = call;
  if (call.name !== toolName(what)) return { ok: false, reason: "unknown_tool", toolCallId: id };
  const given = argumentsSchema.safeParse(parseJson(call.arguments));
  if (!given.success) return { ok: false, reason: "malformed_call", toolCallId: id };
  return toRequest(given.data.prompt, id);
}

function toRequest(words: string, toolCallId: string | null): ImaginationRequest {
  const prompt = words.trim();
  return prompt === ""
    ? { ok: false, reason: "empty_prompt", toolCallId }
    : { ok: true, prompt, toolCallId };
}

function toolName(what: Imagined): string {
  return `imagine_${what}`;
}
