/** Rows of runs -> one new file. Owns paths: relative to the file, never absolute. */
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { inRun } from "../../core/store/run-layout.ts";
import { modelAnswerRow } from "./export-rows.ts";
import type { ExportedRun } from "./export-run.ts";
import { stringifyRow } from "./stringify-row.ts";

export type WrittenAnswers = {
  readonly file: string;
  readonly rows: number;
  /** Some paths lead out of the file's folder: importers refuse them. */
  readonly leadsOut: boolean;
};

/**
 * @param file must not exist
 * @throws UsageError when it does, two runs hold the same episode, or a path cannot be relative
 * @throws StoreError when it cannot be written
 */
export async function writeModelAnswers(
  runs: readonly ExportedRun[],
  file: string,
): Promise<WrittenAnswers> {
  if (await exists(file)) {
    throw new UsageError(
      `expected a new file for --out but received ${file}, which is there already. Name another one`,
    );
  }
  requireApart(runs);
  let leadsOut = false;
  const lines = runs.flatMap(({ path, episodes }) => {
    const pathOf = (inside: string): string => {
      const way = relative(resolve(dirname(file)), resolve(inRun(path, inside)));
      if (isAbsolute(way)) {
        throw new UsageError(
          `expected a place on the disk of ${path} for --out but received ${file}. Paths are relative`,
        );
      }
      if (way.startsWith(`..${sep}`)) leadsOut = true;
      return way.split(sep).join("/");
    };
    return episodes.map((episode) => stringifyRow(modelAnswerRow(episode, pathOf)));
  });
  await writeFileAtomic(file, lines.map((line) => `${line}\n`).join(""));
  return { file, rows: lines.length, leadsOut };
}

/** Readers take ids for unique. */
function requireApart(runs: readonly ExportedRun[]): void {
  const seen = new Map<string, string>();
  for (const { path, episodes } of runs) {
    for (const { episode } of episodes) {
      const earlier = seen.get(episode.instanceId);
      if (earlier !== undefined) {
        throw new UsageError(
          `expected runs without common episodes but received ${episode.instanceId} in ${earlier} ` +
            `and ${path}. Export them one by one`,
        );
      }
      seen.set(episode.instanceId, path);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
