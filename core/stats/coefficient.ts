/** What a coefficient of agreement says: a number, or why there is none. */

/**
 * Why a coefficient is undefined:
 * - `no_units`: nothing was rated by two or more
 * - `no_variation`: everybody always said the same one word, so chance explains all agreement
 */
export type UndefinedReason = "no_units" | "no_variation";

export type Coefficient = {
  /** 1 for perfect agreement, 0 for what chance gives, below 0 for less; null when undefined. */
  readonly value: number | null;
  /** Units that it was computed from. */
  readonly units: number;
  /** Only when `value` is null. */
  readonly reason?: UndefinedReason;
};

export function undefinedCoefficient(reason: UndefinedReason, units: number): Coefficient {
  return { value: null, units, reason };
}
