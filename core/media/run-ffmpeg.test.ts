import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MediaError, MissingToolError, UsageError } from "../errors.ts";
import type { FfmpegTool } from "./find-ffmpeg.ts";
import { fileUrl, passthroughArgs, runFfmpeg } from "./run-ffmpeg.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-run-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Endless 8x8 grey pictures, 64 bytes each; cheap to make. */
const ENDLESS = ["-loglevel", "error", "-f", "lavfi", "-i", "color=gray:s=8x8:r=1000"];
const RAW = ["-f", "rawvideo", "-pix_fmt", "gray"];

/** A stand-in for ffmpeg that writes its process id to a file and then does as told. */
function fakeTool(body: string): { readonly tool: FfmpegTool; readonly pid: () => number } {
  const path = join(folder, `fake-${Math.trunc(performance.now() * 1000)}`);
  writeFileSync(path, `#!/bin/sh\necho $$ > "${path}.pid"\n${body}\n`);
  chmodSync(path, 0o755);
  return {
    tool: { path, source: "PROBE_FFMPEG", version: "fake", libavcodecMajor: 58 },
    pid: () => Number(readFileSync(`${path}.pid`, "utf8")),
  };
}

async function waitForFile(path: string): Promise<void> {
  while (!existsSync(path) || readFileSync(path).length === 0) await delay(5);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function failureOf(promise: Promise<unknown>): Promise<MediaError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof MediaError) return error;
  throw new Error(`expected a MediaError but received ${String(error)}`);
}

