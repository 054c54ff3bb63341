import { describe, expect, test, vi } from "vitest";
import { MissingToolError, UsageError } from "../../core/errors.ts";
import { createChatReasoner } from "./openai-chat.ts";
import type { ChatMessage, ToolSpec } from "./reasoner.ts";
import { context, hello, KEY, reasonerAt } from "./testing/reasoner-at.ts";
import { completion, serveChat } from "./testing/serve-chat.ts";

const PNG = new Uint8Array([137, 80, 78, 71]);
const TOOL: ToolSpec = {
  name: "imagine_image",
  description: "Paints.",
  parameters: { type: "object", properties: { prompt: { type: "string" } } },
};

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
