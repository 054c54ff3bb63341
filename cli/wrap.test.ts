import { describe, expect, it } from "vitest";
import { breakWords } from "./wrap.ts";

describe("breakWords", () => {
  it("breaks between words, and nowhere else", () => {
    expect(breakWords("one two three", 7)).toBe("one two\nthree");
    expect(breakWords("https://example.org/long is", 7)).toBe("https://example.org/long\nis");
  });

  it("keeps lines and what they are indented by", () => {
    expect(breakWords("head\n  one two three\n", 9)).toBe("head\n  one two\n  three\n");
  });

  it("leaves alone what fits", () => {
    expect(breakWords("", 7)).toBe("");
    expect(breakWords("one  two", 8)).toBe("one  two");
  });
});
