/** Replies as they can be written down and hashed. Pure. */
import type { ChatReply } from "../reasoners/reasoner.ts";

const LONE_SURROGATES = /\p{Surrogate}/gu;
const REPLACEMENT = "\uFFFD";

/** Half characters, which some servers cut texts into, become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, REPLACEMENT);
}

/** The reply in plain, well-formed data. */
export function wellFormedReply(reply: ChatReply) {
  const { text, toolCalls, usage, finishReason, reasoning, warnings } = reply;
  return {
    text: wellFormed(text),
    toolCalls: toolCalls.map((call) => ({
      id: wellFormed(call.id),
      name: wellFormed(call.name),
      arguments: wellFormed(call.arguments),
    })),
    usage: { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens },
    finishReason: finishReason === null ? null : wellFormed(finishReason),
    ...(reasoning === undefined ? {} : { reasoning: wellFormed(reasoning) }),
    ...(warnings === undefined ? {} : { warnings: warnings.map(wellFormed) }),
  };
}
