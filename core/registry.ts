/** A fixed, ordered list of named things. Owns lookup and its error text; registration is by value. */
import { describeMismatch, ProbeError, UsageError } from "./errors.ts";

export type Registry<T extends { readonly id: string }> = {
  /** @throws UsageError when no item has this id; the message lists the nearest ids. */
  readonly get: (id: string) => T;
  readonly has: (id: string) => boolean;
  /** Ids in registration order. */
  readonly ids: readonly string[];
  readonly items: readonly T[];
};

/**
 * Builds a registry.
 *
 * @param kind what the items are, in the singular, for messages: "task", "generator"
 * @throws ProbeError (`internal`) when two items share an id
 */
export function createRegistry<T extends { readonly id: string }>(
  kind: string,
  items: readonly T[],
): Registry<T> {
  const byId = new Map<string, T>();
  for (const item of items) {
    if (byId.has(item.id)) {
      throw new ProbeError("internal", `two entries of the ${kind} registry share "${item.id}"`);
    }
    byId.set(item.id, item);
  }
  const ids = [...byId.keys()];
  return {
    get: (id) => {
      const item = byId.get(id);
      if (item === undefined) throw unknownIdError(kind, id, ids);
      return item;
    },
    has: (id) => byId.has(id),
    ids,
    items: [...byId.values()],
  };
}

/** The error of an id that nothing carries: what was expected, what came, what is nearest. */
export function unknownIdError(kind: string, id: string, ids: readonly string[]): UsageError {
  const nearest = nearestIds(id, ids, 3);
  const hint = nearest.length === 0 ? "none is registered" : `nearest: ${nearest.join(", ")}`;
  return new UsageError(`${describeMismatch(kind, `a known ${kind} id`, id)}; ${hint}`, {
    context: { kind, id, ids },
  });
}

/** Further ids are listed only when they are nearly as near as the nearest one. */
const NEAR_MARGIN = 2;

/** Ids by growing edit distance, ties in the given order, at most `limit`. */
export function nearestIds(id: string, ids: readonly string[], limit: number): readonly string[] {
  const ranked = ids
    .map((candidate, order) => ({ candidate, order, distance: editDistance(id, candidate) }))
    .sort((a, b) => a.distance - b.distance || a.order - b.order);
  const best = ranked[0]?.distance ?? 0;
  return ranked
    .filter((entry) => entry.distance <= best + NEAR_MARGIN)
    .slice(0, limit)
    .map((entry) => entry.candidate);
}

/** Levenshtein distance in UTF-16 code units: insertions, deletions and substitutions cost 1. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const deletion = (previous[j] ?? 0) + 1;
      const insertion = (current[j - 1] ?? 0) + 1;
      current.push(Math.min(substitution, deletion, insertion));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
