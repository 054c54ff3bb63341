import { describe, expect, test } from "vitest";
import { failureOf } from "../../generators/common/testing/failure-of.ts";
import { context, hello, KEY, reasonerAt } from "./testing/reasoner-at.ts";
import { completion, refusal, serveChat } from "./testing/serve-chat.ts";

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
