#!/usr/bin/env node
/** The `probe` command. */
import { runCli } from "./program.ts";

// A reader that closes the pipe early, such as `head`, is no error: what is left to print is lost,
// and the command ends as it would have.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await runCli({
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  progress: process.stderr,
  env: process.env,
  argv: process.argv.slice(2),
});
