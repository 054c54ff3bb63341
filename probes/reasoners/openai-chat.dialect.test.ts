import { describe, expect, test } from "vitest";
import { failureOf } from "../../generators/common/testing/failure-of.ts";
import type { ToolSpec } from "./reasoner.ts";
import { context, hello, reasonerAt } from "./testing/reasoner-at.ts";
import { completion, refusal, serveChat } from "./testing/serve-chat.ts";

const TOOL: ToolSpec = {
  name: "imagine_image",
  description: "Paints.",
  parameters: { type: "object", properties: { prompt: { type: "string" } } },
};

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
