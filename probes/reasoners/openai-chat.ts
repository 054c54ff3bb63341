/**
 * Chat models at any server that speaks OpenAI's chat protocol. Owns one question and its reply: what
 * the server takes is learnt once and remembered; limits, repeats and bounds are the http host's. A
 * chat call changes nothing, so that it may be repeated.
 */
import { MissingToolError } from "../../core/errors.ts";
import { createRedactor } from "../../core/store/redact.ts";
import type { CallContext } from "../../generators/generator.ts";
import type { Env } from "../../generators/host.ts";
import { createHttpHost } from "../../generators/http/index.ts";
import type { HttpLimits } from "../../generators/http/types.ts";
import { type ChatSent, sendChat } from "./chat-call.ts";
import {
  adaptDialect,
  describeDialect,
  FIRST_DIALECT,
  isRefusalOfTools,
  joinDialects,
  MAX_ADAPTATIONS,
} from "./chat-dialect.ts";
import { buildChatRequest, type ChatQuestion } from "./chat-request.ts";
import { findChatServer } from "./chat-server.ts";
import type { ChatReasoner, TokenUsage, ToolSpec } from "./reasoner.ts";

const VERSION = "1";
/** As in the published evaluation. */
export const DEFAULT_TEMPERATURE = 0;
/** Tokens of one reply, as in the published evaluation. */
export const DEFAULT_MAX_TOKENS = 2048;
/** Thinking models are silent for minutes. */
const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const LIMITS: HttpLimits = { concurrency: 16, perMinute: 600 };
const TRIAL_MAX_TOKENS = 16;
const TRIAL_TOOL: ToolSpec = {
  name: "note",
  description: "Keeps a note.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

/** US dollars for a million tokens. */
export type TokenPrice = {
  readonly promptUsdPerMillion: number;
  readonly completionUsdPerMillion: number;
};

/** How tools are offered: found out, or as the user says. */
export type ToolProtocolOption = "auto" | "native" | "text";

export type ChatReasonerOptions = {
  /** The server's name of the model. */
  readonly model: string;
  /** As given to `--reasoner`. @default the model */
  readonly id?: string;
  /** @default OPENAI_BASE_URL, else OpenAI's own */
  readonly baseUrl?: string;
  readonly env: Env;
  /** Removes secrets from texts. */
  readonly redact: (text: string) => string;
  readonly price?: TokenPrice;
  /** @default 0 */
  readonly temperature?: number;
  /** Most tokens of a reply. @default 2048 */
  readonly maxTokens?: number;
  /** @default "auto" */
  readonly protocol?: ToolProtocolOption;
  /** Of one attempt, from sending to the last byte. @default 600000 */
  readonly timeoutMs?: number;
  /** @default 16 in flight, 600 a minute */
  readonly limits?: HttpLimits;
  /** First pause of the backoff; tests make it small. @default 500 */
  readonly firstPauseMs?: number;
};

/**
 * @throws UsageError when the base URL cannot be one
 * @throws MissingToolError when the server needs a key and there is none
 */
export function createChatReasoner(options: ChatReasonerOptions): ChatReasoner {
  const { model, price, firstPauseMs } = options;
  const temperature = options.temperature ?? DEFAULT_TEMPERATURE;
  const maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS;
  const protocol = options.protocol ?? "auto";
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const { baseUrl, key, missing } = findChatServer(options.env, options.baseUrl);
  if (missing !== undefined) {
    throw new MissingToolError(`expected ${missing} for --reasoner ${model} but received nothing`);
  }
  const own = createRedactor({ CHAT_API_KEY: key });
  const redact = (text: string) => own.text(options.redact(text));
  const http = createHttpHost({
    id: "chat",
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    limits: options.limits ?? LIMITS,
    redact,
    ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
  });
  const call = {
    http,
    // Answers may come in one piece after their head: silence is bounded by the whole.
    bounds: { timeoutMs, idleMs: timeoutMs, maxBytes: MAX_ANSWER_BYTES },
    redact,
  };
  let known = FIRST_DIALECT;
  let trial: Promise<"native" | "text"> | undefined;

  const ask = async (question: ChatQuestion, context: CallContext): Promise<ChatSent> => {
    let dialect = known;
    for (let adaptations = 0; ; adaptations += 1) {
      const sent = await sendChat(call, buildChatRequest(question, dialect), context);
      if (sent.ok) {
        known = joinDialects(known, dialect);
        const warnings = describeDialect(dialect, temperature);
        return warnings.length === 0 ? sent : { ok: true, reply: { ...sent.reply, warnings } };
      }
      const next =
        sent.refusal === undefined || adaptations >= MAX_ADAPTATIONS
          ? undefined
          : adaptDialect(dialect, sent.refusal);
      if (next === undefined) return sent;
      dialect = next;
    }
  };

  const tryTools = async (context: CallContext): Promise<"native" | "text"> => {
    const sent = await ask(
      {
        model,
        messages: [{ role: "user", content: [{ type: "text", text: "Reply with OK." }] }],
        tools: [TRIAL_TOOL],
        temperature,
        maxTokens: TRIAL_MAX_TOKENS,
      },
      context,
    );
    if (sent.ok) return "native";
    const { error, refusal } = sent;
    if (refusal !== undefined && isRefusalOfTools(refusal, model)) return "text";
    throw error;
  };

  const toolProtocol = async (context: CallContext): Promise<"native" | "text"> => {
    if (protocol !== "auto") return protocol;
    // Ends with a trial of its own at the latest.
    for (;;) {
      context.signal.throwIfAborted();
      if (trial === undefined) {
        const mine = tryTools(context);
        trial = mine;
        try {
          return await mine;
        } catch (error) {
          trial = undefined;
          throw error;
        }
      }
      // Another episode's trial may fail for reasons of its own, such as its end.
      const outcome = await trial.catch(() => undefined);
      if (outcome !== undefined) return outcome;
    }
  };

  return {
    kind: "chat",
    id: options.id ?? model,
    version: VERSION,
    params: { model, temperature, maxTokens, protocol },
    toolProtocol,
    reply: async (messages, given, context) => {
      const takesTools = given.length > 0 && (await toolProtocol(context)) === "native";
      const tools = takesTools ? given : [];
      const sent = await ask({ model, messages, tools, temperature, maxTokens }, context);
      if (!sent.ok) throw sent.error;
      return sent.reply;
    },
    costUsd: (usage) => costOf(price, usage),
  };
}

function costOf(price: TokenPrice | undefined, usage: TokenUsage): number | null {
  if (price === undefined) return null;
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === null || completionTokens === null) return null;
  const { promptUsdPerMillion, completionUsdPerMillion } = price;
  return (promptTokens * promptUsdPerMillion + completionTokens * completionUsdPerMillion) / 1e6;
}
