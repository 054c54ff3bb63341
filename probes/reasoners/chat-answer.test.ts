import { expect, it } from "vitest";
import { readChatAnswer } from "./chat-answer.ts";

const answer = (message: object, more: object = {}) => ({
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
  ...more,
});

it("reads a reply whose other fields are not as they should be: it is paid for", () => {
  const odd = {
    content: '{"answer":1}',
    reasoning: { steps: [] },
    reasoning_content: 0,
    refusal: {},
  };
  const read = readChatAnswer({
    choices: [{ message: odd, finish_reason: 3 }],
    usage: { prompt_tokens: "many", completion_tokens: 4 },
  });
  expect(read).toEqual({
    ok: true,
    reply: {
      ...{ text: '{"answer":1}', toolCalls: [], finishReason: null },
      usage: { promptTokens: null, completionTokens: 4 },
    },
  });
});

it("knows no tokens where the server says nothing of them", () => {
  const read = readChatAnswer(answer({ content: "" }));
  expect(read).toMatchObject({ reply: { usage: { promptTokens: null, completionTokens: null } } });
});

it("takes a refusal for what the model said, and an answer without a message for none", () => {
  expect(readChatAnswer(answer({ content: null, refusal: "No." }))).toMatchObject({
    reply: { text: "No." },
  });
  expect(readChatAnswer({ choices: [] }).ok).toBe(false);
  expect(readChatAnswer({ error: { message: "overloaded" } })).toEqual({
    ...{ ok: false, said: "overloaded" },
    reason: expect.any(String),
  });
});
