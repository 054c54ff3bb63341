/** The ways to an answer without a generator: at once, or after words of the model's own. */
import { stripThinking } from "../answer/index.ts";
import type { Way } from "./chat-decider.ts";
import type { Decision } from "./decider.ts";

/** One request, one answer. */
export async function decidePlainly({ talk, messages }: Way): Promise<Decision> {
  const { text } = await talk.ask(messages, []);
  return { reply: text, imaginations: [], calls: 1 };
}

/** First the model tells itself what may come; then it answers, with its own words before it. */
export async function decideWithWords({ talk, prompt, messages }: Way): Promise<Decision> {
  const { text } = await talk.ask(messages, []);
  const words = stripThinking(text);
  const reply = await talk.ask(
    [
      ...messages,
      { role: "assistant", text: words, toolCalls: [] },
      { role: "user", content: prompt.wordsTurn() },
    ],
    [],
  );
  const skipped = words === "" ? { skipped: "empty_prompt" } : {};
  return {
    reply: reply.text,
    imaginations: [{ kind: "text", prompt: words, ...skipped, warnings: [] }],
    calls: 2,
  };
}
