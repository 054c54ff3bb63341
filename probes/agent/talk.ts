/**
 * The talk with a chat model in one episode: each reply is on disk before it is used, and one that is
 * there already is not asked for again. Owns numbering, tokens and what is kept of the talk; leaves out
 * what is said.
 */
import type { Usage } from "../../core/schema/agent.ts";
import type { CallContext } from "../../generators/generator.ts";
import type {
  ChatMessage,
  ChatReasoner,
  ChatReply,
  TokenUsage,
  ToolSpec,
} from "../reasoners/reasoner.ts";
import { BudgetSpentError } from "../rollouts/rollout-error.ts";
import { type DescribedRequest, describeRequest, hashRequest } from "./describe-messages.ts";
import type { ReplyBook } from "./reply-book.ts";
import { wellFormedReply } from "./well-formed.ts";

/** One request and its reply, as kept in `chat.jsonl`; the reply is absent where there was none. */
export type Exchange = {
  readonly ordinal: number;
  readonly requestSha256: string;
  readonly request: DescribedRequest;
  readonly reply?: ChatReply;
};

export type Talk = {
  readonly protocol: () => Promise<"native" | "text">;
  /**
   * @throws ProviderError when there is no reply
   * @throws BudgetSpentError when another one may not fit
   */
  readonly ask: (
    messages: readonly ChatMessage[],
    tools: readonly ToolSpec[],
  ) => Promise<ChatReply>;
  readonly exchanges: () => readonly Exchange[];
  readonly usage: () => Usage;
  /** Of all replies, each once. */
  readonly warnings: () => readonly string[];
};

export type TalkOptions = {
  readonly reasoner: ChatReasoner;
  /** Work key of the episode. */
  readonly key: string;
  readonly book: ReplyBook;
  readonly context: CallContext;
};

export function openTalk({ reasoner, key, book, context }: TalkOptions): Talk {
  const exchanges: Exchange[] = [];
  const replies: { readonly usage: TokenUsage; readonly costUsd: number | null }[] = [];
  const warnings = new Set<string>();

  const askAnew = async (
    ordinal: number,
    requestSha256: string,
    messages: readonly ChatMessage[],
    tools: readonly ToolSpec[],
  ) => {
    context.signal.throwIfAborted();
    if (!book.reserve(key)) {
      throw new BudgetSpentError(
        `expected enough to be left for a reply of ${reasoner.id} but received less`,
      );
    }
    try {
      const reply = wellFormedReply(await reasoner.reply(messages, tools, context));
      const costUsd = reasoner.costUsd(reply.usage);
      const note = { event: "reply", key, ordinal, requestSha256, reply, costUsd } as const;
      const written = await book.append(note);
      return written.event === "reply" ? written : note;
    } finally {
      book.release(key);
    }
  };

  return {
    protocol: async () => {
      const known = book.protocolOf(key);
      if (known !== undefined) return known;
      const toolProtocol = await reasoner.toolProtocol(context);
      await book.append({ event: "protocol", key, toolProtocol });
      return toolProtocol;
    },
    ask: async (messages, tools) => {
      const ordinal = exchanges.length;
      const request = describeRequest(messages, tools);
      const requestSha256 = hashRequest(request);
      const place = exchanges.push({ ordinal, requestSha256, request }) - 1;
      const saved =
        book.find(key, ordinal, requestSha256) ??
        (await askAnew(ordinal, requestSha256, messages, tools));
      const reply = toReply(saved.reply);
      exchanges[place] = { ordinal, requestSha256, request, reply };
      replies.push({ usage: reply.usage, costUsd: saved.costUsd });
      for (const warning of reply.warnings ?? []) warnings.add(warning);
      return reply;
    },
    exchanges: () => exchanges,
    usage: () => ({
      calls: replies.length,
      promptTokens: sum(replies.map(({ usage }) => usage.promptTokens)),
      completionTokens: sum(replies.map(({ usage }) => usage.completionTokens)),
      costUsd: sum(replies.map(({ costUsd }) => costUsd)),
    }),
    warnings: () => [...warnings],
  };
}

/** The parsed line has explicit undefined where the contract has absent fields. */
function toReply(saved: {
  readonly text: string;
  readonly toolCalls: ChatReply["toolCalls"];
  readonly usage: TokenUsage;
  readonly finishReason: string | null;
  readonly reasoning?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}): ChatReply {
  const { text, toolCalls, usage, finishReason, reasoning, warnings } = saved;
  return {
    ...{ text, toolCalls, usage, finishReason },
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/** Null as soon as one is unknown. */
export function sum(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );
}
