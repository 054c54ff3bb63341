/**
 * The way to the first answer with a clip: the first reply gives the words for it, else words of ours
 * stand in; the clip is made once, its frames are shown, and the answer is asked for.
 */
import type { FALLBACK_REASONS, Imagination } from "../../core/schema/agent.ts";
import type { Picture } from "../reasoners/agent-prompt.ts";
import { type ImaginationRequest, readImagination } from "../reasoners/imagination.ts";
import type { ChatMessage } from "../reasoners/reasoner.ts";
import { type Answered, answerRequests, inVain, MAX_VAIN } from "./answer-requests.ts";
import type { Way } from "./chat-decider.ts";
import type { Decision } from "./decider.ts";
import type { Imaginer } from "./imaginer.ts";

export type ClipDecision = {
  readonly decision: Decision;
  /** Frames of the clip; none where there is no clip. */
  readonly shown: readonly Picture[];
};

export async function decideWithClip(
  { prompt, talk, protocol, messages, board }: Way,
  imaginer: Imaginer,
): Promise<ClipDecision> {
  const tools = prompt.tools(protocol);
  const first = await talk.ask(messages, tools);
  const requests = readImagination("video", first);
  const chosen = requests.find(({ ok }) => ok);
  const made =
    chosen?.ok === true
      ? await imaginer.imagine(chosen.prompt, board)
      : await imaginer.imagine(prompt.fallbackVideoPrompt, board, fallbackReason(requests[0]));
  const outcome = made.clip === undefined ? ("failed" as const) : undefined;
  // Where the words are ours, what comes of them answers the first request.
  const served = chosen ?? requests[0];
  const answered = requests.map((request): Answered => {
    if (request === served) return { request, refused: outcome };
    return { request, refused: request.ok ? "one_at_a_time" : request.reason };
  });
  const imaginations: Imagination[] = [
    made.record,
    ...answered.flatMap(({ request, refused }) =>
      request === served || refused === undefined ? [] : [inVain("video", request, refused)],
    ),
  ];
  const turn =
    made.clip === undefined
      ? prompt.notImaginedTurn("failed", 0)
      : prompt.imaginedTurn(made.pictures, 0);
  let talked: readonly ChatMessage[] = [
    ...messages,
    ...answerRequests(prompt, first, answered, turn),
  ];
  for (let calls = 2; ; calls += 1) {
    const reply = await talk.ask(talked, tools);
    const more = readImagination("video", reply);
    const reasons = more.map((request) => (request.ok ? "limit" : request.reason));
    imaginations.push(
      ...more.map((request, index) => inVain("video", request, reasons[index] ?? "limit")),
    );
    if (more.length === 0 || calls === 2 + MAX_VAIN) {
      return {
        decision: { reply: reply.text, imaginations, calls },
        shown: made.pictures,
      };
    }
    talked = [
      ...talked,
      ...answerRequests(
        prompt,
        reply,
        more.map((request, index) => ({ request, refused: reasons[index] ?? "limit" })),
        prompt.notImaginedTurn(reasons[0] ?? "limit", 0),
      ),
    ];
  }
}

function fallbackReason(
  request: ImaginationRequest | undefined,
): (typeof FALLBACK_REASONS)[number] {
  if (request === undefined || request.ok) return "no_prompt";
  switch (request.reason) {
    case "empty_prompt":
    case "malformed_call":
    case "unclosed_tag":
    case "unknown_tool":
      return request.reason;
    default:
      return "no_prompt";
  }
}
