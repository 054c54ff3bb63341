/**
 * Decisions of a chat model: which turn it is told, what it remembers, and the way from the turn to an
 * answer, which each condition has of its own. Owns turns and memory; the ways are beside it.
 */
import type { AgentCondition, AgentPrompt, Picture } from "../reasoners/agent-prompt.ts";
import type { ChatMessage, ChatPart } from "../reasoners/reasoner.ts";
import type { Decider, Decision, Turn } from "./decider.ts";
import { type PastTurn, withHistory } from "./history.ts";
import type { Imaginer } from "./imaginer.ts";
import type { Talk } from "./talk.ts";
import { decideWithClip } from "./with-clip.ts";
import { decideWithPictures } from "./with-pictures.ts";
import { decidePlainly, decideWithWords } from "./without-tools.ts";

export type ChatDeciderOptions = {
  readonly condition: AgentCondition;
  readonly prompt: AgentPrompt;
  readonly talk: Talk;
  readonly actionBudget: number;
  /** Pictures that the episode may have imagined. */
  readonly maxPictures: number;
  /** Present in the conditions with pictures or a clip. */
  readonly imaginer?: Imaginer;
};

/** What a way to an answer gets. */
export type Way = {
  readonly prompt: AgentPrompt;
  readonly talk: Talk;
  readonly protocol: "native" | "text";
  /** Earlier turns and this one. */
  readonly messages: readonly ChatMessage[];
  /** The board as it is. */
  readonly board: Picture;
  readonly step: number;
};

export function createChatDecider(options: ChatDeciderOptions): Decider {
  const { condition, prompt, talk, actionBudget, maxPictures, imaginer } = options;
  const past: PastTurn[] = [];
  let frames: readonly Picture[] = [];
  let protocol: "native" | "text" | undefined;
  let current: readonly ChatPart[] = [];

  const picturesLeft = (): number => Math.max(0, maxPictures - (imaginer?.attempts() ?? 0));
  const turnOf = (turn: Turn, recalled: readonly Picture[]): readonly ChatPart[] => {
    const { state, step, movesLeft, seen } = turn;
    const { pictures } = seen;
    return step === 0
      ? prompt.firstTurn({ state, actionBudget, protocol: protocol ?? "text", pictures })
      : prompt.laterTurn({
          ...{ state, step, movesLeft, pictures, recalled },
          picturesLeft: picturesLeft(),
        });
  };
  const takeWay = async (way: Way): Promise<Decision> => {
    if (imaginer === undefined) {
      return condition === "text" ? decideWithWords(way) : decidePlainly(way);
    }
    if (condition === "image") return decideWithPictures(way, imaginer, maxPictures);
    if (way.step > 0) return decidePlainly(way);
    const { decision, shown } = await decideWithClip(way, imaginer);
    frames = shown;
    return decision;
  };

  return {
    decide: async (turn) => {
      if (imaginer !== undefined) protocol ??= await talk.protocol();
      const told = turnOf(turn, frames);
      // Frames of the clip stand in the current turn alone: once in each request.
      current = frames.length === 0 ? told : turnOf(turn, []);
      return takeWay({
        ...{ prompt, talk, protocol: protocol ?? "text", step: turn.step },
        messages: withHistory(past, told),
        board: turn.seen.board,
      });
    },
    note: (answer) => {
      past.push({ user: current, answer: answer ?? prompt.pastInvalid });
    },
    summary: () => ({
      usage: talk.usage(),
      warnings: [...talk.warnings()],
      ...(protocol === undefined ? {} : { toolProtocol: protocol }),
    }),
  };
}
