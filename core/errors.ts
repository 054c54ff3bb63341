/**
 * Errors that reach a user. Every message reads "expected <what> for <field> but received <value>"
 * followed by what to do; expected outcomes are values, never errors.
 */

/** Process exit codes of the command line. */
export const EXIT_CODES = {
  ok: 0,
  failed: 1,
  usage: 2,
  missingTool: 3,
  interrupted: 130,
} as const;

export type ErrorCode =
  | "usage"
  | "missing_tool"
  | "provider"
  | "media"
  | "rule"
  | "store"
  | "interrupted"
  | "internal";

export type ErrorContext = Readonly<Record<string, unknown>>;

export type ProbeErrorOptions = {
  readonly context?: ErrorContext;
  readonly cause?: unknown;
};

/** Base of all errors thrown on purpose. `context` is JSON-serialisable evidence. */
export class ProbeError extends Error {
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, options: ProbeErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.context = options.context ?? {};
  }
}

/** The caller asked for something that cannot be: wrong flag, wrong file, wrong row. Exit code 2. */
export class UsageError extends ProbeError {
  constructor(message: string, options: ProbeErrorOptions = {}) {
    super("usage", message, options);
  }
}

/** A tool or credential is absent. Exit code 3. */
export class MissingToolError extends ProbeError {
  constructor(message: string, options: ProbeErrorOptions = {}) {
    super("missing_tool", message, options);
  }
}

export type ProviderErrorOptions = ProbeErrorOptions & {
  /** Whether the same call may succeed later: network down, limited, overloaded. @default false */
  readonly isRetryable?: boolean;
  /**
   * Whether the request that is charged may have been taken although its answer was not seen. False
   * only where that is certain: a refusal, or a connection that was never made. @default false
   */
  readonly mayHaveStarted?: boolean;
};

/** A host of generators refused, failed, or could not be reached. */
export class ProviderError extends ProbeError {
  readonly isRetryable: boolean;
  readonly mayHaveStarted: boolean;

  constructor(message: string, options: ProviderErrorOptions = {}) {
    super("provider", message, options);
    this.isRetryable = options.isRetryable ?? false;
    this.mayHaveStarted = options.mayHaveStarted ?? false;
  }
}

/** A picture or clip cannot be read or written. */
export class MediaError extends ProbeError {
  constructor(message: string, options: ProbeErrorOptions = {}) {
    super("media", message, options);
  }
}

/** A puzzle's contract is broken: an impossible state, or a bounded search that ran out. */
export class RuleError extends ProbeError {
  constructor(message: string, options: ProbeErrorOptions = {}) {
    super("rule", message, options);
  }
}

/** A run folder cannot be used as asked. */
export class StoreError extends ProbeError {
  constructor(message: string, options: ProbeErrorOptions = {}) {
    super("store", message, options);
  }
}

/** Builds "expected <what> for <field> but received <value>. <fix>". */
export function describeMismatch(
  field: string,
  expected: string,
  received: unknown,
  fix?: string,
): string {
  const base = `expected ${expected} for ${field} but received ${describeValue(received)}`;
  return fix === undefined ? base : `${base}. ${fix}`;
}

/** Short, one-line rendering of any value for messages. At most 80 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "bigint") return `${value}`;
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** Closes a `switch` over a closed set: the compiler proves that it is never reached. */
export function assertNever(value: never): never {
  throw new ProbeError("internal", `unhandled case ${describeValue(value)}`);
}
