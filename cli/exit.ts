/** Errors -> one clear message and an exit code. */
import { CommanderError } from "commander";
import { EXIT_CODES, ProbeError } from "../core/errors.ts";
import type { CliIo } from "./io.ts";

/**
 * Prints what went wrong and gives the exit code. The stack is shown with PROBE_DEBUG=1 only.
 * Commander has printed its own messages already.
 */
export function reportError(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
  }
  if (error instanceof ProbeError) {
    io.err(`probe: ${error.message}\n`);
    reportOrigin(error, io);
    return exitCodeOf(error);
  }
  const message = error instanceof Error ? error.message : String(error);
  io.err(`probe: unexpected error: ${message}. Run again with PROBE_DEBUG=1 for the details\n`);
  reportOrigin(error, io);
  return EXIT_CODES.failed;
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
