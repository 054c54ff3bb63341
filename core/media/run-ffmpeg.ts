/**
 * Runs one ffmpeg process under limits. A plain spawn without a shell: fluent-ffmpeg is archived
 * upstream and has open faults around kill and pipes (a killed command may never settle, errors of
 * a piped stream end the process), so that its time limits cannot be trusted.
 * Owns the process: time limit, abort, backpressure on both pipes, bounded output, error text.
 * Knows nothing of clips; the arguments come from the callers.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { MediaError, MissingToolError, UsageError } from "../errors.ts";
import { readStdout, writeStdin } from "./child-pipes.ts";
import { type FfmpegTool, findFfmpeg } from "./find-ffmpeg.ts";
import { createStderrTail } from "./stderr-tail.ts";
import { startTimeLimit } from "./time-limit.ts";

/** Time that ffmpeg may take for one clip when the caller names none. */
export const DEFAULT_FFMPEG_TIMEOUT_MS = 120_000;

/** Local files and the process's own pipes; clips are untrusted and must not reach a network. */
const FIXED_ARGS = ["-hide_banner", "-protocol_whitelist", "file,pipe"] as const;

export type RunFfmpegOptions = {
  /** The clip that errors name: the one read, or the one written. */
  readonly subject: string;
  /** @default the one that `findFfmpeg` finds */
  readonly tool?: FfmpegTool;
  /**
   * Milliseconds that ffmpeg may run, after which it is killed. The time in which the producer or
   * the consumer is being waited for does not count. @default DEFAULT_FFMPEG_TIMEOUT_MS
   */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Written to its standard input; a buffer is free for reuse once the next one is asked for. */
  readonly stdin?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Gets its standard output; when it returns a promise, reading waits for it. */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
  /** Bytes of standard output allowed before the process is killed. @default no limit */
  readonly maxStdoutBytes?: number;
  /** Sees every line of standard error; true keeps the line out of the tail. */
  readonly onStderrLine?: (line: string) => boolean;
};

export type FfmpegReport = {
  /** Last lines of standard error, about 2 kB at most. */
  readonly stderrTail: string;
  readonly stdoutBytes: number;
};

const liveChildren = new Set<ChildProcess>();
let isExitHooked = false;

/**
 * Runs ffmpeg to its end. Resolves when it exits with 0, rejects otherwise; either way the process
 * is gone by then.
 * @param args options after `-hide_banner -nostdin -protocol_whitelist file,pipe`; name files with
 *   `fileUrl`, or a name such as "-x" or "concat:a|b" is taken for something else
 * @throws MediaError when ffmpeg fails, runs out of time, or writes more than `maxStdoutBytes`
 * @throws MissingToolError when there is no ffmpeg, or it cannot be started
 * @throws UsageError when `timeoutMs` is not a positive number
 * @throws whatever the abort signal, the producer or the consumer gives as its reason
 */
export async function runFfmpeg(
  args: readonly string[],
  options: RunFfmpegOptions,
): Promise<FfmpegReport> {
  const { signal, stdin, timeoutMs = DEFAULT_FFMPEG_TIMEOUT_MS } = options;
  if (!(timeoutMs > 0)) {
    throw new UsageError(`expected a positive number for timeoutMs but received ${timeoutMs}`);
  }
  signal?.throwIfAborted();
  const tool = options.tool ?? (await findFfmpeg());
  signal?.throwIfAborted();

  const child = startChild(tool, args, stdin !== undefined);
  const tail = createStderrTail(options.onStderrLine);
  const ended = waitForEnd(child);
  const failure = createFailure();
  const fail = (reason: unknown) => {
    failure.set(reason);
    child.kill("SIGKILL");
    // A grandchild (a wrapper script's) may still hold the pipes: do not wait for them.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  };
  const limit = startTimeLimit(timeoutMs, () => fail(timeoutError(options.subject, timeoutMs)));
  const onAbort = () => fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });

  let stdoutBytes = 0;
  const { onStdout, maxStdoutBytes = Number.POSITIVE_INFINITY } = options;
  const onChunk = (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    if (stdoutBytes > maxStdoutBytes) throw outputTooLong(options.subject, maxStdoutBytes);
    return onStdout?.(chunk);
  };
  const reading = readStdout(child.stdout, { onChunk, limit }).catch(fail);
  child.stderr.on("data", (chunk: Buffer) => {
    try {
      tail.push(chunk);
    } catch (error) {
      fail(error);
    }
  });
  if (stdin !== undefined) writeStdin(child.stdin, stdin, limit).catch(fail);

  try {
    const end = await ended;
    // The consumer may be the one that hangs: an abort must not wait for it.
    await Promise.race([reading, failure.happened]);
    tail.end();
    failure.rethrow();
    if (end.code !== 0) throw exitError(options.subject, end, tail.text(), tool);
    return { stderrTail: tail.text(), stdoutBytes };
  } finally {
    limit.stop();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** A local file as ffmpeg argument: never an option, never another protocol. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}

