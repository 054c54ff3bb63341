/** Reasoners that say what they were told to, for tests and transcripts. */
import { describeMismatch, ProbeError } from "../../core/errors.ts";
import type {
  ChatMessage,
  ChatReasoner,
  ChatReply,
  PolicyReasoner,
  TokenUsage,
  ToolSpec,
} from "./reasoner.ts";

/**
 * A policy that gives these answers, one a call.
 *
 * @returns throws ProbeError (`internal`) when it is asked once more
 */
export function createScriptedPolicy(answers: readonly string[]): PolicyReasoner {
  const next = createQueue(answers);
  return {
    kind: "policy",
    id: "scripted",
    version: "1",
    params: { answers },
    answer: () => next(),
  };
}

/** A reply, a text for one without tools, or an error to throw. */
export type ScriptedReply =
  | string
  | Error
  | (Partial<Omit<ChatReply, "toolCalls">> & {
      readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
    });

export type ScriptedChat = ChatReasoner & {
  /** What was asked, in order. */
  readonly asked: readonly {
    readonly messages: readonly ChatMessage[];
    readonly tools: readonly ToolSpec[];
  }[];
};

const USAGE: TokenUsage = { promptTokens: 100, completionTokens: 10 };

/**
 * A chat model that gives these replies, one a call. Each takes 100 tokens and makes 10, and no
 * price is known, unless they say otherwise. Ids of tool calls are "call-0", "call-1", ...
 */
export function createScriptedChat(
  replies: readonly ScriptedReply[],
  {
    protocol = "native",
    costUsd = () => null,
  }: {
    readonly protocol?: "native" | "text";
    readonly costUsd?: (usage: TokenUsage) => number | null;
  } = {},
): ScriptedChat {
  const next = createQueue(replies);
  const asked: {
    readonly messages: readonly ChatMessage[];
    readonly tools: readonly ToolSpec[];
  }[] = [];
  let calls = 0;
  return {
    kind: "chat",
    id: "scripted",
    version: "1",
    params: { protocol },
    asked,
    toolProtocol: async ({ signal }) => {
      signal.throwIfAborted();
      return protocol;
    },
    reply: async (messages, tools, { signal }) => {
      signal.throwIfAborted();
      asked.push({ messages: [...messages], tools: [...tools] });
      const reply = next();
      if (reply instanceof Error) throw reply;
      const { toolCalls = [], ...given } = typeof reply === "string" ? { text: reply } : reply;
      return {
        text: "",
        usage: USAGE,
        finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
        ...given,
        toolCalls: toolCalls.map(({ name, arguments: value }) => ({
          id: `call-${calls++}`,
          name,
          arguments: typeof value === "string" ? value : JSON.stringify(value),
        })),
      };
    },
    costUsd,
  };
}

function createQueue<T>(items: readonly T[]): () => T {
  let at = 0;
  return () => {
    const item = items[at];
    at += 1;
    if (item !== undefined) return item;
    throw new ProbeError(
      "internal",
      describeMismatch("the script", `at most ${items.length} calls`, at),
    );
  };
}
