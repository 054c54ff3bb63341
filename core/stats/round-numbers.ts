/** Numbers for people and files: no more digits than they carry. */

/** More than any sample of clips can carry, and the same on every machine. */
const DIGITS = 4;

/**
 * A copy of JSON data with every number that is no integer rounded to four significant digits.
 * @param value data without anything that JSON has no word for
 */
export function roundNumbers<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, entry: unknown) =>
      typeof entry === "number" && !Number.isInteger(entry)
        ? Number(entry.toPrecision(DIGITS))
        : entry,
    ),
  ) as T;
}
