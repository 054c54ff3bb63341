/**
 * Judges the clips that were found, several at a time. Owns order and what one clip's failure means
 * for the others: nothing, unless it is a missing tool.
 */
import { join } from "node:path";
import pLimit from "p-limit";
import { ProbeError } from "../core/errors.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { createJudgePool, type JudgePool } from "../cv-diagnostics/pool/judge-pool.ts";
import type { BadTarget, ClipTarget } from "./clip-targets.ts";

/** What `--json` prints of a clip that could not be judged. */
export type Failure = {
  readonly video: string;
  readonly error: { readonly code: string; readonly message: string };
};

export type JudgeClipsOptions = {
  readonly sampling: number | "all";
  /** Folder for annotated frames; one below it for each clip when there are several. */
  readonly overlay?: string;
  /** Clips at the same time. */
  readonly concurrency: number;
  /** Clips that are not judged by then give no result. */
  readonly signal: AbortSignal;
  /** Told when a clip is done, in the order in which they finish. */
  readonly onDone: () => void;
  /** Told of an error's origin. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Gives the results in the order of the targets, each as soon as those before it are there.
 * @throws MissingToolError when a tool is missing: no other clip could be judged either
 */
export async function* judgeClips(
  targets: readonly (ClipTarget | BadTarget)[],
  options: JudgeClipsOptions,
): AsyncGenerator<Verdict | Failure, void, undefined> {
  const threads = Math.max(1, Math.min(options.concurrency, targets.length));
  const pool = createJudgePool(threads);
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  const limit = pLimit(threads);
  const judging = targets.map((target) =>
    limit(async () => {
      const result = await judge(target, targets.length, pool, { ...options, signal });
      options.onDone();
      return result;
    }),
  );
  // Each is thrown when its turn comes, which may be later.
  for (const promise of judging) promise.catch(() => undefined);
  try {
    for (const promise of judging) {
      const result = await promise;
      if (result !== undefined) yield result;
    }
  } finally {
    left.abort();
    await Promise.allSettled(judging);
    await pool.close();
  }
}

async function judge(
  target: ClipTarget | BadTarget,
  count: number,
  pool: JudgePool,
  options: JudgeClipsOptions,
): Promise<Verdict | Failure | undefined> {
  const { signal, overlay, sampling } = options;
  if (signal.aborted) return undefined;
  if ("error" in target) return failureOf(target.clip, target.error);
  const { clip, name, puzzle } = target;
  try {
    return await pool.diagnose({
      clip,
      instance: puzzle.instance,
      sampling,
      signal,
      ...(puzzle.scene === undefined ? {} : { scene: puzzle.scene }),
      ...(overlay === undefined ? {} : { overlayDir: count === 1 ? overlay : join(overlay, name) }),
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof ProbeError && error.code === "missing_tool") throw error;
    options.onFailure(error);
    return failureOf(clip, error);
  }
}

function failureOf(video: string, error: unknown): Failure {
  const code = error instanceof ProbeError ? error.code : "internal";
  return { video, error: { code, message: error instanceof Error ? error.message : `${error}` } };
}
