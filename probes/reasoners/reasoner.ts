/**
 * The contract of a reasoner: what decides. A chat model sees pictures and text and nothing else; a
 * policy of our own sees the state. The two never share a path, so that no hidden state can leak.
 */
import type { CallContext } from "../../generators/generator.ts";
import type { AnyTask } from "../../tasks/task.ts";

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  /** PNG; `path` is where the same bytes lie in the run folder, for records. */
  | { readonly type: "image"; readonly png: Uint8Array; readonly path: string };

export type ToolCall = {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it: it may be wrong. */
  readonly arguments: string;
};

export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: readonly ChatPart[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
    }
  /** Text only: several servers refuse pictures here. */
  | { readonly role: "tool"; readonly toolCallId: string; readonly text: string };

/** A tool that a model may call. `parameters` is a JSON Schema of an object. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Null where the server says nothing. */
export type TokenUsage = {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
};

export type ChatReply = {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage;
  /** Such as "stop", "length", "tool_calls"; as the server says it. */
  readonly finishReason: string | null;
  /** What the model thought, where the server keeps it apart from the text. */
  readonly reasoning?: string;
  /** What could not be asked as meant, such as "temperature is not sent": the same in every reply. */
  readonly warnings?: readonly string[];
};

type ReasonerBase = {
  /** As given to `--reasoner`. */
  readonly id: string;
  readonly version: string;
  /** Options that change what is answered; they enter the work key. No URL, no key. */
  readonly params: Readonly<Record<string, unknown>>;
};

/** A chat model at a server. */
export interface ChatReasoner extends ReasonerBase {
  readonly kind: "chat";
  /**
   * Whether the server takes tools; found out by the first call that carries some, and then fixed.
   * "text" servers are asked in the text protocol.
   */
  toolProtocol(context: CallContext): Promise<"native" | "text">;
  /**
   * One reply.
   *
   * @throws ProviderError: an API failure, which never reaches the world
   */
  reply(
    messages: readonly ChatMessage[],
    tools: readonly ToolSpec[],
    context: CallContext,
  ): Promise<ChatReply>;
  /** US dollars for these tokens; null when no price is known. */
  costUsd(usage: TokenUsage): number | null;
}

/** A policy that sees the state: what the chat models are measured against. */
export interface PolicyReasoner extends ReasonerBase {
  readonly kind: "policy";
  /**
   * An answer text in the task's format, for one state.
   *
   * @param seed decides every draw of this step, 0..2^31 - 1
   */
  answer(task: AnyTask, state: unknown, seed: number): string;
}

export type Reasoner = ChatReasoner | PolicyReasoner;
