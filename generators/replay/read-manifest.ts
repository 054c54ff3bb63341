/** Reads a list of clips: one JSON object a line, with an instance id and a path. */
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { describeValue } from "../../core/errors.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";

/** Loose: published manifests carry the question and more beside these. */
const rowSchema = z
  .looseObject({ id: z.string().optional(), instanceId: z.string().optional(), video: z.string() })
  .refine((row) => row.id !== undefined || row.instanceId !== undefined, "expected an id");

export type ManifestRow = {
  /** `instanceId` where the row has it, else `id`. */
  readonly id: string;
  /** Path as written, relative to the manifest's folder. */
  readonly video: string;
  /** Line in the file, from 1. */
  readonly line: number;
};

export type ManifestReading =
  | { readonly ok: true; readonly rows: readonly ManifestRow[] }
  | { readonly ok: false; readonly reason: string };

/** Reads the whole manifest; one line that is wrong spoils it, and the reason names it. */
export async function readManifest(path: string): Promise<ManifestReading> {
  const text = await readFile(path, "utf8").catch((error: unknown) => ({
    code: fsErrorCode(error) ?? String(error),
  }));
  if (typeof text !== "string") {
    return { ok: false, reason: `expected a manifest at ${path} but received ${text.code}` };
  }
  return parseManifest(text.replace(/^\uFEFF/, ""), path);
}

/** Reads the manifest as often as it changes: a run asks for one row at a time. */
export function createManifestReader(path: string): () => Promise<ManifestReading> {
  let kept: { readonly stamp: string; readonly reading: ManifestReading } | undefined;
  return async () => {
    const stamp = await stat(path).then(
      ({ mtimeMs, ctimeMs, size, ino }) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`,
      () => undefined,
    );
    if (stamp !== undefined && kept?.stamp === stamp) return kept.reading;
    const reading = await readManifest(path);
    kept = stamp === undefined ? undefined : { stamp, reading };
    return reading;
  };
}

/** @param name the manifest's name, for reasons */
export function parseManifest(text: string, name: string): ManifestReading {
  const rows: ManifestRow[] = [];
  for (const [index, source] of text.split(/\r?\n/).entries()) {
    if (source.trim() === "") continue;
    const row = parseRow(source);
    if (row === undefined) {
      return {
        ok: false,
        reason:
          `expected {"id": "…", "video": "…"} for line ${index + 1} of ${name} ` +
          `but received ${describeValue(source)}`,
      };
    }
    rows.push({ ...row, line: index + 1 });
  }
  return { ok: true, rows };
}

function parseRow(source: string): Omit<ManifestRow, "line"> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  const row = rowSchema.safeParse(value);
  if (!row.success) return undefined;
  const { id, instanceId, video } = row.data;
  return { id: instanceId ?? id ?? "", video };
}
