/**
 * The way to an answer with pictures: as long as replies ask for one, it is imagined from the board as
 * it is, and shown. Attempts count, whatever came of them.
 */
import type { Imagination } from "../../core/schema/agent.ts";
import {
  type ImaginationRequest,
  type NotImagined,
  readImagination,
} from "../reasoners/imagination.ts";
import type { ChatMessage } from "../reasoners/reasoner.ts";
import { type Answered, answerRequests, inVain, MAX_VAIN } from "./answer-requests.ts";
import type { Way } from "./chat-decider.ts";
import type { Decision } from "./decider.ts";
import type { Imagined, Imaginer } from "./imaginer.ts";

/** @param maxPictures attempts that the episode may make */
export async function decideWithPictures(
  { prompt, talk, protocol, messages, board }: Way,
  imaginer: Imaginer,
  maxPictures: number,
): Promise<Decision> {
  const tools = prompt.tools(protocol);
  const imaginations: Imagination[] = [];
  let talked: readonly ChatMessage[] = messages;
  let vain = 0;
  for (let calls = 1; ; calls += 1) {
    const reply = await talk.ask(talked, tools);
    const requests = readImagination("image", reply);
    if (requests.length === 0 || vain === MAX_VAIN) {
      imaginations.push(...requests.map((request) => inVain("image", request, reasonOf(request))));
      return { reply: reply.text, imaginations, calls };
    }
    let made: Imagined | undefined;
    const answered: Answered[] = [];
    for (const request of requests) {
      const refused = refusalOf(request, made !== undefined, imaginer.attempts() >= maxPictures);
      if (refused !== undefined || !request.ok) {
        imaginations.push(inVain("image", request, refused ?? reasonOf(request)));
        answered.push({ request, refused: refused ?? reasonOf(request) });
        continue;
      }
      made = await imaginer.imagine(request.prompt, board);
      imaginations.push(made.record);
      answered.push({ request, refused: made.clip === undefined ? "failed" : undefined });
    }
    if (made === undefined) vain += 1;
    const left = maxPictures - imaginer.attempts();
    const reason = answered.find(({ refused }) => refused !== undefined)?.refused ?? "failed";
    const shown =
      made?.clip === undefined
        ? prompt.notImaginedTurn(made === undefined ? reason : "failed", left)
        : prompt.imaginedTurn(made.pictures, left);
    talked = [...talked, ...answerRequests(prompt, reply, answered, shown)];
  }
}

function refusalOf(
  request: ImaginationRequest,
  isOneMade: boolean,
  isSpent: boolean,
): NotImagined | undefined {
  if (!request.ok) return request.reason;
  if (isOneMade) return "one_at_a_time";
  return isSpent ? "limit" : undefined;
}

/** Why a request is not even looked at any more. */
function reasonOf(request: ImaginationRequest): NotImagined {
  return request.ok ? "limit" : request.reason;
}
