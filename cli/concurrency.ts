/** `--concurrency`: how many clips are worked on at a time, and what is sensible without it. */
import { availableParallelism, totalmem } from "node:os";
import { Option } from "commander";
import { integerFrom } from "./parse-options.ts";

/** More than this is for those who ask: each thread takes its share of memory. */
const MAX_DEFAULT = 4;
const MAX = 64;
/** Memory that a thread may come to need: heap, frames of a long clip, and ffmpeg beside it. Bytes. */
const BYTES_PER_THREAD = 2 ** 30;

/** What a machine offers. */
export type Machine = { readonly cores: number; readonly memoryBytes: number };

/** One clip a core, at most {@link MAX_DEFAULT}, and no more than its memory holds. */
export function defaultConcurrency({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(cores, MAX_DEFAULT, Math.floor(memoryBytes / BYTES_PER_THREAD)));
}

/** This machine, as far as this process may use it. */
export function thisMachine(): Machine {
  // Zero, and on some systems an absurd number, when nothing limits the process.
  const constrained = process.constrainedMemory();
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}

/** @param what is done at the same time, in the plural */
export function concurrencyOption(what: string): Option {
  return new Option("--concurrency <n>", `${what} at the same time, each on a thread; 1 for none`)
    .env("PROBE_CONCURRENCY")
    .argParser(integerFrom(1, MAX))
    .default(defaultConcurrency(thisMachine()));
}
