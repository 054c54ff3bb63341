/** Command lines as a person could type them. */
import type { Command } from "commander";

/** Quotes a word for a POSIX shell when it needs it. */
export function quoteWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that does the same again: what was typed, and options that came from the environment
 * spelt out.
 */
export function describeCommand(argv: readonly string[], command: Command): string {
  const fromEnv = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "env" || option.long === undefined) return [];
    const text = option.envVar === undefined ? undefined : process.env[option.envVar];
    if (option.isBoolean()) return [option.long ?? ""];
    return text === undefined ? [] : [option.long ?? "", text];
  });
  return ["npx", "probe", ...argv, ...fromEnv].map(quoteWord).join(" ");
}
