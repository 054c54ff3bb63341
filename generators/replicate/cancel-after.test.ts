import { expect, it } from "vitest";
import { formatCancelAfter } from "./cancel-after.ts";

it.each([
  [1_800_000, "30m"],
  [3_600_000, "1h"],
  [5_445_000, "1h30m45s"], // 3600 + 1800 + 45
  [90_000, "1m30s"],
  [59_001, "1m"], // rounded up to 60 s
  [0, "5s"],
  [4_999, "5s"],
])("%d ms -> %s", (deadlineMs, header) => {
  expect(formatCancelAfter(deadlineMs)).toBe(header);
});
