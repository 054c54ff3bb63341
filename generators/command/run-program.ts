/**
 * One local program under limits: no shell, no input, bounded output, killed with all that it started.
 * Owns the process; knows nothing of clips.
 */
import { execa } from "execa";
import { createStderrTail, type StderrTail } from "../../core/media/stderr-tail.ts";
import type { Env } from "../host.ts";

export type RunOptions = {
  readonly program: string;
  readonly args: readonly string[];
  /** @default that of this process */
  readonly env?: Env | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Time between asking a program to end and killing it, in milliseconds. @default 3000 */
  readonly killAfterMs?: number | undefined;
  /** Removes secrets from lines of output, before they are cut. */
  readonly redact: (text: string) => string;
};

/** How it ended, with the last lines of its output, then of its errors, about 2.5 kB at most. */
export type RunEnd = { readonly tail: string } & (
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "too_late" }
  /** `code` such as "ENOENT". */
  | { readonly kind: "not_started"; readonly code: string; readonly message: string }
);

const KILL_AFTER_MS = 3_000;
/** What a program has left running in the background may hold its output open: it is not waited for. */
const OUTPUT_GRACE_MS = 500;
/** Of standard output; standard error has more to say. */
const OUTPUT_CHARS = 500;

/** @throws the reason of the signal, when the program and all that it started are gone */
export async function runProgram(options: RunOptions): Promise<RunEnd> {
  const { program, args, env, timeoutMs, signal, killAfterMs = KILL_AFTER_MS } = options;
  signal.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, late]);
  const child = execa(program, args, {
    ...(env === undefined ? {} : { env: { ...env }, extendEnv: false }),
    stdin: "ignore",
    buffer: false,
    reject: false,
    cancelSignal: stop,
    forceKillAfterDelay: killAfterMs,
    // Of its own, so that what it starts can be killed with it. On Windows that would open a window.
    detached: !IS_WINDOWS,
    windowsHide: true,
  });
  // Apart, as the order between the two is not known: much output must not push out what went wrong.
  const [output, errors] = [createTail(options.redact), createTail(options.redact)];
  child.stdout.on("data", (chunk: Uint8Array) => output.push(chunk));
  child.stderr.on("data", (chunk: Uint8Array) => errors.push(chunk));
  const release = killWithUs(child.pid);

  let forced: NodeJS.Timeout | undefined;
  const onStop = (): void => {
    killTree(child.pid, "SIGTERM");
    forced = setTimeout(() => killTree(child.pid, "SIGKILL"), killAfterMs);
  };
  stop.addEventListener("abort", onStop, { once: true });
  let grace: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    // The program has ended as it was asked to; what it started may not have.
    if (stop.aborted) killTree(child.pid, "SIGKILL");
    grace = setTimeout(() => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    }, OUTPUT_GRACE_MS);
  });

  try {
    const end = await child;
    signal.throwIfAborted();
    output.end();
    errors.end();
    const lines = [lastOf(output.text()), errors.text()].filter((text) => text !== "");
    const told = { tail: lines.join("\n") };
    if (end.isCanceled) return { ...told, kind: "too_late" };
    if (end.exitCode !== undefined) return { ...told, kind: "exited", code: end.exitCode };
    if (end.signal !== undefined) return { ...told, kind: "killed", signal: end.signal };
    const { code = "unknown", originalMessage: message = "" } = end;
    return { ...told, kind: "not_started", code, message };
  } finally {
    stop.removeEventListener("abort", onStop);
    clearTimeout(forced);
    clearTimeout(grace);
    release();
  }
}

/** The last lines of what a program writes, each without secrets before anything is cut off. */
function createTail(redact: (text: string) => string): StderrTail {
  const clean = createStderrTail();
  const whole = createStderrTail((line) => {
    clean.push(Buffer.from(`${redact(line)}\n`));
    return true;
  });
  return { push: whole.push, end: whole.end, text: clean.text };
}

/** Whole lines from the end of a text, at most `OUTPUT_CHARS` characters where there are such. */
function lastOf(text: string): string {
  if (text.length <= OUTPUT_CHARS) return text;
  const end = text.slice(-OUTPUT_CHARS);
  return end.slice(end.indexOf("\n") + 1);
}

const IS_WINDOWS = process.platform === "win32";

function killTree(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  if (IS_WINDOWS) {
    // Windows has no process groups; there is no milder way either.
    execa("taskkill", ["/pid", String(pid), "/t", "/f"], { reject: false }).catch(() => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of the group have gone already.
  }
}

const running = new Set<number>();
let isExitHooked = false;

/** A program that has a group of its own would go on when this process ends. */
function killWithUs(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined;
  running.add(pid);
  if (!isExitHooked) {
    isExitHooked = true;
    process.on("exit", () => {
      for (const left of running) killTree(left, "SIGKILL");
    });
  }
  return () => running.delete(pid);
}
