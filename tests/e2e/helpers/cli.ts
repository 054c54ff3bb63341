/** Runs the command line, inside of this process or as one of its own, on clips small enough for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "../../../cli/program.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Clips of this size are judged in a fraction of the time, and read as well. */
export const SMALL = ["--size", "416x240", "--frames", "41", "--concurrency", "1"] as const;

export type CliResult = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `probe` with these words in this process. */
export async function probe(...argv: readonly string[]): Promise<CliResult> {
  let out = "";
  let err = "";
  const code = await runCli({
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    progress: {
      write: (text) => {
        err += text;
      },
    },
    env: process.env,
    argv,
  });
  return { code, out, err };
}

export type RunningCli = {
  readonly child: ChildProcess;
  /** Resolves when it has ended. */
  readonly ended: Promise<CliResult>;
};

/** Starts `probe` as a process. */
export function startProbe(...argv: readonly string[]): RunningCli {
  const child = spawn(process.execPath, ["--import", "tsx", "cli/main.ts", ...argv], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<CliResult>((resolve) => {
    child.once("close", (code) => resolve({ code: code ?? -1, out, err }));
  });
  return { child, ended };
}

/** A new folder under the system's temporary one. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `probe-e2e-${name}-`));
}

/** Lines of a journal. */
export function journalLines(run: string, file: string): readonly string[] {
  return readFileSync(join(run, file), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
