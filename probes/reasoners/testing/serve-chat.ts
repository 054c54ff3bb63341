/** A chat server on loopback for tests: records what is asked, answers as the test says. */
import type { ServerResponse } from "node:http";
import { type Received, sendJson, serve } from "../../../generators/common/testing/serve.ts";

export type AskedChat = Received & {
  /** The body, parsed. */
  readonly json: Readonly<Record<string, unknown>>;
};

export type ChatAnswer =
  | {
      /** @default 200 */
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  /** The connection is lost without an answer. */
  | "lost"
  /** No answer ever comes. */
  | "silence";

export type TestChatServer = AsyncDisposable & {
  /** Such as "http://127.0.0.1:40123/v1". */
  readonly baseUrl: string;
  /** Requests for completions, in order. */
  readonly asked: readonly AskedChat[];
};

/**
 * Listens on a free port until disposed of. Anything but POST /v1/chat/completions is 404.
 *
 * @param answer what to answer; `order` counts from 0
 */
export async function serveChat(
  answer: (asked: AskedChat, order: number) => ChatAnswer | Promise<ChatAnswer>,
): Promise<TestChatServer> {
  const asked: AskedChat[] = [];
  const respond = async (request: Received, response: ServerResponse): Promise<void> => {
    if (request.line !== "POST /v1/chat/completions") {
      sendJson(response, 404, { detail: "Not Found" });
      return;
    }
    const question = { ...request, json: JSON.parse(request.body.toString("utf8")) };
    asked.push(question);
    const given = await answer(question, asked.length - 1);
    if (given === "lost") response.destroy();
    else if (given !== "silence") {
      sendJson(response, given.status ?? 200, given.body, given.headers);
    }
  };
  const server = await serve((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  return {
    baseUrl: `${server.origin}/v1`,
    asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A completion of one message. */
export function completion(
  message: string | Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>> = {},
): ChatAnswer {
  const content = typeof message === "string" ? { content: message } : message;
  return {
    body: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 0,
      model: "test",
      choices: [{ index: 0, message: { role: "assistant", ...content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 120, completion_tokens: 7, total_tokens: 127 },
      ...rest,
    },
  };
}

/** An error as OpenAI words it. */
export function refusal(
  status: number,
  message: string,
  rest: Readonly<Record<string, unknown>> = {},
): ChatAnswer {
  return { status, body: { error: { message, type: "invalid_request_error", ...rest } } };
}
