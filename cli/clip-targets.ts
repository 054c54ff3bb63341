/** Arguments of `probe diagnose` -> clips with their instances. Owns finding; leaves out judging. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ProbeError, UsageError } from "../core/errors.ts";
import { type Instance, instanceSchema } from "../core/schema/instance.ts";
import { type Scene, sceneSchema } from "../core/schema/scene.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import { readRun } from "../core/store/read-run.ts";
import { ARTEFACTS, inRun, MANIFEST_FILE } from "../core/store/run-layout.ts";

/** The puzzle of a clip, and the geometry of its first picture when that is known. */
export type Puzzle = { readonly instance: Instance; readonly scene?: Scene };

export type ClipTarget = {
  /** Path of the clip, as it was given or found. */
  readonly clip: string;
  /** Short name for folders of overlays, unique among the targets. */
  readonly name: string;
  readonly puzzle: Puzzle;
};

/** A clip that cannot be judged as asked; the others go on. */
export type BadTarget = { readonly clip: string; readonly error: ProbeError };

/**
 * Clips of the arguments: files, episode folders, run folders.
 *
 * @param given the puzzle of --instance, for clips that do not lie in an episode folder
 */
export async function findTargets(
  paths: readonly string[],
  given: Puzzle | undefined,
): Promise<readonly (ClipTarget | BadTarget)[]> {
  const found: (ClipTarget | BadTarget)[] = [];
  for (const path of paths) {
    try {
      found.push(...(await targetsOf(path, given)));
    } catch (error) {
      if (!(error instanceof ProbeError)) throw error;
      found.push({ clip: path, error });
    }
  }
  const used = new Map<string, number>();
  return found.map((target) => {
    if ("error" in target) return target;
    const uses = used.get(target.name) ?? 0;
    used.set(target.name, uses + 1);
    return uses === 0 ? target : { ...target, name: `${target.name}-${uses + 1}` };
  });
}

async function targetsOf(path: string, given: Puzzle | undefined): Promise<readonly ClipTarget[]> {
  if (!(await exists(path))) {
    throw new UsageError(`expected a clip or a run folder for ${path} but received no such file`);
  }
  if (!(await isFolder(path))) {
    const puzzle = given ?? (await readPuzzle(dirname(path)));
    if (puzzle === undefined) {
      throw new UsageError(
        `expected --instance FILE[#ID] for ${path}, as no ${ARTEFACTS.instance} lies beside it`,
      );
    }
    const stem = basename(path).replace(/\.[^.]*$/, "");
    return [{ clip: path, name: given === undefined ? puzzle.instance.id : stem, puzzle }];
  }
  if (await exists(inRun(path, MANIFEST_FILE))) {
    const { records } = await readRun(path);
    const targets: ClipTarget[] = [];
    for (const { episode } of records) {
      if (episode.status !== "ok" || episode.clip === undefined) continue;
      const clip = inRun(path, episode.clip.path);
      const puzzle = await readPuzzle(dirname(clip));
      if (puzzle !== undefined) targets.push({ clip, name: episode.instanceId, puzzle });
    }
    if (targets.length > 0) return targets;
    throw new UsageError(`expected clips in the run ${path} but received none`);
  }
  const puzzle = given ?? (await readPuzzle(path));
  const clip = join(path, ARTEFACTS.clip);
  if (puzzle !== undefined && (await exists(clip))) {
    return [{ clip, name: puzzle.instance.id, puzzle }];
  }
  throw new UsageError(
    `expected a clip, a run folder or an episode folder but received ${path}, which has neither ` +
      `${MANIFEST_FILE} nor ${ARTEFACTS.instance} with ${ARTEFACTS.clip}`,
  );
}

/** `instance.json` and `scene.json` of a folder; undefined when the first is not there. */
async function readPuzzle(folder: string): Promise<Puzzle | undefined> {
  const path = join(folder, ARTEFACTS.instance);
  if (!(await exists(path))) return undefined;
  return readPuzzleFile(path);
}

/** An `instance.json`, with the `scene.json` beside it. @throws UsageError when either is wrong */
export async function readPuzzleFile(path: string): Promise<Puzzle> {
  const instance = await readJson(path, instanceSchema, "an instance");
  const scenePath = join(dirname(path), ARTEFACTS.scene);
  if (!(await exists(scenePath))) return { instance };
  return { instance, scene: await readJson(scenePath, sceneSchema, "a scene") };
}

async function readJson<T>(
  path: string,
  schema: {
    safeParse(value: unknown):
      | { success: true; data: T }
      | {
          success: false;
          error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
        };
  },
  what: string,
): Promise<T> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const reason = fsErrorCode(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UsageError(`expected ${what} as JSON in ${path} but received ${reason}`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".") ?? "";
  throw new UsageError(
    `expected ${what} in ${path} but received ${field === "" ? "" : `${field}: `}${issue?.message ?? "another shape"}`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
