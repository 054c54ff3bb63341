/** What is said -> a chat completion as published. Owns finish reasons, cuts and usage. Pure. */
import type { Fault } from "../../faults/types.ts";
import { cutText, promptTokens, textTokens } from "./tokens.ts";
import type { ChatAsked, ChatSaid, ChatToolCall } from "./types.ts";

type Said = Exclude<ChatSaid, string | { readonly status: number }>;

export type CompletionFacts = {
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdSec: number;
  /** A new id of a tool call. */
  readonly newCallId: () => string;
};

/** @param fault of the kinds that spoil what is said; others are played around the answer */
export function chatCompletion(
  asked: ChatAsked,
  said: Said,
  fault: Fault | undefined,
  { id, createdSec, newCallId }: CompletionFacts,
): Readonly<Record<string, unknown>> {
  const spoilt = spoil(said, fault);
  const calls = spoilt.toolCalls ?? [];
  const whole = spoilt.text ?? null;
  const limit = asked.maxTokens ?? Number.POSITIVE_INFINITY;
  const isCut = whole !== null && textTokens(whole) > limit;
  const text = isCut ? cutText(whole, limit) : whole;
  const prompt = promptTokens(asked);
  const completion =
    textTokens(text ?? "") + calls.reduce((sum, call) => sum + textTokens(call.arguments), 0);
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: createdSec,
    model: asked.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text,
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls.map(toWire(newCallId)) }),
        },
        logprobs: null,
        finish_reason: isCut
          ? "length"
          : (spoilt.finishReason ?? (calls.length === 0 ? "stop" : "tool_calls")),
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    },
  };
}

function toWire(newCallId: () => string): (call: ChatToolCall) => unknown {
  return (call) => ({ id: `call_${newCallId()}`, type: "function", function: call });
}

function spoil(said: Said, fault: Fault | undefined): Said {
  switch (fault?.kind) {
    case "empty-content":
      return { text: "", finishReason: "stop" };
    case "cut-short": {
      const text = said.text ?? "";
      return { text: text.slice(0, Math.floor(text.length / 2)), finishReason: "length" };
    }
    case "malformed-arguments":
      return {
        ...said,
        toolCalls: (said.toolCalls ?? []).map((call) => ({
          ...call,
          arguments: call.arguments.slice(0, -1),
        })),
      };
    default:
      return said;
  }
}
