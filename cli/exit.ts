/** Errors -> one clear message and an exit code. */
import { CommanderError } from "commander";
import { EXIT_CODES, ProbeError } from "../core/errors.ts";
import type { CliIo } from "./io.ts";
import { breakWords } from "./wrap.ts";

/**
 * Prints what went wrong and gives the exit code. The stack is shown with PROBE_DEBUG=1 only.
 * Commander has printed its own messages already.
 */
export function reportError(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
  }
  if (error instanceof ProbeError) {
    tell(error.message, io);
    reportOrigin(error, io);
    return exitCodeOf(error);
  }
  const message = error instanceof Error ? error.message : String(error);
  tell(`unexpected error: ${message}. Run again with PROBE_DEBUG=1 for the details`, io);
  reportOrigin(error, io);
  return EXIT_CODES.failed;
}

/** A message in words: on a terminal in lines that fit it, one line for whoever reads a pipe. */
export function tell(message: string, io: CliIo): void {
  const text = `probe: ${message}`;
  io.err(`${io.progress.isTTY === true ? breakWords(text) : text}\n`);
}

/** Commander's own messages, in the words of ours: what was expected, for what, what came. */
export function tellUsage(text: string, io: CliIo): void {
  const message = text.trimEnd().replace(/^error: /, "");
  const refused =
    /^option '(--[\w-]+)[^']*' (?:argument|value) '(.*?)'(?: from env '(\w+)')? is invalid\. (.+)$/su.exec(
      message,
    );
  tell(refused === null ? message : refusedWords(refused), io);
}

function refusedWords([, option = "", value = "", env, reason = ""]: RegExpExecArray): string {
  const of = env === undefined ? option : `${option} (${env})`;
  const choices = /^Allowed choices are (.+)\.$/u.exec(reason)?.[1];
  return choices === undefined
    ? reason.replace(/ but received /, ` for ${of} but received `).replace(/\.$/, "")
    : `expected one of ${choices} for ${of} but received "${value}"`;
}

/** Prints where an error comes from, with PROBE_DEBUG=1 only. */
export function reportOrigin(error: unknown, io: CliIo): void {
  if (io.env.PROBE_DEBUG === "1") io.err(`${describeStack(error)}\n`);
}

function exitCodeOf(error: ProbeError): number {
  switch (error.code) {
    case "usage":
      return EXIT_CODES.usage;
    case "missing_tool":
      return EXIT_CODES.missingTool;
    case "interrupted":
      return EXIT_CODES.interrupted;
    default:
      return EXIT_CODES.failed;
  }
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describeStack(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
