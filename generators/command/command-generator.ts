/**
 * A generator that is a program on this machine. Owns the files that it gets and writes; the command is
 * parsed in `parse-command.ts` and run in `run-program.ts`.
 *
 * The program is run by `result`, and again when a run goes on after a crash: a program that pays for
 * something has to keep its own books.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { MissingToolError, ProviderError } from "../../core/errors.ts";
import { parseHandleData } from "../common/parse-handle-data.ts";
import type { CallContext, Generator, RolloutHandle } from "../generator.ts";
import type { Env } from "../host.ts";
import { saveBytes } from "../http/index.ts";
import { COMMAND_PREFIX, describeUnused, fillCommand, parseCommand } from "./parse-command.ts";
import { type RunEnd, runProgram } from "./run-program.ts";

const VERSION = "1";
const FILES = { image: "image.png", prompt: "prompt.txt", out: "out.mp4" } as const;
/** As for downloads. */
const MAX_CLIP_BYTES = 256 * 1024 * 1024;

export type CommandOptions = {
  /** What the program gets as its environment, whole. @default that of this process */
  readonly env?: Env;
  /** How long the program may run, in milliseconds. */
  readonly deadlineMs: number;
  /** Removes secrets from texts. */
  readonly redact: (text: string) => string;
  /** Time between asking a program to end and killing it, in milliseconds. @default 3000 */
  readonly killAfterMs?: number;
};

const handleDataSchema = z.strictObject({
  /** Folder of the files, where the context does not say it. */
  scratchDir: z.string(),
  frames: z.number(),
  fps: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
  seed: z.number(),
});

/**
 * Runs a command once for each rollout: `{image}`, `{prompt}`, `{out}` and the like in its arguments are
 * replaced, no shell is asked, and what stands in `{out}` afterwards is the clip.
 *
 * @param spec with or without "command:" in front
 * @throws UsageError when the command cannot be read
 */
export function createCommandGenerator(spec: string, options: CommandOptions): Generator {
  const command = parseCommand(spec);
  const id = `${COMMAND_PREFIX}${command.text}`;
  const warnings = describeUnused(command);
  /** Of jobs that run now, by the id of their handle. */
  const running = new Map<string, AbortController>();

  return {
    id,
    version: VERSION,
    kind: "video",
    params: { command: command.text },
    start: async (request, { signal, scratchDir }) => {
      signal.throwIfAborted();
      await mkdir(scratchDir, { recursive: true });
      await writeFile(join(scratchDir, FILES.image), request.firstFramePng);
      await writeFile(join(scratchDir, FILES.prompt), request.prompt);
      const { frames, fps, widthPx, heightPx, seed } = request;
      return {
        generator: id,
        id: request.instanceId,
        data: { scratchDir, frames, fps, widthPx, heightPx, seed },
        warnings,
      };
    },
    // There is nothing to wait for: `result` does the work.
    status: async (handle, { signal }) => {
      signal.throwIfAborted();
      parseHandleData(handleDataSchema, handle);
      return { state: "succeeded" };
    },
    result: async (handle, destination, context) => {
      const stopper = new AbortController();
      running.set(handle.id, stopper);
      const signal = AbortSignal.any([context.signal, stopper.signal]);
      try {
        const folder = folderOf(handle, context);
        const [program, ...args] = fillCommand(command, await valuesOf(handle, folder));
        await rm(join(folder, FILES.out), { force: true });
        const { env, deadlineMs: timeoutMs, killAfterMs, redact } = options;
        const limits = { timeoutMs, signal, killAfterMs };
        const end = await runProgram({ program, args, env, ...limits, redact });
        const failure = describeEnd(end, program, options);
        if (failure !== undefined) throw failure;
        await takeClip(folder, destination, withTail(end));
        return { path: destination, kind: "video", warnings: [] };
      } finally {
        running.delete(handle.id);
      }
    },
    cancel: async (handle) => {
      running.get(handle.id)?.abort(new ProviderError(`the command for ${handle.id} was stopped`));
    },
  };
}

