/** What a thread of a run does: judges a clip, or films one for a built-in generator. */
import { serveJob } from "../../core/pool/serve-job.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import type { JudgeInput } from "../../cv-diagnostics/pool/judge-worker.ts";
import { createBuiltinGenerator } from "../../generators/builtin/index.ts";
import type { RolloutHandle, RolloutResult } from "../../generators/generator.ts";

export type FilmInput = {
  /** Id and params of the built-in generator. */
  readonly generator: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly handle: RolloutHandle;
  readonly destination: string;
};

export const judge = serveJob<JudgeInput, Verdict>((input, signal) =>
  diagnose({ ...input, signal }),
);

export const film = serveJob<FilmInput, RolloutResult>(
  ({ generator, params, handle, destination }, signal) =>
    createBuiltinGenerator(generator, params).result(handle, destination, { signal }),
);
