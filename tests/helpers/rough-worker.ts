/** A worker module for tests of the pool: jobs that end well, badly, or not at all. */
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { MediaError, UsageError } from "../../core/errors.ts";
import { serveJob } from "../../core/pool/serve-job.ts";

export const double = serveJob<number, number>(async (value) => {
  await delay(30);
  return 2 * value;
});

export const fail = serveJob<{ readonly file: string }, never>(async ({ file }) => {
  throw new MediaError(`expected a clip but received ${file}`, {
    context: { file },
    cause: Object.assign(new Error("no such file"), { code: "ENOENT" }),
  });
});

export const misuse = serveJob<null, never>(async () => {
  throw new UsageError("expected a number");
});

export const blunder = serveJob<null, never>(async () => {
  throw new TypeError("undefined is not a function");
});

/** An error that no promise carries. */
export const throwLater = serveJob<null, void>(async () => {
  setTimeout(() => {
    throw new Error("thrown later");
  }, 5);
  await delay(60_000);
});

export const exit = serveJob<number, void>(async (code) => {
  process.exit(code);
});

export const eatMemory = serveJob<null, void>(async () => {
  const kept: unknown[] = [];
  for (;;) kept.push(Array.from({ length: 1000 }, () => ({ kept })));
});

/** Cannot hear an abort. */
export const spin = serveJob<null, void>(async () => {
  for (;;);
});

/** Hears an abort, and writes down that it did. */
export const waitForAbort = serveJob<string, void>(async (log, signal) => {
  appendFileSync(log, "started\n");
  await delay(60_000, undefined, { signal }).finally(() => appendFileSync(log, "stopped\n"));
});
