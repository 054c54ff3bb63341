import { expect, test } from "vitest";
import { UsageError } from "../core/errors.ts";
import { getTask } from "./registry.ts";

test("tasks answer to their id and to their published name", () => {
  expect(getTask("pipe").id).toBe("pipe");
  expect(getTask("continuity_pipe").id).toBe("pipe");
});

test("an unknown task is refused with the nearest ids", () => {
  expect(() => getTask("pip")).toThrow(UsageError);
  expect(() => getTask("pip")).toThrow(/nearest: .*pipe/);
});
