import { describe, expect, it } from "vitest";
import { createStderrTail, STDERR_TAIL_CHARS } from "./stderr-tail.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("createStderrTail", () => {
  it("joins lines that arrive in pieces, letters split in the middle included", () => {
    const tail = createStderrTail();
    const text = bytes("erste Größe\nzweite");
    for (const byte of text) tail.push(Uint8Array.of(byte));
    expect(tail.text()).toBe("erste Größe");
    tail.end();
    expect(tail.text()).toBe("erste Größe\nzweite");
  });

  it("keeps the last of it within the bound", () => {
    const tail = createStderrTail();
    for (let i = 0; i < 5000; i += 1) tail.push(bytes(`line ${i}\n`));
    expect(tail.text().length).toBeLessThanOrEqual(STDERR_TAIL_CHARS);
    expect(tail.text().endsWith("line 4998\nline 4999")).toBe(true);
  });

  it("does not keep a line without end", () => {
    const tail = createStderrTail();
    for (let i = 0; i < 100; i += 1) tail.push(bytes("x".repeat(65_536)));
    tail.end();
    expect(tail.text()).toBe("x".repeat(STDERR_TAIL_CHARS));
  });

  it("leaves out the lines that somebody else takes, and empty ones", () => {
    const tail = createStderrTail((line) => line.startsWith("mine"));
    tail.push(bytes("mine 1\rother\r\n\r\nmine 2\nlast"));
    tail.end();
    expect(tail.text()).toBe("other\nlast");
  });
});
