/** Messages that answer what a reply asked to have imagined. Pure. */
import type { Imagination } from "../../core/schema/agent.ts";
import { stripThinking } from "../answer/index.ts";
import type { AgentPrompt } from "../reasoners/agent-prompt.ts";
import type { ImaginationRequest, Imagined, NotImagined } from "../reasoners/imagination.ts";
import type { ChatMessage, ChatPart, ChatReply } from "../reasoners/reasoner.ts";

/** A request, and why nothing comes of it; undefined for the one that is shown. */
export type Answered = {
  readonly request: ImaginationRequest;
  readonly refused: NotImagined | undefined;
};

/** Requests in vain that are answered within one step; the next one is read as the answer. */
export const MAX_VAIN = 3;

/** The reply itself, an answer to each of its tool calls, and the turn in which something is shown. */
export function answerRequests(
  prompt: Pick<AgentPrompt, "toolText">,
  reply: ChatReply,
  answered: readonly Answered[],
  shown: readonly ChatPart[],
): readonly ChatMessage[] {
  return [
    { role: "assistant", text: stripThinking(reply.text), toolCalls: reply.toolCalls },
    ...answered.flatMap(({ request: { toolCallId }, refused }): ChatMessage[] =>
      toolCallId === null ? [] : [{ role: "tool", toolCallId, text: prompt.toolText(refused) }],
    ),
    { role: "user", content: shown },
  ];
}

/** A request that never reached the generator. */
export function inVain(
  kind: Imagined,
  request: ImaginationRequest,
  reason: NotImagined,
): Imagination {
  return { kind, prompt: request.ok ? request.prompt : "", skipped: reason, warnings: [] };
}
