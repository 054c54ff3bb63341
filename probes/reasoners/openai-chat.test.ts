import { describe, expect, test, vi } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { failureOf } from "../../generators/shared/testing/failure-of.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { type ChatReasonerOptions, createChatReasoner } from "./openai-chat.ts";
import type { ChatMessage, ToolSpec } from "./reasoner.ts";
import { completion, refusal, serveChat } from "./testing/serve-chat.ts";

const KEY = "test-key-0123456789abcdef";
const PNG = new Uint8Array([137, 80, 78, 71]);
const TOOL: ToolSpec = {
  name: "imagine_image",
  description: "Paints.",
  parameters: { type: "object", properties: { prompt: { type: "string" } } },
};
const hello: readonly ChatMessage[] = [
  { role: "user", content: [{ type: "text", text: "Hello" }] },
];
const context = startContext();

function reasonerAt(baseUrl: string, more: Partial<ChatReasonerOptions> = {}) {
  return createChatReasoner({
    model: "qwen3-vl",
    baseUrl,
    env: { OPENAI_API_KEY: KEY },
    redact: (text) => text,
    firstPauseMs: 2,
    ...more,
  });
}

describe("the question", () => {
  test("everything of it", async () => {
    vi.stubEnv("OPENAI_ORG_ID", "org-of-somebody");
    await using server = await serveChat(() => completion("U"));
    const messages: readonly ChatMessage[] = [
      { role: "system", content: [{ type: "text", text: "Play." }] },
      {
        role: "user",
        content: [
          { type: "text", text: "State 0." },
          { type: "image", png: PNG, path: "step-00.png" },
        ],
      },
      {
        role: "assistant",
        text: "",
        toolCalls: [
          { id: "a", name: "imagine_image", arguments: '{"prompt":"a"}' },
          { id: "b", name: "imagine_image", arguments: "no JSON" },
        ],
      },
      { role: "tool", toolCallId: "a", text: "The picture follows." },
      { role: "user", content: [{ type: "text", text: "State 1." }] },
      { role: "assistant", text: "U", toolCalls: [] },
    ];
    const reasoner = reasonerAt(server.baseUrl, { protocol: "native" });
    await reasoner.reply(messages, [TOOL], context);
    vi.unstubAllEnvs();
    const [asked] = server.asked;
    expect(asked?.json).toEqual({
      model: "qwen3-vl",
      temperature: 0,
      max_tokens: 2048,
      stream: false,
      tools: [{ type: "function", function: TOOL }],
      messages: [
        { role: "system", content: "Play." },
        {
          role: "user",
          content: [
            { type: "text", text: "State 0." },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "a",
              type: "function",
              function: { name: "imagine_image", arguments: '{"prompt":"a"}' },
            },
            { id: "b", type: "function", function: { name: "imagine_image", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "The picture follows." },
        { role: "user", content: "State 1." },
        { role: "assistant", content: "U" },
      ],
    });
    expect(asked?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(asked?.headers)).not.toContain("org-of-somebody");
  });

  test("what enters the work key: no URL, no key", async () => {
    const reasoner = reasonerAt("http://127.0.0.1:9/v1", { id: "chat:qwen3-vl", maxTokens: 10 });
    expect(reasoner.id).toBe("chat:qwen3-vl");
    expect(reasoner.params).toEqual({
      model: "qwen3-vl",
      temperature: 0,
      maxTokens: 10,
      protocol: "auto",
    });
  });
});

describe("the reply", () => {
  test("text, thoughts, tool calls, tokens and why it ended", async () => {
    await using server = await serveChat(() => ({
      body: {
        choices: [
          {
            message: {
              content: [
                { type: "text", text: "U" },
                { type: "text", text: "!" },
              ],
              reasoning_content: "D is shut",
              tool_calls: [
                { id: "x", function: { name: "imagine_image", arguments: '{"prompt":"a"' } },
                { function: { name: "imagine_image", arguments: { prompt: "b" } } },
              ],
            },
            finish_reason: "length",
          },
        ],
        usage: { prompt_tokens: 0, completion_tokens: 2048 },
      },
    }));
    expect(await reasonerAt(server.baseUrl).reply(hello, [], context)).toEqual({
      text: "U!",
      reasoning: "D is shut",
      toolCalls: [
        { id: "x", name: "imagine_image", arguments: '{"prompt":"a"' },
        { id: "call-1", name: "imagine_image", arguments: '{"prompt":"b"}' },
      ],
      usage: { promptTokens: 0, completionTokens: 2048 },
      finishReason: "length",
    });
  });

  test("what a server leaves out", async () => {
    await using server = await serveChat(() => ({
      body: { choices: [{ message: { content: null } }] },
    }));
    expect(await reasonerAt(server.baseUrl).reply(hello, [], context)).toEqual({
      text: "",
      toolCalls: [],
      usage: { promptTokens: null, completionTokens: null },
      finishReason: null,
    });
  });

  test("a refusal of the model is what it said", async () => {
    await using server = await serveChat(() => completion({ content: null, refusal: "I can't." }));
    const { text } = await reasonerAt(server.baseUrl).reply(hello, [], context);
    expect(text).toBe("I can't.");
  });

  test("costs: null without a price or without counts, else exact", () => {
    const price = { promptUsdPerMillion: 2, completionUsdPerMillion: 10 };
    const priced = reasonerAt("http://127.0.0.1:9/v1", { price });
    expect(priced.costUsd({ promptTokens: 1000, completionTokens: 100 })).toBe(0.003);
    expect(priced.costUsd({ promptTokens: 0, completionTokens: 0 })).toBe(0);
    expect(priced.costUsd({ promptTokens: null, completionTokens: 100 })).toBeNull();
    const unpriced = reasonerAt("http://127.0.0.1:9/v1");
    expect(unpriced.costUsd({ promptTokens: 0, completionTokens: 0 })).toBeNull();
  });
});

describe("failures that pass", () => {
  test.each([
    ["429", { status: 429, headers: { "retry-after": "0" }, body: { detail: "slow down" } }],
    ["503", { status: 503, body: { detail: "loading" } }],
    ["a lost connection", "lost"],
  ] as const)("%s: the same question again", async (_, failure) => {
    await using server = await serveChat((_asked, order) =>
      order < 2 ? failure : completion("U"),
    );
    const { text } = await reasonerAt(server.baseUrl).reply(hello, [], context);
    expect(text).toBe("U");
    expect(server.asked.map(({ json }) => json)).toEqual(Array(3).fill(server.asked[0]?.json));
  });

  test("waits as long as it is told to, and says so", async () => {
    await using server = await serveChat((_asked, order) =>
      order === 0 ? { status: 429, headers: { "retry-after": "1" }, body: {} } : completion("U"),
    );
    const waits: (string | undefined)[] = [];
    const startMs = performance.now();
    await reasonerAt(server.baseUrl).reply(hello, [], { ...context, onWait: (w) => waits.push(w) });
    expect(performance.now() - startMs).toBeGreaterThan(950);
    expect(waits[0]).toContain("asked to wait 1 s");
  });

  test("that do not: an error that may be tried again later", async () => {
    await using server = await serveChat(() => ({ status: 500, body: { detail: "broken" } }));
    const error = await failureOf(reasonerAt(server.baseUrl).reply(hello, [], context));
    expect(error.message).toContain('status 500: "broken"');
    expect(error.isRetryable).toBe(true);
    expect(server.asked.length).toBeGreaterThan(1);
  });

  test("silence, bounded", async () => {
    await using server = await serveChat((_asked, order) =>
      order === 0 ? "silence" : completion("U"),
    );
    const reasoner = reasonerAt(server.baseUrl, { timeoutMs: 200 });
    expect((await reasoner.reply(hello, [], context)).text).toBe("U");
  });

  test("the end of the run is obeyed at once", async () => {
    await using server = await serveChat(() => "silence");
    const stop = new AbortController();
    const reply = reasonerAt(server.baseUrl).reply(hello, [], { signal: stop.signal });
    setTimeout(() => stop.abort(), 30);
    await expect(reply).rejects.toHaveProperty("name", "AbortError");
  });
});

describe("failures that stay", () => {
  test.each([
    [refusal(400, "bad picture"), "received 400: bad picture"],
    [
      { status: 422, body: { detail: [{ loc: ["body", "messages"], msg: "too many" }] } },
      "body.messages: too many",
    ],
    [{ status: 404, body: { detail: "no such model" } }, "no such model. Check the base URL"],
    [{ status: 200, body: { error: { message: "upstream is down" } } }, "upstream is down"],
    [{ status: 200, body: { choices: [] } }, "something else at choices"],
    [{ status: 200, body: "hello" }, "Check that the base URL"],
  ])("%j", async (answer, message) => {
    await using server = await serveChat(() => answer);
    const error = await failureOf(reasonerAt(server.baseUrl).reply(hello, [], context));
    expect(error.message).toContain(message);
    expect(server.asked).toHaveLength(1);
  });

  test.each([
    ["as is", refusal(401, `Incorrect API key: ${KEY}`)],
    ["in a header", { status: 401, body: { detail: `Authorization: Bearer ${KEY} is wrong` } }],
    ["with success", { body: { error: { message: `unknown ${KEY}` } } }],
    ["as a field", { status: 500, body: { detail: { message: `bad ${KEY}` } } }],
    ["beyond what is repeated", refusal(400, `${"x".repeat(290)}${KEY}`)],
  ])("a key that the server repeats is not: %s", async (_, answer) => {
    await using server = await serveChat(() => answer);
    const reasoner = reasonerAt(server.baseUrl);
    const calls = [() => reasoner.reply(hello, [], context), () => reasoner.toolProtocol(context)];
    for (const call of calls) {
      const error = await failureOf(call());
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(
        KEY.slice(0, 9),
      );
      expect(error.cause).toBeUndefined();
    }
  });
});

describe("servers that take other parameters", () => {
  const takes = (json: Readonly<Record<string, unknown>>) => {
    if ("max_tokens" in json) {
      return refusal(400, "Unsupported parameter: use 'max_completion_tokens' instead.", {
        param: "max_tokens",
        code: "unsupported_parameter",
      });
    }
    if ("temperature" in json) {
      return refusal(400, "Unsupported value: does not support 0 with this model.", {
        param: "temperature",
      });
    }
    return completion("U");
  };

  test("each is tried once, remembered, and told in every reply", async () => {
    await using server = await serveChat(({ json }) => takes(json));
    const reasoner = reasonerAt(server.baseUrl);
    const first = await reasoner.reply(hello, [], context);
    const second = await reasoner.reply(hello, [], context);
    expect(server.asked).toHaveLength(4);
    expect(server.asked.at(-1)?.json).toEqual({
      model: "qwen3-vl",
      messages: [{ role: "user", content: "Hello" }],
      max_completion_tokens: 2048,
      stream: false,
    });
    expect(first.warnings).toEqual([
      "temperature 0 is not sent: the server refuses it for this model",
      "max_completion_tokens is sent for max_tokens: thoughts count as well",
    ]);
    expect(second).toEqual(first);
    expect(reasoner.params).toMatchObject({ temperature: 0, maxTokens: 2048 });
  });

  test("at the same time", async () => {
    await using server = await serveChat(({ json }) => takes(json));
    const reasoner = reasonerAt(server.baseUrl);
    const replies = await Promise.all([1, 2, 3].map(() => reasoner.reply(hello, [], context)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });

  test("FastAPI's words", async () => {
    await using server = await serveChat(({ json }) =>
      "temperature" in json
        ? {
            status: 422,
            body: { detail: [{ loc: ["body", "temperature"], msg: "extra fields not permitted" }] },
          }
        : completion("U"),
    );
    const reply = await reasonerAt(server.baseUrl).reply(hello, [], context);
    expect(reply.warnings).toHaveLength(1);
    expect(server.asked.at(-1)?.json).toMatchObject({ max_tokens: 2048 });
  });

  test.each([
    "max_tokens is too large: 2048. This model supports at most 1024 completion tokens",
    "'max_tokens' or 'max_completion_tokens' is too large: the context length is 2000",
    "the picture is too large",
  ])("%s: no reason to try anything else", async (message) => {
    await using server = await serveChat(() => refusal(400, message));
    const error = await failureOf(reasonerAt(server.baseUrl).reply(hello, [], context));
    expect(error.message).toContain(message.slice(0, 20));
    expect(server.asked).toHaveLength(1);
  });

  test("a refusal that stays is no endless loop", async () => {
    await using server = await serveChat(() =>
      refusal(400, "max_tokens and temperature are unsupported"),
    );
    await failureOf(reasonerAt(server.baseUrl).reply(hello, [], context));
    expect(server.asked).toHaveLength(3);
  });

  test("nothing is remembered of what did not help", async () => {
    await using server = await serveChat((_asked, order) =>
      order < 2 ? refusal(400, "temperature must be hot") : completion("U"),
    );
    const reasoner = reasonerAt(server.baseUrl);
    await failureOf(reasoner.reply(hello, [], context));
    expect(await reasoner.reply(hello, [], context)).not.toHaveProperty("warnings");
  });
});

describe("tools", () => {
  test("taken: asked once for all, before the first call that carries some", async () => {
    await using server = await serveChat(() => completion("U"));
    const reasoner = reasonerAt(server.baseUrl);
    await reasoner.reply(hello, [], context);
    expect(server.asked).toHaveLength(1);
    const found = await Promise.all([1, 2, 3].map(() => reasoner.toolProtocol(context)));
    expect(found).toEqual(["native", "native", "native"]);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[1]?.json).toHaveProperty("tools");
    await reasoner.reply(hello, [TOOL], context);
    expect(server.asked).toHaveLength(3);
    expect(server.asked[2]?.json["tools"]).toEqual([{ type: "function", function: TOOL }]);
  });

  test.each([
    refusal(400, '"auto" tool choice requires --enable-auto-tool-choice'),
    refusal(400, "registry/llava:latest does not support tools"),
    refusal(404, "No endpoints found that support tool use."),
    { status: 422, body: { detail: [{ loc: ["body", "tools"], msg: "extra fields" }] } },
    { status: 500, body: { error: { message: "tools param requires --jinja flag" } } },
  ])("refused: the text protocol, for good: %j", async (answer) => {
    await using server = await serveChat(({ json }) =>
      "tools" in json ? answer : completion("U"),
    );
    const reasoner = reasonerAt(server.baseUrl, { firstPauseMs: 1 });
    expect(await reasoner.toolProtocol(context)).toBe("text");
    const before = server.asked.length;
    expect(await reasoner.toolProtocol(context)).toBe("text");
    expect((await reasoner.reply(hello, [TOOL], context)).text).toBe("U");
    expect(server.asked).toHaveLength(before + 1);
    expect(server.asked.at(-1)?.json).not.toHaveProperty("tools");
  });

  test("another failure decides nothing, and is tried again", async () => {
    await using server = await serveChat((_asked, order) =>
      order === 0 ? refusal(404, "The model `qwen3-vl-tools` does not exist") : completion("U"),
    );
    const reasoner = reasonerAt(server.baseUrl, { model: "qwen3-vl-tools" });
    const error = await failureOf(reasoner.toolProtocol(context));
    expect(error.message).toContain("does not exist");
    expect(await reasoner.toolProtocol(context)).toBe("native");
  });

  test("one who leaves does not spoil it for others", async () => {
    await using server = await serveChat(async (_asked, order) =>
      order === 0 ? "silence" : completion("U"),
    );
    const reasoner = reasonerAt(server.baseUrl);
    const stop = new AbortController();
    const first = reasoner.toolProtocol({ signal: stop.signal });
    const second = reasoner.toolProtocol(context);
    setTimeout(() => stop.abort(), 30);
    await expect(first).rejects.toHaveProperty("name", "AbortError");
    expect(await second).toBe("native");
  });

  test("as the user says, without asking", async () => {
    await using server = await serveChat(() => completion("U"));
    for (const protocol of ["native", "text"] as const) {
      const reasoner = reasonerAt(server.baseUrl, { protocol });
      expect(await reasoner.toolProtocol(context)).toBe(protocol);
      expect(reasoner.params).toMatchObject({ protocol });
    }
    expect(server.asked).toHaveLength(0);
  });
});

describe("the server", () => {
  test("a server of one's own needs no key", async () => {
    await using server = await serveChat(() => completion("U"));
    await reasonerAt(server.baseUrl, { env: {} }).reply(hello, [], context);
    expect(server.asked[0]?.headers["authorization"]).toBe("Bearer none");
  });

  test("--base-url wins over OPENAI_BASE_URL", async () => {
    await using server = await serveChat(() => completion("U"));
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    expect((await reasonerAt(`${server.baseUrl}/`, { env }).reply(hello, [], context)).text).toBe(
      "U",
    );
    const other = createChatReasoner({
      model: "m",
      env: { OPENAI_BASE_URL: server.baseUrl },
      redact: (text) => text,
    });
    expect((await other.reply(hello, [], context)).text).toBe("U");
  });

  test("OpenAI's own needs one", () => {
    const make = () => createChatReasoner({ model: "gpt-5.6-luna", env: {}, redact: (t) => t });
    expect(make).toThrow(MissingToolError);
    expect(make).toThrow("OPENAI_API_KEY");
  });

  test.each([
    "localhost:8000/v1",
    "ftp://host/v1",
    "http://me:secret-word@host/v1",
    "http://h/v1?k=secret-word",
  ])("%s is no base URL", (baseUrl) => {
    const make = () => reasonerAt(baseUrl);
    expect(make).toThrow(UsageError);
    expect(make).not.toThrow("secret-word");
  });
});
