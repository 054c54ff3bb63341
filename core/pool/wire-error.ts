/**
 * Errors on their way between threads. Structured cloning keeps neither class nor code nor context
 * of an error, so they travel as plain data and are built again on the other side.
 */
import {
  assertNever,
  type ErrorCode,
  type ErrorContext,
  MediaError,
  MissingToolError,
  ProbeError,
  type ProbeErrorOptions,
  RuleError,
  StoreError,
  UsageError,
} from "../errors.ts";

/** An error as plain data. */
export type WireError = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Set for a ProbeError only. */
  readonly probe?: { readonly code: ErrorCode; readonly context: ErrorContext };
  /** The `code` of any other error that has one, such as "ENOENT". */
  readonly code?: string;
  readonly cause?: WireError;
};

/** Causes deeper than this are left behind: a chain may be a circle. */
const MAX_CAUSES = 8;

/** Anything that was thrown, as plain data. */
export function toWire(thrown: unknown, causesLeft = MAX_CAUSES): WireError {
  if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
  return {
    name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(thrown instanceof ProbeError
      ? { probe: { code: thrown.code, context: thrown.context } }
      : {}),
    ...(code === undefined || thrown instanceof ProbeError ? {} : { code }),
    ...(cause === undefined || causesLeft === 0 ? {} : { cause: toWire(cause, causesLeft - 1) }),
  };
}

/** The error again: a ProbeError of the same class, or an Error of the same name. */
export function fromWire(wire: WireError): Error {
  const cause = wire.cause === undefined ? {} : { cause: fromWire(wire.cause) };
  const error =
    wire.probe === undefined
      ? Object.assign(
          new Error(wire.message, cause),
          { name: wire.name },
          wire.code === undefined ? {} : { code: wire.code },
        )
      : probeErrorOf(wire.probe.code, wire.message, { ...cause, context: wire.probe.context });
  if (wire.stack !== undefined) error.stack = wire.stack;
  return error;
}

function probeErrorOf(code: ErrorCode, message: string, options: ProbeErrorOptions): ProbeError {
  switch (code) {
    case "usage":
      return new UsageError(message, options);
    case "missing_tool":
      return new MissingToolError(message, options);
    case "media":
      return new MediaError(message, options);
    case "rule":
      return new RuleError(message, options);
    case "store":
      return new StoreError(message, options);
    case "provider":
    case "interrupted":
    case "internal":
      return new ProbeError(code, message, options);
    default:
      return assertNever(code);
  }
}
