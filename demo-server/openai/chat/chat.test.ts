import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../faults/types.ts";
import { createDemoServer, type RunningDemoServer } from "../../index.ts";
import {
  answered,
  called,
  chat,
  PIPE,
  picture,
  tool,
  user,
  withServer,
} from "../../testing/chat.ts";
import { ask, TOKEN } from "../../testing/requests.ts";

let server: RunningDemoServer;

beforeAll(async () => {
  server = await createDemoServer({ seed: "chat" }).start(0);
});
afterEach(() => server.faults.use(undefined));
afterAll(() => server.close());
describe("what the stand-in says", () => {
  it("answers in the format of the task, with small numbers that vary", async () => {
    const texts = new Set<string>();
    for (let turns = 0; turns < 5; turns += 1) {
      const past = Array.from({ length: turns }, (_, step) => [
        { role: "assistant", content: "a" },
        user(`State ${step + 1}: the board as it is now.`),
      ]).flat();
      const { reply } = await chat(server, { messages: [user(PIPE), ...past] });
      expect(reply?.text).toMatch(/^\{"answer":\{"x":[0-2],"y":[0-2]\}\}$/);
      expect(reply?.finish).toBe("stop");
      texts.add(reply?.text ?? "");
    }
    expect(texts.size).toBeGreaterThan(2);
  });

  it("takes one of the letters that a prompt lists", async () => {
    const text =
      '[Answer format] As JSON with one of the letters U, D, L, R:\n{"answer":"<letter>"}';
    const { reply } = await chat(server, { messages: [user(text)] });
    expect(reply?.text).toMatch(/^\{"answer":"[UDLR]"\}$/);
  });

  it("says OK where it recognises nothing", async () => {
    const { reply } = await chat(server, { messages: [user("Hello")], tools: [tool("note")] });
    expect(reply).toMatchObject({ text: "OK", calls: [], finish: "stop" });
  });

  it("calls the tool once, in the first step of an episode that imagines", async () => {
    const first = user(`${PIPE}\n[Imagination] Before an answer you may look ahead`);
    const tools = [tool("imagine_image")];
    const { reply } = await chat(server, { messages: [first], tools });
    expect(reply).toMatchObject({ text: null, finish: "tool_calls" });
    expect(reply?.calls).toHaveLength(1);
    const [call] = reply?.calls ?? [];
    expect(call?.function.name).toBe("imagine_image");
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ prompt: expect.any(String) });
    const next = await chat(server, { messages: [first, called, answered, user("Go on")], tools });
    expect(next.reply?.text).toMatch(/^\{"answer"/);
    const windowed = [first, user("State 3: the board as it is now.")];
    expect((await chat(server, { messages: windowed, tools })).reply?.text).toMatch(/^\{"answer"/);
    const never = await chat(server, { messages: [user(PIPE)], tools });
    expect(never.reply?.text).toMatch(/^\{"answer"/);
  });

  it("asks between tags where no tools are offered", async () => {
    const text = `${PIPE}\n[Imagination]\n<video_prompt>your words</video_prompt>`;
    const { reply } = await chat(server, { messages: [user(text)] });
    expect(reply?.text).toMatch(/^<video_prompt>.+<\/video_prompt>$/);
  });

  it("counts tokens by text and picture, and cuts at the limit", async () => {
    const content = (part: unknown) => [{ role: "user", content: [part] }];
    const words = await chat(server, { messages: content({ type: "text", text: "a".repeat(40) }) });
    expect(words.reply?.usage).toMatchObject({ prompt_tokens: 14, total_tokens: 15 });
    const seen = await chat(server, { messages: content(picture) });
    expect(seen.reply?.usage).toMatchObject({ prompt_tokens: 6, completion_tokens: 1 });
    const cut = await chat(server, { messages: [user(PIPE)], max_completion_tokens: 2 });
    expect(cut.reply).toMatchObject({ text: '{"answer', finish: "length" });
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
        const first = await chat(running, { messages, max_tokens: 9, temperature: 0 });
        expect(first.reply).toMatchObject({ text: "a", finish: "length" });
        expect(first.reply?.calls[0]?.function).toEqual({ name: "t", arguments: "{" });
        const second = await chat(running, { messages });
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
      await chat(running, { messages: [user("a")] });
      await chat(running, { messages: [] });
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
    const [call] = (await chat(server, body)).reply?.calls ?? [];
    expect(() => JSON.parse(call?.function.arguments ?? "")).toThrow(SyntaxError);
    play({ kind: "empty-content" });
    expect((await chat(server, body)).reply).toMatchObject({ text: "", calls: [], finish: "stop" });
    play({ kind: "cut-short" });
    const { reply } = await chat(server, { messages: [user(PIPE)] });
    expect(reply).toMatchObject({ text: expect.stringMatching(/^\{"ans/), finish: "length" });
    expect(() => JSON.parse(reply?.text ?? "")).toThrow(SyntaxError);
  });
});
