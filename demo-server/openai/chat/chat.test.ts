import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../faults/types.ts";
import { createDemoServer, type DemoServerOptions, type RunningDemoServer } from "../../index.ts";
import { ask, dataUri, demoPng, TOKEN } from "../../testing/requests.ts";

let server: RunningDemoServer;

beforeAll(async () => {
  server = await createDemoServer({ seed: "chat" }).start(0);
});
afterEach(() => server.faults.use(undefined));
afterAll(() => server.close());

const user = (text: string) => ({ role: "user", content: text });
const picture = { type: "image_url", image_url: { url: dataUri(demoPng(56, 28)) } };
const tool = (name: string) => ({
  type: "function",
  function: { name, description: "a", parameters: { type: "object", properties: {} } },
});
const called = {
  role: "assistant",
  content: null,
  tool_calls: [
    {
      id: "c1",
      type: "function",
      function: { name: "imagine_image", arguments: '{"prompt":"a"}' },
    },
  ],
};
const answered = { role: "tool", tool_call_id: "c1", content: "Done" };
const PIPE = '[Task] a\n[Answer format] Give the next move:\n{"answer":{"x":<column>,"y":<row>}}';

type Reply = {
  readonly text: string | null;
  readonly calls: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly finish: string;
  readonly usage: Readonly<Record<string, number>>;
};

async function chat(
  body: Readonly<Record<string, unknown>>,
  { url = server.url, prefix = "/v1" } = {},
): Promise<{ status: number; body: Readonly<Record<string, unknown>>; reply: Reply | undefined }> {
  const json = { model: "m", ...body };
  const answer = await ask(`${url}${prefix}/chat/completions`, { json, headers: TOKEN });
  const [choice] = (answer.body["choices"] ?? []) as readonly Record<string, unknown>[];
  if (choice === undefined) return { ...answer, reply: undefined };
  const message = choice["message"] as Record<string, unknown>;
  const reply: Reply = {
    text: message["content"] as string | null,
    calls: (message["tool_calls"] ?? []) as Reply["calls"],
    finish: String(choice["finish_reason"]),
    usage: answer.body["usage"] as Reply["usage"],
  };
  return { ...answer, reply };
}

async function withServer<T>(
  options: DemoServerOptions,
  act: (running: RunningDemoServer) => Promise<T>,
): Promise<T> {
  const running = await createDemoServer(options).start(0);
  try {
    return await act(running);
  } finally {
    await running.close();
  }
}

describe("what the stand-in says", () => {
  it("answers in the format of the task, with small numbers that vary", async () => {
    const texts = new Set<string>();
    for (let turns = 0; turns < 5; turns += 1) {
      const past = Array.from({ length: turns }, (_, step) => [
        { role: "assistant", content: "a" },
        user(`State ${step + 1}: the board as it is now.`),
      ]).flat();
      const { reply } = await chat({ messages: [user(PIPE), ...past] });
      expect(reply?.text).toMatch(/^\{"answer":\{"x":[0-2],"y":[0-2]\}\}$/);
      expect(reply?.finish).toBe("stop");
      texts.add(reply?.text ?? "");
    }
    expect(texts.size).toBeGreaterThan(2);
  });

  it("takes one of the letters that a prompt lists", async () => {
    const text =
      '[Answer format] As JSON with one of the letters U, D, L, R:\n{"answer":"<letter>"}';
    const { reply } = await chat({ messages: [user(text)] });
    expect(reply?.text).toMatch(/^\{"answer":"[UDLR]"\}$/);
  });

  it("says OK where it recognises nothing", async () => {
    const { reply } = await chat({ messages: [user("Hello")], tools: [tool("note")] });
    expect(reply).toMatchObject({ text: "OK", calls: [], finish: "stop" });
  });

  it("calls the tool once, in the first step of an episode that imagines", async () => {
    const first = user(`${PIPE}\n[Imagination] Before an answer you may look ahead`);
    const tools = [tool("imagine_image")];
    const { reply } = await chat({ messages: [first], tools });
    expect(reply).toMatchObject({ text: null, finish: "tool_calls" });
    expect(reply?.calls).toHaveLength(1);
    const [call] = reply?.calls ?? [];
    expect(call?.function.name).toBe("imagine_image");
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ prompt: expect.any(String) });
    const next = await chat({ messages: [first, called, answered, user("Go on")], tools });
    expect(next.reply?.text).toMatch(/^\{"answer"/);
    const windowed = [first, user("State 3: the board as it is now.")];
    expect((await chat({ messages: windowed, tools })).reply?.text).toMatch(/^\{"answer"/);
    const never = await chat({ messages: [user(PIPE)], tools });
    expect(never.reply?.text).toMatch(/^\{"answer"/);
  });

  it("asks between tags where no tools are offered", async () => {
    const text = `${PIPE}\n[Imagination]\n<video_prompt>your words</video_prompt>`;
    const { reply } = await chat({ messages: [user(text)] });
    expect(reply?.text).toMatch(/^<video_prompt>.+<\/video_prompt>$/);
  });

  it("counts tokens by text and picture, and cuts at the limit", async () => {
    const content = (part: unknown) => [{ role: "user", content: [part] }];
    const words = await chat({ messages: content({ type: "text", text: "a".repeat(40) }) });
    expect(words.reply?.usage).toMatchObject({ prompt_tokens: 14, total_tokens: 15 });
    const seen = await chat({ messages: content(picture) });
    expect(seen.reply?.usage).toMatchObject({ prompt_tokens: 6, completion_tokens: 1 });
    const cut = await chat({ messages: [user(PIPE)], max_completion_tokens: 2 });
    expect(cut.reply).toMatchObject({ text: '{"answer', finish: "length" });
  });
});

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
    const { status, body: answer } = await chat(body);
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
    const { status, body } = await chat({ messages: [] }, { prefix: "/sglang/v1" });
    expect({ status, body }).toMatchObject({ status: 400, body: { object: "error", code: 400 } });
    expect((await chat({ messages: bare }, { prefix: "/sglang/v1" })).reply?.text).toBe("OK");
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
          const { status, body: answer } = await chat(
            { messages: bare, ...(body as object) },
            running,
          );
          expect({ status, answer }).toMatchObject({
            status: 400,
            answer: { error: { message: expect.stringMatching(words as RegExp) } },
          });
        }),
      ),
    );
  });
});

