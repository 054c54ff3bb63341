/** Messages as the chat protocol writes them. Pure; leaves out sending. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { parseJson } from "../../generators/common/parse-json.ts";
import type { ChatDialect } from "./chat-dialect.ts";
import type { ChatMessage, ChatPart, ToolCall, ToolSpec } from "./reasoner.ts";

export type ChatQuestion = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** None: the field is left out. */
  readonly tools: readonly ToolSpec[];
  readonly temperature: number;
  /** Most tokens of the reply. */
  readonly maxTokens: number;
};

/** The body of a request, in what this server takes. */
export function buildChatRequest(
  { model, messages, tools, temperature, maxTokens }: ChatQuestion,
  dialect: ChatDialect,
): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: messages.map(toMessage),
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool) }),
    ...(dialect.takesTemperature ? { temperature } : {}),
    [dialect.maxTokensField]: maxTokens,
    stream: false,
  };
}

function toMessage(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
      return { role: "system", content: textOf(message.content) };
    case "user":
      return { role: "user", content: toContent(message.content) };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.text };
    case "assistant": {
      const { text, toolCalls } = message;
      if (toolCalls.length === 0) return { role: "assistant", content: text };
      return {
        role: "assistant",
        content: text === "" ? null : text,
        tool_calls: toolCalls.map(toCall),
      };
    }
  }
}

/** A text alone goes as a string: servers of models without eyes take nothing else. */
function toContent(parts: readonly ChatPart[]): string | ChatCompletionContentPart[] {
  if (parts.every((part) => part.type === "text")) return textOf(parts);
  return parts.map((part) =>
    part.type === "text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: toDataUrl(part.png) } },
  );
}

function textOf(parts: readonly ChatPart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

function toDataUrl(png: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = png;
  return `data:image/png;base64,${Buffer.from(buffer, byteOffset, byteLength).toString("base64")}`;
}

function toCall({ id, name, arguments: written }: ToolCall) {
  // Several servers parse what the model wrote, and answer 400 when it is no object.
  const value = parseJson(written);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    id,
    type: "function" as const,
    function: { name, arguments: isObject ? written : "{}" },
  };
}

function toTool({ name, description, parameters }: ToolSpec) {
  return { type: "function" as const, function: { name, description, parameters } };
}
