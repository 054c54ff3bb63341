/**
 * The symbolic state of a Chat Noir board and its action. Owns shapes; what may be done with them
 * stands in rules.ts, and how the cat answers in cat.ts.
 */
import { z } from "zod";
import { TIERS } from "../../core/schema/common.ts";
import { cellCount, RADII } from "./board.ts";

/** How the cat chooses its way, from the least to the most careful; one for each tier. */
export const CAT_POLICIES = TIERS;
export type CatPolicy = (typeof CAT_POLICIES)[number];

const cellSchema = z.number().int().nonnegative();

export const chatNoirStateSchema = z
  .strictObject({
    radius: z.literal([...RADII]),
    /** Numbers of the blocked cells, ascending, each once. */
    blocked: z.array(cellSchema).readonly(),
    /** Number of the cell that the cat stands on, never a blocked one. */
    cat: cellSchema,
    policy: z.enum(CAT_POLICIES),
    /** State of the cat's random generator, 32 bits: hidden from players, see cat.ts. */
    catRng: z.number().int().min(0).max(0xffffffff),
    /** The cell blocked last, which is drawn with a ring of its own; null before the first. */
    lastBlocked: cellSchema.nullable(),
  })
  .readonly()
  .superRefine((state, context) => {
    const cells = cellCount(state.radius);
    const refuse = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: "custom", path, message });
    };
    for (const [at, cell] of state.blocked.entries()) {
      if (cell >= cells) refuse(["blocked", at], `expected a cell below ${cells}`);
      if (at > 0 && cell <= (state.blocked[at - 1] ?? -1)) {
        refuse(["blocked", at], "expected a cell above the one before");
      }
    }
    if (state.cat >= cells) refuse(["cat"], `expected a cell below ${cells}`);
    if (state.blocked.includes(state.cat)) refuse(["cat"], "expected a cell that is not blocked");
    if (state.lastBlocked !== null && !state.blocked.includes(state.lastBlocked)) {
      refuse(["lastBlocked"], "expected a blocked cell, or null");
    }
  });

/** A Chat Noir board: blocks, the cat, and all that its next move depends on. */
export type ChatNoirState = z.infer<typeof chatNoirStateSchema>;

export const chatNoirActionSchema = z.number().int();

/** Block the cell of this number. */
export type ChatNoirAction = z.infer<typeof chatNoirActionSchema>;
