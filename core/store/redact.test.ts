import { describe, expect, it } from "vitest";
import { createRedactor } from "./redact.ts";

describe("createRedactor", () => {
  const redactor = createRedactor({
    REPLICATE_API_TOKEN: "abcdefgh12345678",
    LONGER_KEY: "abcdefgh12345678-and-more",
    SHORT_TOKEN: "true",
    HOME: "/home/somebody",
    EMPTY_SECRET: "",
    ABSENT_KEY: undefined,
  });

  it("replaces secrets of the environment, the longest first", () => {
    expect(redactor.text("x abcdefgh12345678-and-more y abcdefgh12345678 z")).toBe(
      "x [redacted LONGER_KEY] y [redacted REPLICATE_API_TOKEN] z",
    );
  });

  it("leaves short values and other variables alone", () => {
    expect(redactor.text("true /home/somebody")).toBe("true /home/somebody");
  });

  it("knows tokens by their shape", () => {
    const text = `r8_${"a".repeat(37)} sk-${"b".repeat(20)} Authorization: Bearer ${"c".repeat(9)}`;
    expect(redactor.text(text)).toBe(
      "[redacted token] [redacted token] Authorization: Bearer [redacted token]",
    );
  });

  it("walks values and keeps what is no text", () => {
    const value = { a: ["abcdefgh12345678", 0, false, null], abcdefgh12345678: { b: "" } };
    expect(redactor.value(value)).toEqual({
      a: ["[redacted REPLICATE_API_TOKEN]", 0, false, null],
      "[redacted REPLICATE_API_TOKEN]": { b: "" },
    });
  });
});
