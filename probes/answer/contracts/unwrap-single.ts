/** Lists of one in place of a scalar, which published contracts tolerate. */

/** The only element of a list, and any other value as it is. */
export function unwrapSingle(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
