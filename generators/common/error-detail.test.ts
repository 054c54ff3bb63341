import { expect, it } from "vitest";
import { errorDetail } from "./error-detail.ts";

it.each([
  ['{"detail":"resets in ~30s."}', "resets in ~30s."],
  ['{"error":{"message":"blocked","code":"moderation_blocked"}}', "blocked"],
  ["", ""],
])("reads %s", (body, reason) => {
  expect(errorDetail(body)).toBe(reason);
});

it("removes secrets before it cuts", () => {
  const body = `${"x".repeat(290)}r8_0123456789abcdefghij`;
  const detail = errorDetail(body, (text) => text.replace(/r8_\w+/, "[redacted]"));
  expect(detail).not.toContain("r8_");
  expect(detail.length).toBe(300);
});
