import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { queueOf, type RunningDemoServer } from "../../demo-server/index.ts";
import { ask, TOKEN } from "../../demo-server/testing/requests.ts";
import { createChatReasoner } from "../../probes/reasoners/openai-chat.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import { startContext } from "../helpers/call-context.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";
import { HAS_SPECS, publishedCheck } from "./published.ts";

let fakes: RunningDemoServer;

beforeAll(async () => {
  fakes = await startFakes({ seed: "chat" });
});
afterEach(() => fakes.faults.use(undefined));
afterAll(() => fakes.close());

const NOTE = "(skipped when the descriptions are absent)";
const TOOL = {
  name: "imagine_image",
  description: "Paints.",
  parameters: { type: "object", properties: { prompt: { type: "string" } } },
};

function reasonerAt(baseUrl: string) {
  const env = { CHAT_API_KEY: "demo" };
  return createChatReasoner({ model: "m", baseUrl, env, redact: (text) => text, firstPauseMs: 1 });
}

const promptOf = (taskId: string): string => {
  const task = getTask(taskId);
  const { initialState, actionBudget } = task.generate("easy", 1);
  return task.prompt(initialState, actionBudget);
};
const saying = (text: string) => [
  { role: "user" as const, content: [{ type: "text" as const, text }] },
];

describe.skipIf(!HAS_SPECS)(`chat completions are as published ${NOTE}`, () => {
  it.each(["/v1", "/sglang/v1"])("answers at %s", async (prefix) => {
    const check = publishedCheck("openai", "CreateChatCompletionResponse");
    const url = `${fakes.url}${prefix}/chat/completions`;
    const tools = [{ type: "function", function: TOOL }];
    const text = `${promptOf("pipe")}\n[Imagination] You may look ahead.`;
    const messages = [{ role: "user", content: text }];
    const json = { model: "m", messages, tools };
    const called = await ask(url, { json, headers: TOKEN });
    expect(JSON.stringify(called.body)).toContain("tool_calls");
    expect(check(called.body)).toEqual([]);
    const told = await ask(url, { json: { model: "m", messages }, headers: TOKEN });
    expect(check(told.body)).toEqual([]);
    for (const kind of ["empty-content", "cut-short", "malformed-arguments"] as const) {
      fakes.faults.use(() => ({ kind }));
      expect(check((await ask(url, { json, headers: TOKEN })).body)).toEqual([]);
    }
    // The check can fail.
    expect(check({ ...told.body, choices: [{ index: 0 }] })).not.toEqual([]);
  });

  it("errors", async () => {
    const url = `${fakes.url}/v1/chat/completions`;
    const { body } = await ask(url, { json: { model: "m" }, headers: TOKEN });
    expect(publishedCheck("openai", "ErrorResponse")(body)).toEqual([]);
  });

  it("requests of reasoners", async () => {
    const reasoner = reasonerAt(`${fakes.url}/v1`);
    await reasoner.reply(saying("Hello"), [TOOL], startContext());
    const check = publishedCheck("openai", "CreateChatCompletionRequest");
    expect(check(fakes.chats().at(-1))).toEqual([]);
    expect(check({ model: "m" })).not.toEqual([]);
  });
});

describe("reasoners at the fake server", () => {
  it.each(TASKS.ids)("read a well-formed answer of %s", async (id) => {
    const reply = await reasonerAt(`${fakes.url}/v1`).reply(
      saying(promptOf(id)),
      [],
      startContext(),
    );
    const answer = getTask(id).parseAnswer(reply.text);
    expect(answer).toMatchObject({ ok: true });
    expect(reply.usage.promptTokens).toBeGreaterThan(100);
  });

  it("learn what the server refuses", async () => {
    const strict = await startFakes({ chatRefuses: ["tools", "max_tokens", "temperature"] });
    try {
      const reasoner = reasonerAt(`${strict.url}/v1`);
      expect(await reasoner.toolProtocol(startContext())).toBe("text");
      const reply = await reasoner.reply(saying("Hello"), [TOOL], startContext());
      expect(reply.text).toBe("OK");
      expect(reply.warnings).toHaveLength(2);
    } finally {
      await strict.close();
    }
  });

  it.each([
    { kind: "too-many-requests", retryAfterSec: 0 },
    { kind: "error-500-after" },
    { kind: "reset-after" },
  ] as const)("ask again after $kind", async (fault) => {
    fakes.faults.use(queueOf([{ fault, action: "chat" }]));
    const first = fakes.stats().chatCalls;
    const reply = await reasonerAt(`${fakes.url}/v1`).reply(saying("Hello"), [], startContext());
    expect(reply.text).toBe("OK");
    expect(fakes.stats().chatCalls).toBe(first + 2);
  });
});
