/**
 * Keeps secrets out of artefacts: values of environment variables that look like credentials, and
 * tokens by their published prefixes, are replaced wherever they stand in a text.
 */

export type Redactor = {
  readonly text: (text: string) => string;
  /** The same value with every string in it redacted, keys included. */
  readonly value: <T>(value: T) => T;
};

/** Names of environment variables that hold secrets. */
const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|BEARER)/i;
/** Shorter values are words such as "true", and would blank out ordinary text. */
const MIN_SECRET_LENGTH = 8;
/** Replicate, OpenAI and its like, Hugging Face, GitHub; and the header that carries any of them. */
const TOKEN_SHAPES =
  /\b(?:r8_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g;
const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;

/** Builds a redactor for an environment; nothing of it is kept but the secrets to look for. */
export function createRedactor(env: Readonly<Record<string, string | undefined>>): Redactor {
  const secrets = Object.entries(env)
    .flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= MIN_SECRET_LENGTH
        ? [{ name, value }]
        : [],
    )
    .sort((a, b) => b.value.length - a.value.length);

  const text = (input: string): string => {
    let output = input;
    for (const secret of secrets) {
      output = output.replaceAll(secret.value, `[redacted ${secret.name}]`);
    }
    return output.replace(TOKEN_SHAPES, "[redacted token]").replace(BEARER, "$1[redacted token]");
  };
  const value = <T>(input: T): T => redactValue(input, text) as T;
  return { text, value };
}

function redactValue(input: unknown, text: (input: string) => string): unknown {
  if (typeof input === "string") return text(input);
  if (Array.isArray(input)) return input.map((item) => redactValue(item, text));
  if (typeof input === "object" && input !== null) {
    return Object.fromEntries(
      Object.entries(input).map(([key, item]) => [text(key), redactValue(item, text)]),
    );
  }
  return input;
}
