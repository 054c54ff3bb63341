/** Words and scalars that several schemas share. */
import { z } from "zod";

export const TIERS = ["easy", "medium", "hard"] as const;
export const tierSchema = z.enum(TIERS);
/** Difficulty tier of an instance. */
export type Tier = z.infer<typeof tierSchema>;

export const OUTCOMES = ["pass", "fail", "undetermined", "not_applicable"] as const;
export const outcomeSchema = z.enum(OUTCOMES);
/** Result of one check. "Could not read" is `undetermined`: never a pass, never a fail. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** Lower-case hex sha256. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "expected 64 hex digits");
export const finiteNumber = z.number().refine(Number.isFinite, "expected a finite number");
export const count = z.number().int().nonnegative();
