/** Filled sheets and their key from disk. What the rows say is `parse-filled.ts` and `match-key.ts`. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { SheetKind } from "../../core/schema/label.ts";
import type { SheetKey } from "../../core/schema/sheet.ts";
import { fsErrorCode, toStoreError } from "../../core/store/fs-errors.ts";
import { KEY_FILE, readKey } from "../spot-check/key-file.ts";
import { type ParsedSheet, parseFilled } from "./parse-filled.ts";
import { plainText } from "./plain-text.ts";

/** A sheet is text that people typed: anything larger is none. Bytes. */
const MAX_SHEET_BYTES = 64 * 2 ** 20;

export type ReadSheets = {
  readonly key: SheetKey;
  readonly keyPath: string;
  readonly sheets: readonly ParsedSheet[];
  /** Sha256 of each file by its name. */
  readonly sources: ReadonlyMap<string, string>;
};

export type ReadFilledOptions = {
  readonly kind: SheetKind;
  /** @default the key beside the first sheet, or in the folder above */
  readonly keyPath?: string | undefined;
};

/**
 * @throws UsageError when a sheet is not there, there is no key, or it is of another kind of sheet
 * @throws StoreError when a file cannot be read
 */
export async function readFilled(
  paths: readonly string[],
  { kind, keyPath: given }: ReadFilledOptions,
): Promise<ReadSheets> {
  const { sheets, sources } = await readSheets(paths);
  const keyPath = given ?? (await findKey(paths));
  if (keyPath === undefined) throw noKey(paths, sheets);
  const key = await readKey(keyPath);
  if (key.kind !== kind) {
    throw new UsageError(
      `expected the key of a ${kind} sheet for ${keyPath} but received one of a ${key.kind} sheet. ` +
        "Spot checks go to probe agree, error taxonomies to probe errors",
    );
  }
  return { key, keyPath, sheets, sources };
}

async function readSheets(
  paths: readonly string[],
): Promise<Pick<ReadSheets, "sheets" | "sources">> {
  const names = namesOf(paths);
  const sheets: ParsedSheet[] = [];
  const sources = new Map<string, string>();
  for (const [i, path] of paths.entries()) {
    const bytes = await readSheet(path);
    const name = names[i] ?? path;
    sources.set(name, sha256(bytes));
    sheets.push(parseFilled(new TextDecoder().decode(bytes), name));
  }
  return { sheets, sources };
}

async function readSheet(path: string): Promise<Uint8Array> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) {
      throw new UsageError(
        `expected a filled sheet for ${plainText(path)} but received a folder. Name the files in it`,
      );
    }
    const { size } = entry;
    if (size > MAX_SHEET_BYTES) {
      throw new UsageError(
        `expected a filled sheet of at most ${MAX_SHEET_BYTES} bytes for ${plainText(path)} but received ${size}`,
      );
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (["ENOENT", "ENOTDIR"].includes(fsErrorCode(error) ?? "")) {
      throw new UsageError(
        `expected a filled sheet for ${plainText(path)} but received no such file`,
        { cause: error },
      );
    }
    throw toStoreError(error, plainText(path), "a filled sheet");
  }
}

/** File names, with their folder where two are called alike. */
function namesOf(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => plainText(basename(path)));
  const isUnique = new Set(names).size === names.length;
  return isUnique ? names : paths.map((path) => plainText(path));
}

/** Beside the first sheet, or in the folder above: where raters' files are put back. */
async function findKey(paths: readonly string[]): Promise<string | undefined> {
  const folder = folderOf(paths);
  for (const place of [folder, dirname(folder)]) {
    const path = join(place, KEY_FILE);
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

function folderOf(paths: readonly string[]): string {
  return dirname(resolve(paths[0] ?? "."));
}

/** A file that is no sheet at all has no key: that is what has to be said first. */
function noKey(paths: readonly string[], sheets: readonly ParsedSheet[]): UsageError {
  const unread = sheets.flatMap(({ rowCount, refused }) => (rowCount === 0 ? refused : []));
  const said = unread.map(({ file, reason }) => `${file}: ${reason}. `);
  return new UsageError(
    `${said.join("")}${said.length === 0 ? "expected" : "And expected"} ${KEY_FILE} beside the filled ` +
      `sheets or in the folder above (${folderOf(paths)}) but found none. Name it with --key`,
  );
}
