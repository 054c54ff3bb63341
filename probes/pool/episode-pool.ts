/**
 * The heavy parts of episodes on several threads: judging, and filming for built-in generators. What
 * they make is the same as without; journals and the rest of an episode stay in this thread.
 */
import { workerEntry } from "../../core/pool/worker-entry.ts";
import { createWorkerPool } from "../../core/pool/worker-pool.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import { judgeOn } from "../../cv-diagnostics/pool/judge-pool.ts";
import { BUILTIN_IDS } from "../../generators/builtin/index.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { Diagnose } from "../judge-episode.ts";

export type EpisodePool = {
  readonly diagnose: Diagnose;
  /** The generator, its clips filmed on the threads if it is a built-in one. */
  readonly filming: (generator: Generator<BuiltinRequest>) => Generator<BuiltinRequest>;
  /** Ends the threads. */
  readonly close: () => Promise<void>;
};

/** @param threads episodes at a time; 1 does all in this thread */
export function createEpisodePool(threads: number): EpisodePool {
  if (threads === 1) {
    return { diagnose, filming: (generator) => generator, close: async () => undefined };
  }
  const pool = createWorkerPool<typeof import("./episode-worker.ts")>({
    entry: workerEntry("./episode-worker", import.meta.url),
    threads,
  });
  return {
    diagnose: judgeOn(pool),
    filming: (generator) => {
      if (!BUILTIN_IDS.includes(generator.id)) return generator;
      const { id, params } = generator;
      return {
        ...generator,
        result: (handle, destination, { signal }) =>
          pool.run(
            "film",
            { generator: id, params, handle, destination },
            { subject: `filming ${handle.id}`, signal },
          ),
      };
    },
    close: pool.close,
  };
}
