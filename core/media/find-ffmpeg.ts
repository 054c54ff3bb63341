/**
 * Finds the ffmpeg program that serves this process, in a fixed order, and proves that it runs.
 * Owns the search only: running it on media is `run-ffmpeg.ts`.
 */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { describeMismatch, MissingToolError } from "../errors.ts";

export type FfmpegSource = "PROBE_FFMPEG" | "ffmpeg-static" | "path" | "installer";

/** An ffmpeg program that answered `-version`. */
export type FfmpegTool = {
  /** File that is started, without a shell. */
  readonly path: string;
  readonly source: FfmpegSource;
  /** As the program prints it, such as "6.1.1" or "N-47683-g0e8eb07980-static". */
  readonly version: string;
  /** Major version of its libavcodec; 0 when it does not say. Decides which option names it knows. */
  readonly libavcodecMajor: number;
};

/** Environment variables that the search reads. */
export type FfmpegEnv = {
  readonly PROBE_FFMPEG?: string | undefined;
  readonly PATH?: string | undefined;
};

/** Where the npm packages' programs would be; undefined when a package is not there. */
export type FfmpegPackages = {
  readonly ffmpegStatic: () => string | undefined;
  readonly installer: () => string | undefined;
};

/** `-version` must answer within this time. */
const VERSION_TIMEOUT_MS = 15_000;

const HOW_TO_FIX =
  "Set PROBE_FFMPEG to an ffmpeg program, put ffmpeg on the PATH, " +
  'or reinstall with optional dependencies and install scripts ("npm ci --include=optional")';

const nodeRequire = createRequire(import.meta.url);
const found = new Map<string, Promise<FfmpegTool>>();

/**
 * The ffmpeg that serves: PROBE_FFMPEG, then the package ffmpeg-static, `ffmpeg` on the PATH, and
 * the package @ffmpeg-installer/ffmpeg. Cached per process and setting; failures are not cached.
 * @throws MissingToolError when PROBE_FFMPEG is set and does not run, or when nothing runs
 */
export function findFfmpeg(env: FfmpegEnv = process.env): Promise<FfmpegTool> {
  const key = JSON.stringify([env.PROBE_FFMPEG, env.PATH]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const search = searchFfmpeg(env, {
    ffmpegStatic: () => requirePath("ffmpeg-static", (value) => value),
    installer: () => requirePath("@ffmpeg-installer/ffmpeg", (value) => pathField(value)),
  });
  found.set(key, search);
  search.catch(() => found.delete(key));
  return search;
}

/**
 * The search itself, uncached, with the packages passed in.
 * @throws MissingToolError as `findFfmpeg` does
 */
export async function searchFfmpeg(env: FfmpegEnv, packages: FfmpegPackages): Promise<FfmpegTool> {
  const asked = env.PROBE_FFMPEG;
  if (asked !== undefined && asked !== "") {
    const outcome = await tryFfmpeg(asked, "PROBE_FFMPEG");
    if (outcome.ok) return outcome.tool;
    throw new MissingToolError(
      describeMismatch(
        "PROBE_FFMPEG",
        "an ffmpeg program that runs",
        asked,
        `It ${outcome.reason}. Correct it, or unset it to use another ffmpeg.`,
      ),
      { context: { path: asked, reason: outcome.reason } },
    );
  }
  const reasons: string[] = [];
  const candidates: readonly (readonly [FfmpegSource, string | undefined])[] = [
    ["ffmpeg-static", packages.ffmpegStatic()],
    ["path", await findOnPath(env.PATH ?? "")],
    ["installer", packages.installer()],
  ];
  for (const [source, path] of candidates) {
    if (path === undefined) {
      reasons.push(`${source}: not there`);
      continue;
    }
    if (source === "installer") await makeExecutable(path);
    const outcome = await tryFfmpeg(path, source);
    if (outcome.ok) return outcome.tool;
    reasons.push(`${source}: ${path} ${outcome.reason}`);
  }
  throw new MissingToolError(
    `expected an ffmpeg program for reading and writing clips but received none ` +
      `(${reasons.join("; ")}). ${HOW_TO_FIX}.`,
    { context: { reasons } },
  );
}

type Outcome =
  | { readonly ok: true; readonly tool: FfmpegTool }
  | { readonly ok: false; readonly reason: string };

async function tryFfmpeg(path: string, source: FfmpegSource): Promise<Outcome> {
  const output = await new Promise<string | Error>((resolve) => {
    const options = { timeout: VERSION_TIMEOUT_MS, killSignal: "SIGKILL" as const };
    execFile(path, ["-version"], options, (error, stdout) => resolve(error ?? stdout));
  });
  if (output instanceof Error) return { ok: false, reason: reasonOf(output, path) };
  const version = /^ffmpeg version (\S+)/.exec(output)?.[1];
  if (version === undefined)
    return { ok: false, reason: "does not answer -version as ffmpeg does" };
  const libavcodecMajor = Number(/^libavcodec\s+(\d+)\./m.exec(output)?.[1] ?? 0);
  return { ok: true, tool: { path, source, version, libavcodecMajor } };
}

function reasonOf(error: Error & { code?: unknown; killed?: unknown }, path: string): string {
  if (error.killed === true) return `did not answer -version within ${VERSION_TIMEOUT_MS / 1000} s`;
  if (error.code === "ENOENT") return "does not exist";
  if (error.code === "EACCES") return `may not be executed; try: chmod +x "${path}"`;
  return `does not run (${String(error.code ?? error.message)})`;
}

/** The package's program may have lost its execute bit when install scripts are switched off. */
async function makeExecutable(path: string): Promise<void> {
  if (await isExecutable(path)) return;
  // A chmod that is refused is not the last word: running the program gives the reason.
  await chmod(path, 0o755).catch(() => undefined);
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function findOnPath(pathVariable: string): Promise<string | undefined> {
  const name = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";
  for (const folder of pathVariable.split(delimiter)) {
    if (folder === "") continue;
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

function requirePath(name: string, pick: (value: unknown) => unknown): string | undefined {
  try {
    const path = pick(nodeRequire(name));
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}

function pathField(value: unknown): unknown {
  return typeof value === "object" && value !== null && "path" in value ? value.path : undefined;
}
