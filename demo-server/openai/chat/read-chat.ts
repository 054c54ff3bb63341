/**
 * A request for a chat completion, checked as strictly as the strictest server does. Owns what holds
 * between fields, and the words of refusals; shapes of single fields are `request-schema.ts`.
 */
import type { z } from "zod";
import { readDataUri, readPng } from "../../media/picture.ts";
import {
  type ChatContent,
  chatRequestSchema,
  type WireMessage,
  type WireRequest,
} from "./request-schema.ts";
import type { ChatAsked, ChatAskedMessage, ChatPicture, ChatRefusal } from "./types.ts";

/** @throws HTTPException */
export type RefuseChat = (
  status: 400 | 401 | 404,
  message: string,
  param?: string | null,
  code?: string | null,
) => never;

/**
 * @param body the body, parsed; undefined when it is no JSON
 * @throws what `refuse` throws
 */
export async function readChat(
  body: unknown,
  refuses: readonly ChatRefusal[],
  refuse: RefuseChat,
): Promise<Omit<ChatAsked, "order">> {
  if (body === undefined) return refuse(400, "We could not parse the JSON body of your request.");
  const parsed = chatRequestSchema.safeParse(body);
  if (!parsed.success) return refuseIssue(parsed.error, refuse);
  const request = parsed.data;
  refuseFields(request, refuses, refuse);
  requireTools(request, refuse);
  requireOrder(request.messages, refuse);
  const messages: ChatAskedMessage[] = [];
  for (const [index, message] of request.messages.entries()) {
    messages.push(await readMessage(message, `messages.[${index}]`, refuses, refuse));
  }
  return {
    model: request.model,
    messages,
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    temperature: request.temperature ?? undefined,
    maxTokens: request.max_tokens ?? request.max_completion_tokens ?? undefined,
  };
}

function refuseIssue(error: z.ZodError, refuse: RefuseChat): never {
  const issue = error.issues[0];
  const path = issue?.path.map(String).join(".") ?? "";
  if (issue?.code === "unrecognized_keys") {
    const field = [path, issue.keys[0]].filter((part) => part !== "").join(".");
    return refuse(400, `Unknown parameter: '${field}'.`, field, "unknown_parameter");
  }
  const what = issue?.message ?? "another shape";
  return refuse(400, `Invalid value for '${path}': ${what}`, path, "invalid_value");
}

function refuseFields(
  request: WireRequest,
  refuses: readonly ChatRefusal[],
  refuse: RefuseChat,
): void {
  if (refuses.includes("tools") && request.tools !== undefined) {
    refuse(400, "'tools' is not supported: this server was started without tool calls.", "tools");
  }
  const hasMaxTokens = request.max_tokens !== undefined && request.max_tokens !== null;
  if (refuses.includes("max_tokens") && hasMaxTokens) {
    refuse(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens",
      "unsupported_parameter",
    );
  }
  if (hasMaxTokens && typeof request.max_completion_tokens === "number") {
    refuse(400, "Send one of 'max_tokens' and 'max_completion_tokens'.", "max_tokens");
  }
  if (refuses.includes("temperature") && (request.temperature ?? 1) !== 1) {
    refuse(
      400,
      `Unsupported value: 'temperature' does not support ${request.temperature} with this model. Only the default (1) value is supported.`,
      "temperature",
      "unsupported_value",
    );
  }
}

function requireTools({ tools, tool_choice }: WireRequest, refuse: RefuseChat): void {
  const names = (tools ?? []).map((tool) => tool.function.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuse(400, `Tool names must be unique: '${twice}'.`, "tools");
  if (tool_choice === undefined) return;
  if (tools === undefined) {
    refuse(400, "'tool_choice' is only allowed when 'tools' are specified.", "tool_choice");
  }
  if (typeof tool_choice === "object" && !names.includes(tool_choice.function.name)) {
    refuse(400, `Tool choice '${tool_choice.function.name}' is not in 'tools'.`, "tool_choice");
  }
}

/** Every tool call is answered by tool messages right after it, and nothing else is. */
function requireOrder(messages: readonly WireMessage[], refuse: RefuseChat): void {
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!open.includes(message.tool_call_id)) {
        refuse(
          400,
          "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      }
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    refuseOpen(open, index, refuse);
    if (message.role !== "assistant") continue;
    open = (message.tool_calls ?? []).map(({ id }) => id);
    if (open.length === 0 && textOf(message.content ?? "") === "") {
      refuse(400, "An assistant message needs content or tool calls.", `messages.[${index}]`);
    }
  }
  refuseOpen(open, messages.length, refuse);
}

function refuseOpen(open: readonly string[], index: number, refuse: RefuseChat): void {
  if (open.length === 0) return;
  refuse(
    400,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Without a response: ${open.join(", ")}`,
    `messages.[${index}].role`,
  );
}

async function readMessage(
  message: WireMessage,
  where: string,
  refuses: readonly ChatRefusal[],
  refuse: RefuseChat,
): Promise<ChatAskedMessage> {
  const content = message.content ?? "";
  const pictures: ChatPicture[] = [];
  for (const [index, part] of typeof content === "string" ? [] : content.entries()) {
    if (part.type !== "image_url") continue;
    const field = `${where}.content.[${index}]`;
    if (message.role === "tool") {
      refuse(400, `Image URLs are only allowed for messages with role 'user', not 'tool'.`, field);
    }
    if (refuses.includes("images")) refuse(400, "This model takes no image input.", field);
    pictures.push(await readPicture(part.image_url.url, `${field}.image_url.url`, refuse));
  }
  return {
    role: message.role,
    text: textOf(content),
    pictures,
    toolCalls:
      message.role === "assistant"
        ? (message.tool_calls ?? []).map((call) => ({
            name: call.function.name,
            arguments: requireObject(call.function.arguments, where, refuse),
          }))
        : [],
    toolCallId: message.role === "tool" ? message.tool_call_id : undefined,
  };
}

/** Several servers parse what the model wrote when it comes back. */
function requireObject(written: string, where: string, refuse: RefuseChat): string {
  const value = parse(written);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return written;
  return refuse(400, "Tool call arguments must be a JSON object.", `${where}.tool_calls`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readPicture(url: string, field: string, refuse: RefuseChat): Promise<ChatPicture> {
  const bytes = readDataUri(url);
  if (bytes === undefined) {
    return refuse(400, "Expected a base64-encoded PNG data URL.", field, "invalid_image_url");
  }
  const picture = await readPng(bytes);
  if (picture !== undefined) return picture;
  return refuse(400, "The image data you provided does not represent a valid image.", field);
}

function textOf(content: ChatContent): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