describe("scripts and faults", () => {
  it("lets a script answer, and shows it what was asked", async () => {
    const seen: unknown[] = [];
    await withServer(
      {
        chat: (asked) => {
          seen.push(asked);
          if (asked.order === 1) return { status: 500, body: { detail: "no" } };
          return { text: "a", toolCalls: [{ name: "t", arguments: "{" }], finishReason: "length" };
        },
      },
      async (running) => {
        const messages = [{ role: "user", content: [{ type: "text", text: "b" }, picture] }];
        const first = await chat({ messages, max_tokens: 9, temperature: 0 }, running);
        expect(first.reply).toMatchObject({ text: "a", finish: "length" });
        expect(first.reply?.calls[0]?.function).toEqual({ name: "t", arguments: "{" });
        const second = await chat({ messages }, running);
        expect(second).toMatchObject({ status: 500, body: { detail: "no" } });
        expect(seen[0]).toMatchObject({
          messages: [{ role: "user", text: "b", pictures: [{ widthPx: 56, heightPx: 28 }] }],
          temperature: 0,
          maxTokens: 9,
          order: 0,
        });
        expect(running.chats()).toHaveLength(2);
        const kept = JSON.stringify(running.chats()[0]);
        expect(kept).toContain('{"type":"text","text":"b"}');
        expect(kept).toMatch(/"url":"data:image\/png;sha256,[0-9a-f]{64}"/);
      },
    );
  });

  it("counts chat calls apart from creates", async () => {
    await withServer({}, async (running) => {
      await chat({ messages: [user("a")] }, running);
      await chat({ messages: [] }, running);
      expect((await ask(`${running.url}/stats`)).body).toMatchObject({
        chatCalls: 2,
        billableCreates: 0,
        refusedCreates: 0,
        distinctCreates: 0,
      });
    });
  });

  const first = user(`${PIPE}\n[Imagination] look ahead`);
  const body = { messages: [first], tools: [tool("imagine_image")] };
  const play = (fault: Fault) =>
    server.faults.use(({ provider, action }) =>
      provider === "openai" && action === "chat" ? fault : undefined,
    );

  it.each<[Fault, number]>([
    [{ kind: "too-many-requests", retryAfterSec: 2 }, 429],
    [{ kind: "error-500-after" }, 500],
    [{ kind: "unavailable" }, 503],
    [{ kind: "detail-error", status: 422, detail: "no" }, 422],
  ])("plays %o", async (fault, status) => {
    play(fault);
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "m", ...body }),
      headers: { ...TOKEN, "Content-Type": "application/json" },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Retry-After")).toBe(status === 429 ? "2" : null);
  });

  it("spoils what is said", async () => {
    play({ kind: "malformed-arguments" });
    const [call] = (await chat(body)).reply?.calls ?? [];
    expect(() => JSON.parse(call?.function.arguments ?? "")).toThrow(SyntaxError);
    play({ kind: "empty-content" });
    expect((await chat(body)).reply).toMatchObject({ text: "", calls: [], finish: "stop" });
    play({ kind: "cut-short" });
    const { reply } = await chat({ messages: [user(PIPE)] });
    expect(reply).toMatchObject({ text: expect.stringMatching(/^\{"ans/), finish: "length" });
    expect(() => JSON.parse(reply?.text ?? "")).toThrow(SyntaxError);
  });
});
