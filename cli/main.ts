#!/usr/bin/env node
/** The `probe` command. */
import { runCli } from "./program.ts";

// A reader that closes the pipe early, such as `head`, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runCli({
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  progress: process.stderr,
  env: process.env,
  argv: process.argv.slice(2),
});
