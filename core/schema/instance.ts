/** One puzzle: `instance.json` of a run folder, and what every command passes around. */
import { z } from "zod";
import { count, tierSchema } from "./common.ts";

/** Instance ids name folders: letters, digits, dot, dash and underscore, at most 120 characters. */
export const instanceIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/, "expected letters, digits, '.', '-' or '_'");

export const instanceOriginSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("generated"), attempts: z.number().int().positive() }),
  z.strictObject({ kind: z.literal("mindtopo"), rowId: z.string() }),
]);

export const instanceSchema = z.strictObject({
  schema: z.literal("topoprobe.instance/1"),
  id: instanceIdSchema,
  task: z.string(),
  /** Version of the task's rules and generator that made or read it, such as "1". */
  taskVersion: z.string(),
  tier: tierSchema,
  /** Seed of the puzzle generator, 0 or more. */
  seed: count,
  /** Steps the agent has, legal or not. */
  actionBudget: z.number().int().positive(),
  /** The task's own state; validated by the task's `stateSchema`. */
  initialState: z.unknown(),
  origin: instanceOriginSchema,
});

export type Instance = z.infer<typeof instanceSchema>;
