/**
 * Canonical JSON (RFC 8785): one text for one value, so that hashes of it are stable. Leaves out
 * hashing. Keys whose value is undefined are dropped, as JSON does.
 */
import { ProbeError } from "../errors.ts";

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Serialises a value with members sorted by UTF-16 code units and no white space.
 *
 * @throws ProbeError (`internal`) on what has no canonical form: non-finite numbers, bigint,
 * functions, symbols, undefined outside of an object member, lone surrogates, class instances, cycles
 */
export function canonicalJson(value: unknown): string {
  return write(value, "$", []);
}

function write(value: unknown, path: string, above: readonly object[]): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "number":
      if (!Number.isFinite(value)) throw refuse(path, `the number ${value}`);
      return JSON.stringify(value);
    case "string":
      return writeString(value, path);
    case "object":
      return writeContainer(value, path, above);
    default:
      throw refuse(path, value === undefined ? "undefined" : `a ${typeof value}`);
  }
}

function writeString(text: string, path: string): string {
  if (LONE_SURROGATE.test(text)) throw refuse(path, "a lone surrogate");
  return JSON.stringify(text);
}

function writeContainer(value: object, path: string, above: readonly object[]): string {
  if (above.includes(value)) throw refuse(path, "a cycle");
  const chain = [...above, value];
  if (Array.isArray(value)) {
    return `[${value.map((item, i) => write(item, `${path}[${i}]`, chain)).join(",")}]`;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw refuse(path, "an object with a prototype of its own");
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => {
      const memberPath = `${path}.${key}`;
      return `${writeString(key, memberPath)}:${write(member, memberPath, chain)}`;
    });
  return `{${members.join(",")}}`;
}

function refuse(path: string, received: string): ProbeError {
  return new ProbeError(
    "internal",
    `expected a JSON value for ${path} of canonical JSON but received ${received}`,
  );
}
