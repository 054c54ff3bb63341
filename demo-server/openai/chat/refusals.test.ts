import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoServer, type RunningDemoServer } from "../../index.ts";
import { answered, called, chat, picture, tool, user, withServer } from "../../testing/chat.ts";
import { ask, dataUri, demoPng, TOKEN } from "../../testing/requests.ts";

let server: RunningDemoServer;

beforeAll(async () => {
  server = await createDemoServer({ seed: "chat" }).start(0);
});
afterAll(() => server.close());
describe("what is refused", () => {
  const bare = [user("a")];
  it.each<[string, Record<string, unknown>, string]>([
    ["no messages", { messages: [] }, "messages"],
    ["an unknown role", { messages: [{ role: "robot", content: "a" }] }, "messages.0.role"],
    ["an unknown field", { messages: bare, frames: 3 }, "frames"],
    ["a temperature", { messages: bare, temperature: 3 }, "temperature"],
    ["max_tokens", { messages: bare, max_tokens: 0 }, "max_tokens"],
    ["both limits", { messages: bare, max_tokens: 1, max_completion_tokens: 1 }, "max_tokens"],
    ["a stream", { messages: bare, stream: true }, "stream"],
    ["a tool's shape", { messages: bare, tools: [{ name: "a" }] }, "tools.0.type"],
    ["two tools of one name", { messages: bare, tools: [tool("a"), tool("a")] }, "tools"],
    ["a choice without tools", { messages: bare, tool_choice: "auto" }, "tool_choice"],
    ["an empty assistant", { messages: [{ role: "assistant", content: "" }] }, "messages.[0]"],
    ["a tool message alone", { messages: [answered] }, "messages.[0].role"],
    ["a call without a response", { messages: [called, user("a")] }, "messages.[1].role"],
    [
      "a picture elsewhere",
      { messages: [{ role: "system", content: [picture] }] },
      "messages.0.content",
    ],
    [
      "a picture in a tool message",
      { messages: [called, { ...answered, content: [picture] }] },
      "messages.[1].content.[0]",
    ],
    [
      "a picture by URL",
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "https://a/b.png" } }] },
        ],
      },
      "messages.[0].content.[0].image_url.url",
    ],
    [
      "a picture that does not decode",
      {
        messages: [
          {
            role: "user",
            content: [
              {
                type: "image_url",
                image_url: { url: dataUri(demoPng().subarray(0, 40)) },
              },
            ],
          },
        ],
      },
      "messages.[0].content.[0].image_url.url",
    ],
    [
      "arguments that are no JSON",
      {
        messages: [
          {
            ...called,
            tool_calls: [
              { id: "c1", type: "function", function: { name: "a", arguments: '{"prompt' } },
            ],
          },
          answered,
        ],
      },
      "messages.[0].tool_calls",
    ],
  ])("%s", async (_, body, param) => {
    const { status, body: answer } = await chat(server, body);
    expect({ status, answer }).toMatchObject({
      status: 400,
      answer: { error: { type: "invalid_request_error", param } },
    });
  });

  it("a request without a token, or without JSON", async () => {
    const url = `${server.url}/v1/chat/completions`;
    expect((await ask(url, { json: { model: "m", messages: bare } })).status).toBe(401);
    const broken = await fetch(url, { method: "POST", body: "{", headers: TOKEN });
    expect(broken.status).toBe(400);
  });

  it("in SGLang's words at /sglang/v1", async () => {
    const { status, body } = await chat(server, { messages: [] }, "/sglang/v1");
    expect({ status, body }).toMatchObject({ status: 400, body: { object: "error", code: 400 } });
    expect((await chat(server, { messages: bare }, "/sglang/v1")).reply?.text).toBe("OK");
  });

  it("what the server was told to refuse", async () => {
    await withServer({ chatRefuses: ["tools", "max_tokens", "temperature", "images"] }, (running) =>
      Promise.all(
        [
          [{ tools: [tool("a")] }, /'tools' is not supported/],
          [{ max_tokens: 5 }, /'max_tokens' is not supported.*max_completion_tokens/],
          [{ temperature: 0 }, /'temperature' does not support 0/],
          [{ messages: [{ role: "user", content: [picture] }] }, /no image input/],
        ].map(async ([body, words]) => {
          const { status, body: answer } = await chat(running, {
            messages: bare,
            ...(body as object),
          });
          expect({ status, answer }).toMatchObject({
            status: 400,
            answer: { error: { message: expect.stringMatching(words as RegExp) } },
          });
        }),
      ),
    );
  });
});
