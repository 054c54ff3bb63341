import { expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { listReasoners, resolveReasoner } from "./registry.ts";

const options = { env: { OPENAI_API_KEY: "test-key-0123456789" }, redact: (text: string) => text };

test.each(["oracle", "random"])("%s is built in", (spec) => {
  expect(resolveReasoner(spec, { env: {}, redact: (text) => text })).toMatchObject({
    kind: "policy",
    id: spec,
    params: {},
  });
});

test("any other name is a model at a chat server", () => {
  const reasoner = resolveReasoner("gpt-5.6-luna", options);
  expect(reasoner).toMatchObject({ kind: "chat", id: "gpt-5.6-luna" });
  expect(reasoner.params).toMatchObject({ model: "gpt-5.6-luna" });
});

test.each(["oracel", "Oracle", "randon", "rando"])("%s is a slip", (spec) => {
  expect(() => resolveReasoner(spec, options)).toThrow(UsageError);
  expect(() => resolveReasoner(spec, options)).toThrow(/nearest: (oracle|random)/);
  expect(() => resolveReasoner(spec, options)).toThrow(`write chat:${spec}`);
});

test("chat: says outright that it is a model", () => {
  const reasoner = resolveReasoner("chat:oracel", options);
  expect(reasoner).toMatchObject({ kind: "chat", id: "chat:oracel" });
  expect(reasoner.params).toMatchObject({ model: "oracel" });
});

test.each(["", "chat:", "two words"])("%j is no name", (spec) => {
  expect(() => resolveReasoner(spec, options)).toThrow("expected a name for --reasoner");
});

test("the list tells what is ready and what is missing", () => {
  const chatOf = (env: Record<string, string>, baseUrl?: string) =>
    listReasoners(env, baseUrl).find(({ kind }) => kind === "chat");
  expect(listReasoners({}).map(({ id, isReady }) => [id, isReady])).toEqual([
    ["oracle", true],
    ["random", true],
    ["MODEL", false],
  ]);
  expect(chatOf({})?.note).toContain("lacks OPENAI_API_KEY");
  expect(chatOf({ OPENAI_API_KEY: "k" })).toMatchObject({ isReady: true });
  expect(chatOf({}, "http://127.0.0.1:8000/v1")).toMatchObject({
    isReady: true,
    note: "any model at the chat server http://127.0.0.1:8000/v1",
  });
  expect(chatOf({ OPENAI_BASE_URL: "nonsense" })).toMatchObject({ isReady: false });
});
