import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStop } from "./create-stop.ts";

test("stops with its caller, and with the first error", () => {
  const caller = new AbortController();
  const stop = createStop(caller.signal);
  const first = new Error("first");
  stop.fail(first);
  stop.fail(new Error("second"));
  caller.abort();
  expect([stop.signal.aborted, stop.fatal]).toEqual([true, first]);
  expect(createStop(caller.signal).signal.aborted).toBe(true);
});

test("any number of episodes may wait at a time: Node takes them for no leak", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const { signal } = createStop(new AbortController().signal);
  await Promise.all(Array.from({ length: 16 }, () => delay(1, undefined, { signal })));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
