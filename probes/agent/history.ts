/**
 * What a chat model sees of earlier turns. As published, the current turn and the last two pairs of a
 * turn and its answer, the answer alone without what led to it; the first turn stays as well, since it
 * alone tells the rules and the answer format. Pure.
 */
import type { ChatMessage, ChatPart } from "../reasoners/reasoner.ts";

export type PastTurn = {
  /** The turn without what was imagined in it. */
  readonly user: readonly ChatPart[];
  /** The answer object, or the mark of one that could not be read. */
  readonly answer: string;
};

/** Published window of five messages: the current turn and two pairs. */
export const PAST_PAIRS = 2;

/** @param past every earlier turn, in order */
export function withHistory(
  past: readonly PastTurn[],
  current: readonly ChatPart[],
): readonly ChatMessage[] {
  const kept = past.filter((_, index) => index === 0 || index >= past.length - PAST_PAIRS);
  return [
    ...kept.flatMap(({ user, answer }): ChatMessage[] => [
      { role: "user", content: user },
      { role: "assistant", text: answer, toolCalls: [] },
    ]),
    { role: "user", content: current },
  ];
}
