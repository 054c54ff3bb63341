/** How many items to draw from each stratum. Pure. */

/**
 * Each stratum gets one; what is left goes, one by one, to the stratum that is furthest below its
 * proportional share (n times its size over all sizes), never above its size. When there are fewer
 * items than strata, the first `n` strata in `order` get one each.
 *
 * @param sizes items in each stratum, 1 or more
 * @param n items to draw, 0 or more; more than there are means all
 * @param order positions of all strata, the most wanted first; it also settles ties
 * @returns items for each stratum, in the order of `sizes`
 */
export function allocate(
  sizes: readonly number[],
  n: number,
  order: readonly number[],
): readonly number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const taken = sizes.map(() => 0);
  for (const stratum of order.slice(0, n)) taken[stratum] = 1;
  let left = Math.min(n, total) - Math.min(n, sizes.length);
  while (left > 0) {
    let best = -1;
    let widest = Number.NEGATIVE_INFINITY;
    for (const stratum of order) {
      const size = sizes[stratum] ?? 0;
      const has = taken[stratum] ?? 0;
      // Shares are compared as integers: n * size - has * total.
      const gap = n * size - has * total;
      if (has < size && gap > widest) {
        best = stratum;
        widest = gap;
      }
    }
    taken[best] = (taken[best] ?? 0) + 1;
    left--;
  }
  return taken;
}
