/**
 * A command line with placeholders: text -> arguments. There is no shell: nothing is expanded but the
 * placeholders, and a value never becomes more than (a part of) one argument. Pure.
 */
import { parseArgsStringToArgv } from "string-argv";
import { describeMismatch, UsageError } from "../../core/errors.ts";

export const COMMAND_PREFIX = "command:";

export const PLACEHOLDERS = {
  image: "file of the first frame, a PNG",
  prompt: "the prompt itself",
  prompt_file: "file with the prompt",
  out: "file that the command has to write, ending in .mp4",
  frames: "number of frames",
  fps: "frames a second",
  width: "width in pixels",
  height: "height in pixels",
  seed: "seed, 0 to 2147483647",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export type Command = {
  /** As given, without "command:". */
  readonly text: string;
  /** The program, then its arguments, with their placeholders. Never empty. */
  readonly parts: readonly string[];
  readonly used: ReadonlySet<Placeholder>;
};

/** `{{name}}` stands for the text `{name}`. */
const TOKEN = /\{\{([a-z_]+)\}\}|\{([a-z_]+)\}/g;
const EXAMPLE = "Such as command:'python sample.py {image} {prompt} {out}'";

/**
 * @param spec with or without "command:" in front; quotes keep blanks together
 * @throws UsageError when there is no program or no {out}, a placeholder is not known, or a quote is open
 */
export function parseCommand(spec: string): Command {
  const text = spec.startsWith(COMMAND_PREFIX) ? spec.slice(COMMAND_PREFIX.length) : spec;
  if (hasOpenQuote(text)) {
    throw new UsageError(describeMismatch(COMMAND_PREFIX, "quotes in pairs", text, EXAMPLE));
  }
  const parts = parseArgsStringToArgv(text);
  if (parts[0] === undefined || parts[0] === "") {
    throw new UsageError(describeMismatch(COMMAND_PREFIX, "a program to run", text, EXAMPLE));
  }
  const used = new Set<Placeholder>();
  for (const part of parts) {
    for (const [token, , name] of part.matchAll(TOKEN)) {
      if (name === undefined) continue;
      if (!isPlaceholder(name)) throw unknownPlaceholder(token);
      used.add(name);
    }
  }
  if (!used.has("out")) {
    throw new UsageError(
      describeMismatch(
        COMMAND_PREFIX,
        "{out}, the file that the command has to write, among its arguments",
        text,
        EXAMPLE,
      ),
    );
  }
  return { text, parts, used };
}

/** Program and arguments with the values in place; values are not looked into again. */
export function fillCommand(
  { parts }: Command,
  values: PlaceholderValues,
): readonly [string, ...string[]] {
  const [program = "", ...args] = parts.map((part) =>
    part.replace(TOKEN, (token: string, literal?: string, name?: string) => {
      if (literal !== undefined) return `{${literal}}`;
      return name !== undefined && isPlaceholder(name) ? values[name] : token;
    }),
  );
  return [program, ...args];
}

/** What the command is not told, in one sentence each. */
export function describeUnused({ used }: Command): readonly string[] {
  const warnings: string[] = [];
  if (!used.has("image")) {
    warnings.push("command: the first frame is not handed over, {image} in the command does it");
  }
  if (!used.has("prompt") && !used.has("prompt_file")) {
    warnings.push("command: the prompt is not handed over, {prompt} or {prompt_file} does it");
  }
  const numbers = (["frames", "fps", "width", "height", "seed"] as const).filter(
    (name) => !used.has(name),
  );
  if (numbers.length > 0) {
    const names = numbers.map((name) => `{${name}}`).join(", ");
    warnings.push(`command: not handed over, and left to the command: ${names}`);
  }
  return warnings;
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

function unknownPlaceholder(token: string): UsageError {
  const known = Object.entries(PLACEHOLDERS).map(([name, what]) => `{${name}} (${what})`);
  return new UsageError(
    describeMismatch(
      COMMAND_PREFIX,
      "known placeholders",
      token,
      `There are ${known.join(", ")}. Write {${token}} for the text ${token}`,
    ),
  );
}

function hasOpenQuote(text: string): boolean {
  let open = "";
  for (const char of text) {
    if (open === "" && (char === '"' || char === "'")) open = char;
    else if (char === open) open = "";
  }
  return open !== "";
}