function folderOf(handle: RolloutHandle, context: CallContext): string {
  return context.scratchDir ?? parseHandleData(handleDataSchema, handle).scratchDir;
}

async function valuesOf(handle: RolloutHandle, folder: string) {
  const data = parseHandleData(handleDataSchema, handle);
  const [image, promptFile] = [join(folder, FILES.image), join(folder, FILES.prompt)];
  const prompt = await readFile(promptFile, "utf8").catch(() => undefined);
  const isImageThere = (await sizeOf(image)) !== undefined;
  if (prompt === undefined || !isImageThere) {
    throw new ProviderError(
      `expected ${FILES.image} and ${FILES.prompt} of ${handle.id} in ${folder} but received nothing. ` +
        "Make the rollout anew",
    );
  }
  return {
    image,
    prompt,
    prompt_file: promptFile,
    out: join(folder, FILES.out),
    frames: String(data.frames),
    fps: String(data.fps),
    width: String(data.widthPx),
    height: String(data.heightPx),
    seed: String(data.seed),
  };
}

function describeEnd(
  end: RunEnd,
  program: string,
  options: CommandOptions,
): ProviderError | MissingToolError | undefined {
  const said = withTail(end);
  switch (end.kind) {
    case "exited":
      if (end.code === 0) return undefined;
      return new ProviderError(
        `expected exit code 0 from ${program} but received ${end.code}${said}`,
        { context: { exitCode: end.code } },
      );
    case "killed":
      return new ProviderError(
        `expected ${program} to end by itself but it got ${end.signal}${said}`,
      );
    case "too_late":
      return new ProviderError(
        `expected ${program} to end within ${options.deadlineMs / 1000} s but it was still running, and ` +
          `was killed${said}`,
      );
    case "not_started":
      return notStarted(end.code, program, options.redact(end.message));
  }
}

function notStarted(
  code: string,
  program: string,
  message: string,
): ProviderError | MissingToolError {
  if (code === "ENOENT") {
    return new MissingToolError(
      `expected a program named ${program} but received none. Install it, put its folder into PATH, or ` +
        "give its whole path; a script wants its interpreter in front, as in command:'python sample.py …'",
      { context: { program } },
    );
  }
  if (code === "EACCES") {
    return new MissingToolError(
      `expected a program that may be run but received ${program}, which may not. Make it executable, or ` +
        "put its interpreter in front, as in command:'python sample.py …'",
      { context: { program } },
    );
  }
  const fix = code === "E2BIG" ? ". Use {prompt_file} in place of {prompt}" : "";
  return new ProviderError(`expected ${program} to start but received ${code}: ${message}${fix}`);
}

function withTail({ tail }: RunEnd): string {
  return tail === "" ? ". It wrote nothing" : `. Its last words:\n${tail}`;
}

async function takeClip(folder: string, destination: string, said: string): Promise<void> {
  const out = join(folder, FILES.out);
  const size = await sizeOf(out);
  if (size === undefined) {
    const known: readonly string[] = Object.values(FILES);
    const others = (await readdir(folder)).filter((name) => !known.includes(name));
    const found =
      others.length === 0 ? "no file" : `other files there: ${others.slice(0, 5).join(", ")}`;
    throw new ProviderError(`expected the command to write ${out} but received ${found}${said}`);
  }
  if (size > MAX_CLIP_BYTES) {
    throw new ProviderError(
      `expected at most ${MAX_CLIP_BYTES} bytes in ${out} but received ${size}. Write a shorter clip`,
    );
  }
  await saveBytes(await readFile(out), destination, "video");
  await rm(out, { force: true });
}

/** Of a file that is one; undefined otherwise. */
async function sizeOf(path: string): Promise<number | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true ? facts.size : undefined;
}
