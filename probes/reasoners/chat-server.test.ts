import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { findChatServer } from "./chat-server.ts";

const OPENAI = "sk-of-openai";
const CHAT = "of-my-server";

describe("the key", () => {
  it.each([
    ["OpenAI's own", {}, undefined, OPENAI],
    ["OpenAI's own by option", {}, "https://api.openai.com/v1", OPENAI],
    ["OPENAI_BASE_URL", { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }, undefined, OPENAI],
    [
      "the same server by option",
      { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
      "http://127.0.0.1:9/v1/",
      OPENAI,
    ],
    ["another server", {}, "https://chat.example/v1", "none"],
    ["another server with a key", { CHAT_API_KEY: CHAT }, "https://chat.example/v1", CHAT],
    ["OpenAI's own, whatever else there is", { CHAT_API_KEY: CHAT }, undefined, OPENAI],
    [
      "another port of the same machine",
      { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
      "http://127.0.0.1:10/v1",
      "none",
    ],
  ])("of %s", (_, env, baseUrl, key) => {
    expect(findChatServer({ OPENAI_API_KEY: OPENAI, ...env }, baseUrl).key).toBe(key);
  });

  it("is missing for OpenAI alone", () => {
    expect(findChatServer({}).missing).toMatch(/^OPENAI_API_KEY/);
    expect(findChatServer({ CHAT_API_KEY: CHAT }).missing).toMatch(/^OPENAI_API_KEY/);
    expect(findChatServer({}, "http://127.0.0.1:8000/v1").missing).toBeUndefined();
  });
});

describe("the address", () => {
  it.each(["localhost:8000", "ftp://a", "http://me:hunter2@a/v1", "http://a/v1?key=hunter2"])(
    "%s is refused, and a secret in it is not repeated",
    (given) => {
      const find = () => findChatServer({}, given);
      expect(find).toThrow(UsageError);
      expect(find).toThrow(/--base-url/);
      expect(find).not.toThrow(/hunter2/);
    },
  );
});
