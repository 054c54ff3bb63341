import { expect, it } from "vitest";
import { errorDetail } from "./error-detail.ts";

it.each([
  ['{"detail":"resets in ~30s."}', "resets in ~30s."],
  ['{"title":"Content Too Large","detail":"at most 100 MB","status":413}', "at most 100 MB"],
  ['{"error":{"message":"blocked","code":"moderation_blocked"}}', "blocked"],
  ['{"error":"no such model"}', "no such model"],
  // FastAPI lists what it could not validate.
  [
    '{"detail":[{"loc":["body","size"],"msg":"bad size"},{"msg":"bad seed"}]}',
    "bad size; bad seed",
  ],
  ["<html>\n  Bad   Gateway</html>", "<html> Bad Gateway</html>"],
  ['{"other":1}', '{"other":1}'],
  ["", ""],
])("reads %s", (body, reason) => {
  expect(errorDetail(body)).toBe(reason);
});

it("keeps a long reason to 300 characters", () => {
  expect(errorDetail("x".repeat(5000))).toHaveLength(300);
});
