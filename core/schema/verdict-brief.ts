/** A verdict in short, where a record refers to one; the whole of it is a line of `verdicts.jsonl`. */
import { z } from "zod";

export const verdictBriefSchema = z.strictObject({
  diagnosticsVersion: z.string(),
  terminal: z.enum(["pass", "fail", "undetermined"]),
  scorable: z.boolean(),
  processValid: z.boolean(),
  processValidSuccess: z.boolean(),
});
export type VerdictBrief = z.infer<typeof verdictBriefSchema>;
