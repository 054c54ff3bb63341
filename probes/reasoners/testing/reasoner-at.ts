/** A chat reasoner at a test server: quick to try again, with a key to look for. */
import { startContext } from "../../../tests/helpers/call-context.ts";
import { type ChatReasonerOptions, createChatReasoner } from "../openai-chat.ts";
import type { ChatMessage, ChatReasoner } from "../reasoner.ts";

export const KEY = "test-key-0123456789abcdef";
export const hello: readonly ChatMessage[] = [
  { role: "user", content: [{ type: "text", text: "Hello" }] },
];
export const context = startContext();

export function reasonerAt(baseUrl: string, more: Partial<ChatReasonerOptions> = {}): ChatReasoner {
  return createChatReasoner({
    model: "qwen3-vl",
    baseUrl,
    env: { CHAT_API_KEY: KEY },
    redact: (text) => text,
    firstPauseMs: 2,
    ...more,
  });
}
