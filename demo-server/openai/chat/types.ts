/** Words of the demo server's chat route: what is asked, what is answered, what it may refuse. No behaviour. */

/** A request that was checked, as a script gets to see it. */
export type ChatAsked = {
  readonly model: string;
  /** As sent. */
  readonly messages: readonly ChatAskedMessage[];
  /** Names of the tools offered, in order. */
  readonly tools: readonly string[];
  readonly temperature: number | undefined;
  /** `max_tokens` or `max_completion_tokens`, whichever was sent. */
  readonly maxTokens: number | undefined;
  /** Chat requests before this one that were answered, from 0. */
  readonly order: number;
};

export type ChatAskedMessage = {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  /** All text of the message; parts are joined by an empty line. */
  readonly text: string;
  /** Pictures of the message: PNG, decoded from their data URLs. */
  readonly pictures: readonly ChatPicture[];
  readonly toolCalls: readonly ChatToolCall[];
  /** Of a tool message. */
  readonly toolCallId: string | undefined;
};

export type ChatPicture = {
  readonly png: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** `arguments` is text: JSON, unless something goes wrong on purpose. */
export type ChatToolCall = { readonly name: string; readonly arguments: string };

/** What the model says; a text alone is a text without tool calls. */
export type ChatSaid =
  | string
  | {
      /** @default null */
      readonly text?: string | null;
      /** @default none */
      readonly toolCalls?: readonly ChatToolCall[];
      /** @default "tool_calls" with tool calls, else "stop" */
      readonly finishReason?: "stop" | "length" | "tool_calls" | "content_filter";
    }
  /** An answer that is no completion. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
    };

/** Answers in place of the demo server's own model. */
export type ChatScript = (asked: ChatAsked) => ChatSaid | Promise<ChatSaid>;

/**
 * What the server refuses with 400, as some do:
 * - `tools`: it has no tool support, and names the field
 * - `max_tokens`: it wants `max_completion_tokens`
 * - `temperature`: the model takes its default only
 * - `images`: the model has no eyes
 */
export type ChatRefusal = "tools" | "max_tokens" | "temperature" | "images";
