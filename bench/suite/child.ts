/**
 * The process that is killed: one call of a suite at hosts whose addresses are in the environment. Ends
 * by itself when all is done, and prints one line of JSON then.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Suite, suiteSchema } from "../../core/schema/suite.ts";
import { runBenchSuite } from "./run.ts";

const [text = "", outPath = "", concurrency = "1"] = process.argv.slice(2);
const suite: Suite = suiteSchema.parse(JSON.parse(text));
const { status, undone, skipped, episodes } = await runBenchSuite({
  ...{ suite, outPath, threads: 1, concurrency: Number(concurrency), env: process.env },
  // What is killed is the writing down, not the waiting.
  changes: { clock: { now: () => performance.now(), sleep: (ms) => delay(Math.min(ms, 20)) } },
});
process.stdout.write(`${JSON.stringify({ status, undone, skipped, episodes })}\n`);
process.exit(0);
