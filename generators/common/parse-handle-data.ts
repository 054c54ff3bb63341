/** What an adapter wrote into a handle, read again after a crash or by a later version. Pure. */
import type { z } from "zod";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { RolloutHandle } from "../generator.ts";

/**
 * @param schema what the adapter writes
 * @throws UsageError when the handle was not made by this adapter
 */
export function parseHandleData<Schema extends z.ZodType>(
  schema: Schema,
  handle: RolloutHandle,
): z.infer<Schema> {
  const parsed = schema.safeParse(handle.data);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    describeMismatch(
      `the handle of ${handle.id}`,
      `what ${handle.generator} writes down`,
      handle.data,
      "Take the generator and the --via that the run was started with",
    ),
  );
}
