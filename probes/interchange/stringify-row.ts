/** A value -> one line of JSON, with every digit of a bigint. Pure; the reverse of reading with bigints. */

const MARK = "\u0000bigint:";
const MARKED = /"\\u0000bigint:(-?\d+)"/g;

export function stringifyRow(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${MARK}${part}` : part,
  );
  return text.replace(MARKED, "$1");
}