/** Options that hand every frame on as it is: none dropped, none repeated to keep a rate. */
export function passthroughArgs(tool: FfmpegTool): readonly string[] {
  // -fps_mode came with 5.1 (libavcodec 59); -vsync is deprecated since, and still there in 59.
  return tool.libavcodecMajor >= 60 ? ["-fps_mode", "passthrough"] : ["-vsync", "0"];
}

type End = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error & { readonly code?: string };
};

function startChild(
  tool: FfmpegTool,
  args: readonly string[],
  isStdinUsed: boolean,
): ChildProcessWithoutNullStreams {
  const child = spawn(tool.path, [...(isStdinUsed ? [] : ["-nostdin"]), ...FIXED_ARGS, ...args], {
    stdio: "pipe",
    windowsHide: true,
    env: childEnv(),
  });
  // A broken pipe says nothing that the exit code does not say.
  child.stdin.on("error", () => undefined);
  if (!isStdinUsed) child.stdin.end();
  liveChildren.add(child);
  if (!isExitHooked) {
    isExitHooked = true;
    process.on("exit", () => {
      for (const left of liveChildren) left.kill("SIGKILL");
    });
  }
  return child;
}

/** Settings of the user's shell must not colour the messages, nor write report files. */
function childEnv(): NodeJS.ProcessEnv {
  const { FFREPORT: _report, AV_LOG_FORCE_COLOR: _colour, ...env } = process.env;
  return { ...env, AV_LOG_FORCE_NOCOLOR: "1" };
}

function waitForEnd(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    const settle = (end: End) => {
      liveChildren.delete(child);
      resolve(end);
    };
    child.once("error", (error) => settle({ code: null, signal: null, error }));
    child.once("close", (code, signal) => settle({ code, signal }));
  });
}

type Failure = {
  /** Keeps the first reason; what follows from killing the process is not news. */
  readonly set: (reason: unknown) => void;
  readonly happened: Promise<void>;
  readonly rethrow: () => void;
};

function createFailure(): Failure {
  const reasons: unknown[] = [];
  let announce: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return {
    set: (reason) => {
      reasons.push(reason);
      announce();
    },
    happened,
    rethrow: () => {
      if (reasons.length > 0) throw reasons[0];
    },
  };
}

function outputTooLong(subject: string, maxBytes: number): MediaError {
  return new MediaError(
    `expected at most ${maxBytes} bytes for the decoded output of "${subject}" but received more`,
    { context: { file: subject, maxBytes, reason: "output_limit" } },
  );
}

function timeoutError(subject: string, timeoutMs: number): MediaError {
  return new MediaError(
    `expected ffmpeg to finish "${subject}" within the time limit of ${timeoutMs / 1000} s ` +
      "but it was still running and was killed",
    { context: { file: subject, timeoutMs, reason: "time_limit" } },
  );
}

function exitError(subject: string, end: End, stderrTail: string, tool: FfmpegTool): Error {
  if (end.error !== undefined) {
    return new MissingToolError(
      `expected ffmpeg at "${tool.path}" to start but received ${end.error.message}`,
      { context: { path: tool.path, source: tool.source }, cause: end.error },
    );
  }
  const ending = end.signal === null ? `exit code ${end.code}` : `signal ${end.signal}`;
  const isDiskFull = /No space left on device|Disk quota exceeded/i.test(stderrTail);
  const what = isDiskFull
    ? `expected room to write "${subject}" but the disk is full`
    : `expected ffmpeg to finish "${subject}" but it ended with ${ending}`;
  return new MediaError(stderrTail === "" ? what : `${what}. ffmpeg said: ${stderrTail}`, {
    context: {
      file: subject,
      exitCode: end.code,
      signal: end.signal,
      reason: isDiskFull ? "disk_full" : "ffmpeg_failed",
      stderrTail,
    },
  });
}