describe("runFfmpeg", () => {
  it("hands over standard output whole and in order", async () => {
    const pieces: Buffer[] = [];
    const args = [...ENDLESS, "-frames:v", "3", ...RAW, "pipe:1"];
    const report = await runFfmpeg(args, {
      subject: "x",
      onStdout: (chunk) => void pieces.push(chunk),
    });
    expect(report).toEqual({ stdoutBytes: 192, stderrTail: "" });
    expect(Buffer.concat(pieces)).toHaveLength(192);
  });

  it("names file, exit code and ffmpeg's words when it fails", async () => {
    const path = join(folder, "not-there.mp4");
    const run = runFfmpeg(["-i", fileUrl(path), "-f", "null", "-"], { subject: path });
    const error = await failureOf(run);
    expect(error.message).toContain(path);
    expect(error.message).toMatch(/exit code \d+/);
    expect(error.message).toContain("No such file or directory");
    expect(error.context).toMatchObject({ file: path, reason: "ffmpeg_failed", signal: null });
  });

  it("keeps no more of its words than the last 2 kB", async () => {
    const { tool } = fakeTool(
      'i=0; while [ $i -lt 999 ]; do echo "word $i" >&2; i=$((i+1)); done; exit 7',
    );
    const error = await failureOf(runFfmpeg([], { subject: "x", tool }));
    const { stderrTail, exitCode } = error.context;
    expect(exitCode).toBe(7);
    expect(String(stderrTail).length).toBeLessThanOrEqual(2048);
    expect(String(stderrTail)).toMatch(/word 998$/);
  });

  it("kills it when the time is up, and says so", async () => {
    const started = performance.now();
    const run = runFfmpeg([...ENDLESS, "-f", "null", "-"], { subject: "long.mp4", timeoutMs: 150 });
    const error = await failureOf(run);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(error.message).toMatch(/"long.mp4" within the time limit of 0.15 s/);
    expect(error.context).toMatchObject({ reason: "time_limit" });
  });

  it("leaves no process behind, and does not wait for children of a wrapper", async () => {
    const { tool, pid } = fakeTool("trap '' TERM INT; sleep 5");
    const started = performance.now();
    await failureOf(runFfmpeg([], { subject: "x", tool, timeoutMs: 300 }));
    expect(performance.now() - started).toBeLessThan(3000);
    expect(isRunning(pid())).toBe(false);
  });

  it("kills it on abort, with the reason that was given", async () => {
    const { tool, pid } = fakeTool("exec sleep 5");
    const controller = new AbortController();
    const run = runFfmpeg([], { subject: "x", tool, signal: controller.signal });
    await waitForFile(`${tool.path}.pid`);
    controller.abort(new Error("enough"));
    await expect(run).rejects.toThrow("enough");
    expect(isRunning(pid())).toBe(false);
  });

  it("does not start when it was aborted before", async () => {
    const { tool } = fakeTool("exit 0");
    const run = runFfmpeg([], { subject: "x", tool, signal: AbortSignal.abort() });
    await expect(run).rejects.toThrow(/abort/i);
    expect(existsSync(`${tool.path}.pid`)).toBe(false);
  });

  it("says which signal ended it", async () => {
    const { tool } = fakeTool("kill -SEGV $$");
    const error = await failureOf(runFfmpeg([], { subject: "x", tool }));
    expect(error.message).toContain("signal SIGSEGV");
  });

  it("stops it when it writes more than is allowed", async () => {
    const run = runFfmpeg([...ENDLESS, ...RAW, "pipe:1"], { subject: "x", maxStdoutBytes: 6400 });
    const error = await failureOf(run);
    expect(error.message).toContain("at most 6400 bytes");
  });

  it("makes ffmpeg wait for a slow consumer, whose time does not count", async () => {
    const source = "color=gray:s=256x256:r=1000";
    const input = ["-loglevel", "error", "-f", "lavfi", "-i", source, "-frames:v", "40"];
    let active = 0;
    let most = 0;
    const report = await runFfmpeg([...input, ...RAW, "pipe:1"], {
      ...{ subject: "x", timeoutMs: 1500 },
      onStdout: async () => {
        active += 1;
        most = Math.max(most, active);
        await delay(50);
        active -= 1;
      },
    });
    expect(report.stdoutBytes).toBe(40 * 256 * 256);
    expect(most).toBe(1);
  });

  it("passes on what the consumer throws, now or later", async () => {
    const args = [...ENDLESS, ...RAW, "pipe:1"];
    const now = runFfmpeg(args, {
      subject: "x",
      onStdout: () => {
        throw new Error("at once");
      },
    });
    await expect(now).rejects.toThrow("at once");
    const later = runFfmpeg(args, {
      subject: "x",
      onStdout: async () => {
        throw new Error("later");
      },
    });
    await expect(later).rejects.toThrow("later");
  });

  it("lets an abort through while the consumer hangs", async () => {
    const controller = new AbortController();
    const run = runFfmpeg([...ENDLESS, "-frames:v", "1", ...RAW, "pipe:1"], {
      ...{ subject: "x", signal: controller.signal },
      onStdout: () => {
        setTimeout(() => controller.abort(new Error("enough")), 50);
        return new Promise(() => undefined);
      },
    });
    await expect(run).rejects.toThrow("enough");
  });

  const RAW_INPUT = ["-loglevel", "error", "-video_size", "8x8", ...RAW, "-i", "pipe:0"];

  it("feeds standard input from a producer that reuses its buffer", async () => {
    function* levels(): Generator<Uint8Array> {
      const buffer = new Uint8Array(64);
      for (const level of [10, 20, 30]) yield buffer.fill(level);
    }
    const seen: number[] = [];
    await runFfmpeg([...RAW_INPUT, ...RAW, "pipe:1"], {
      ...{ subject: "x", stdin: levels() },
      onStdout: (chunk) => {
        for (let at = 0; at < chunk.length; at += 64) seen.push(chunk[at] ?? -1);
      },
    });
    expect(seen).toEqual([10, 20, 30]);
  });

  it("takes it well when ffmpeg has read enough, and closes the producer", async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(64 * 1024);
      } finally {
        isClosed = true;
      }
    }
    const args = [...RAW_INPUT, "-frames:v", "1", ...RAW, "pipe:1"];
    const report = await runFfmpeg(args, { subject: "x", stdin: endless() });
    expect(report.stdoutBytes).toBe(64);
    await delay(50);
    expect(isClosed).toBe(true);
  });

  it("passes on what the producer throws, and kills ffmpeg", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(64);
      throw new Error("no more pictures");
    }
    const run = runFfmpeg([...RAW_INPUT, "-f", "null", "-"], { subject: "x", stdin: broken() });
    await expect(run).rejects.toThrow("no more pictures");
  });

  it.skipIf(!existsSync("/dev/full"))("says that the disk is full", async () => {
    const run = runFfmpeg([...ENDLESS, "-frames:v", "9000", ...RAW, "-y", "file:/dev/full"], {
      subject: "out.raw",
    });
    const error = await failureOf(run);
    expect(error.message).toMatch(/room to write "out.raw" but the disk is full/);
    expect(error.context).toMatchObject({ reason: "disk_full" });
  });

  it("reaches no network, and takes a file's name for nothing else", async () => {
    const http = runFfmpeg(["-i", "http://127.0.0.1:9/x.mp4", "-f", "null", "-"], { subject: "x" });
    expect((await failureOf(http)).message).toMatch(/not on whitelist/);
    for (const name of ["-version", "concat:a|b", "pipe:0"]) {
      const run = runFfmpeg(["-i", fileUrl(name), "-f", "null", "-"], { subject: name });
      expect((await failureOf(run)).message).toContain("No such file or directory");
    }
  });

  it("takes a program that cannot be started as missing", async () => {
    const tool = { ...fakeTool("exit 0").tool, path: join(folder, "nowhere") };
    await expect(runFfmpeg([], { subject: "x", tool })).rejects.toThrow(MissingToolError);
  });

  it.each([0, -1, Number.NaN])("refuses a time limit of %s", async (timeoutMs) => {
    await expect(runFfmpeg([], { subject: "x", timeoutMs })).rejects.toThrow(UsageError);
  });
});

describe("passthroughArgs", () => {
  it("uses the name that the version knows", () => {
    const { tool } = fakeTool("exit 0");
    expect(passthroughArgs({ ...tool, libavcodecMajor: 58 })).toEqual(["-vsync", "0"]);
    expect(passthroughArgs({ ...tool, libavcodecMajor: 62 })).toEqual(["-fps_mode", "passthrough"]);
  });
});
