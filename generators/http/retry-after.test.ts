import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

describe("parseRetryAfter", () => {
  it.each([
    ["seconds", "12", "", 12_000],
    ["zero", "0", "", 0],
    ["a date", "Mon, 30 Nov 2026 12:00:30 GMT", "", 30_000],
    ["a date that is over", "Mon, 30 Nov 2026 11:00:00 GMT", "", 0],
    [
      "the body's words",
      undefined,
      '{"detail":"Request was throttled. Your rate limit resets in ~30s."}',
      30_000,
    ],
    ["minutes in the body", undefined, "resets in 2m", 120_000],
    ["the header before the body", "1", "resets in ~30s", 1000],
    ["nonsense", "soon", "", undefined],
    ["a negative number", "-5", "", undefined],
    ["nothing", undefined, "", undefined],
  ])("reads %s", (_, header, body, expected) => {
    expect(parseRetryAfter(header, body, NOW)).toBe(expected);
  });
});
