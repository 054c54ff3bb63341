/** What made an artefact: versions of topoprobe, node and ffmpeg, and the commit of the checkout. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ProbeError } from "../errors.ts";
import type { Provenance } from "../schema/run.ts";

const GIT_TIMEOUT_MS = 10_000;
const packageSchema = z.object({ name: z.string(), version: z.string() });

/** The folder of topoprobe's own package.json, and its version. @throws ProbeError when broken */
export function findPackage(): { readonly root: string; readonly version: string } {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let parent = dirname(folder); ; folder = parent, parent = dirname(folder)) {
    const path = join(folder, "package.json");
    if (existsSync(path)) {
      const parsed = packageSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
      if (parsed.success && parsed.data.name === "topoprobe") {
        return { root: folder, version: parsed.data.version };
      }
    }
    if (parent === folder) {
      throw new ProbeError("internal", "expected a package.json of topoprobe above its own files");
    }
  }
}

/** @param ffmpeg version of the ffmpeg in use; null when there is none */
export async function collectProvenance(ffmpeg: string | null): Promise<Provenance> {
  const { root, version } = findPackage();
  return {
    topoprobe: version,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    ffmpeg,
    git: await readGit(root),
  };
}

/** Commit and dirty flag of a checkout whose root is `folder`; null when it is none. */
export async function readGit(folder: string): Promise<Provenance["git"]> {
  if (!existsSync(join(folder, ".git"))) return null;
  try {
    const commit = (await runGit(folder, ["rev-parse", "HEAD"])).trim();
    const status = await runGit(folder, ["status", "--porcelain"]);
    return { commit, dirty: status.trim() !== "" };
  } catch {
    // No git program, or a repository without commits: the versions above still stand.
    return null;
  }
}

function runGit(folder: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, timeout: GIT_TIMEOUT_MS, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile("git", [...args], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
}
