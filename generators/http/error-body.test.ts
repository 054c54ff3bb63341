import { describe, expect, it } from "vitest";
import { readErrorBody, shorten } from "./error-body.ts";

describe("readErrorBody", () => {
  it.each([
    ["FastAPI's text", '{"detail":"no such model"}', "no such model"],
    [
      "FastAPI's list",
      '{"detail":[{"loc":["body","size"],"msg":"field required"},{"loc":["body","fps"],"msg":"bad"}]}',
      "body.size: field required; body.fps: bad",
    ],
    ["OpenAI's object", '{"error":{"message":"quota","type":"x"}}', "quota"],
    ["an error as text", '{"error":"out of memory"}', "out of memory"],
    [
      "problem+json",
      '{"type":"about:blank","title":"Payload Too Large","status":413,"detail":"100 MB at most"}',
      "Payload Too Large: 100 MB at most",
    ],
    [
      "ComfyUI's nodes",
      '{"error":{"message":"failed"},"node_errors":{"3":{"class_type":"X","errors":[{"message":"m","details":"d"}]}}}',
      "failed; node 3 (X): m: d",
    ],
    ["a page", "<html><style>p{}</style><h1>502 Bad\nGateway</h1></html>", "502 Bad Gateway"],
    ["plain text", "  nope \n", "nope"],
    ["nothing", "", ""],
    ["an object without words", '{"code":7}', '{"code":7}'],
  ])("reads %s", (_, body, expected) => {
    expect(readErrorBody(body)).toBe(expected);
  });

  it("shortens to the length that was asked for", () => {
    expect(shorten("abcdef", 5)).toBe("ab...");
    expect(shorten("abcde", 5)).toBe("abcde");
  });
});
