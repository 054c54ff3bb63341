/**
 * What a thread of the judge does: a whole clip from decoding to overlay. Frames live and die here;
 * the instance and paths come in, the verdict goes out.
 */
import { serveJob } from "../../core/pool/serve-job.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { type DiagnoseOptions, diagnose } from "../diagnose.ts";

/** All that the judge needs and that can be copied. */
export type JudgeInput = Omit<DiagnoseOptions, "signal">;

export const judge = serveJob<JudgeInput, Verdict>((input, signal) =>
  diagnose({ ...input, signal }),
);
