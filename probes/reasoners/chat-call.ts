/**
 * One request to a chat server through the `openai` client, and what became of it. Leaves out what is
 * asked, and what to try after a refusal.
 */
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { ProviderError } from "../../core/errors.ts";
import { callSdk } from "../../generators/common/call-sdk.ts";
import { createOpenaiClient } from "../../generators/common/openai-client.ts";
import type { CallContext } from "../../generators/generator.ts";
import { shorten } from "../../generators/http/error-body.ts";
import type { HttpBounds, HttpHost } from "../../generators/http/types.ts";
import { readChatAnswer } from "./chat-answer.ts";
import type { Refusal } from "./chat-dialect.ts";
import type { ChatReply } from "./reasoner.ts";

export type ChatSent =
  | { readonly ok: true; readonly reply: ChatReply }
  /** `refusal`: the answer that is not 2xx, where one came. */
  | { readonly ok: false; readonly error: unknown; readonly refusal: Refusal | undefined };

export type ChatCall = {
  readonly http: HttpHost;
  readonly bounds: HttpBounds;
  readonly redact: (text: string) => string;
};

/** Never rejects: errors, the end of the signal too, are in the result. */
export async function sendChat(
  { http, bounds, redact }: ChatCall,
  body: ChatCompletionCreateParamsNonStreaming,
  context: CallContext,
): Promise<ChatSent> {
  let refusal: Refusal | undefined;
  const read = http.fetchAs("read", bounds, context);
  const send: typeof fetch = async (input, init) => {
    const response = await read(input, init);
    const { ok, status } = response;
    if (!ok) refusal = { status, body: await response.clone().text() };
    return response;
  };
  try {
    const call = { host: "chat", what: "reply", send, isCharged: false, redact };
    const answer = await callSdk<unknown>(call, async (fetchOnce) => {
      const client = await createOpenaiClient(http.baseUrl, fetchOnce);
      return await client.chat.completions.create(body);
    });
    const found = readChatAnswer(answer);
    if (found.ok) return found;
    return { ok: false, error: unusable(found, redact), refusal };
  } catch (error) {
    return { ok: false, error: advise(error), refusal: refusal ?? refusalOf(error) };
  }
}

const ADVICE: Readonly<Record<number, string>> = {
  401: "Check OPENAI_API_KEY, or CHAT_API_KEY for a server of --base-url",
  403: "Check OPENAI_API_KEY or CHAT_API_KEY, and what its account may use",
  404: "Check the base URL, which ends in /v1 at most servers, and the model's name",
  405: "Check the base URL, which ends in /v1 at most servers",
  413: "The pictures are too large for this server: ask for a smaller frame size",
};

function advise(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { message, context, isRetryable } = error;
  const advice = ADVICE[Number(context["status"])];
  if (advice === undefined) return error;
  return new ProviderError(`${message}. ${advice}`, { context, isRetryable });
}

/** Of an answer that was asked for again and again, such as a 5xx, its words are left only. */
function refusalOf(error: unknown): Refusal | undefined {
  const status = error instanceof ProviderError ? error.context["status"] : undefined;
  return error instanceof ProviderError && typeof status === "number"
    ? { status, body: error.message }
    : undefined;
}

function unusable(
  { reason, said }: { readonly reason: string; readonly said: string },
  redact: (text: string) => string,
): ProviderError {
  const what = said === "" ? reason : `${reason}: ${shorten(redact(said))}`;
  return new ProviderError(
    `expected a chat completion for POST /chat/completions at chat but received ${what}. ` +
      "Check that the base URL is that of the API",
    { context: { host: "chat" }, isRetryable: true },
  );
}
