/** Money that may be spent in a run folder. Owns the sum and what is set aside; knows no journal. Pure. */

export type Budget = {
  /** What one work key has cost or can still cost by now, in US dollars. */
  readonly commit: (key: string, usd: number) => void;
  /** Whether a further rollout of this estimate may be asked for. */
  readonly fits: (estimateUsd: number) => boolean;
  /** Sets an estimate aside on top of what its key has cost; false when it does not fit. */
  readonly reserve: (key: string, estimateUsd: number) => boolean;
  /** From here on the key counts with what was committed. */
  readonly release: (key: string) => void;
  readonly totalUsd: () => number;
};

/** Sums of cents in doubles are off by less than this. */
const ROUNDING_USD = 1e-9;

/** @param maxUsd undefined for no limit */
export function createBudget(maxUsd: number | undefined): Budget {
  const committed = new Map<string, number>();
  const reserved = new Map<string, number>();
  const totalUsd = (): number => {
    let sum = 0;
    for (const [key, usd] of committed) if (!reserved.has(key)) sum += usd;
    for (const [key, usd] of reserved) sum += Math.max(usd, committed.get(key) ?? 0);
    return sum;
  };
  const fits = (estimateUsd: number): boolean =>
    maxUsd === undefined || totalUsd() + estimateUsd <= maxUsd + ROUNDING_USD;
  return {
    commit: (key, usd) => {
      committed.set(key, usd);
    },
    fits,
    reserve: (key, estimateUsd) => {
      if (!fits(estimateUsd)) return false;
      reserved.set(key, (committed.get(key) ?? 0) + estimateUsd);
      return true;
    },
    release: (key) => {
      reserved.delete(key);
    },
    totalUsd,
  };
}

/**
 * Which of several open jobs no longer fit, in order: what is settled counts first, then each job with
 * the most that it can cost.
 *
 * @param settledUsd everything but these jobs
 */
export function overBudget(
  maxUsd: number | undefined,
  settledUsd: number,
  open: readonly { readonly key: string; readonly usd: number }[],
): ReadonlySet<string> {
  const over = new Set<string>();
  if (maxUsd === undefined) return over;
  let sum = settledUsd;
  for (const { key, usd } of open) {
    if (sum + usd <= maxUsd + ROUNDING_USD) sum += usd;
    else over.add(key);
  }
  return over;
}
