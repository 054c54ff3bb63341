/**
 * Append-only JSON Lines journal. A record counts once its whole line is on disk. Owns reading,
 * repair of a torn end, and appending; leaves out what the records mean.
 */
import { appendFile, type FileHandle, open, readFile } from "node:fs/promises";
import type { z } from "zod";
import { StoreError } from "../errors.ts";
import { fsErrorCode, toStoreError } from "./fs-errors.ts";
import { parseJournal } from "./parse-journal.ts";

export type Journal<T> = {
  readonly path: string;
  /** Records found when it was opened, in order. */
  readonly initial: readonly T[];
  /**
   * Writes one line and flushes it. Calls may overlap; lines never mix.
   *
   * @throws StoreError when it cannot be written whole; the journal is then as it was before, or takes
   * no further line when the half of one could not be taken back
   */
  readonly append: (record: T) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The part of a file handle that appending uses: a test puts a full disk here. */
export type JournalFile = Pick<FileHandle, "write" | "sync" | "truncate" | "close">;

export type JournalOptions<T> = {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** Told when the end of the file had to be repaired. */
  readonly onRepair: (message: string) => void;
  /** @default fs.promises.open with flag "a" */
  readonly openFile?: (path: string) => Promise<JournalFile>;
};

/**
 * Opens or makes a journal. A corrupt last line is moved to `<path>.dropped`, as a write that was
 * cut off leaves it; corruption anywhere else is for a person to look at.
 *
 * @throws StoreError naming the line that is not a record, or when the file cannot be opened
 */
export async function openJournal<T>(options: JournalOptions<T>): Promise<Journal<T>> {
  const { path, schema } = options;
  const bytes = await readOrEmpty(path);
  const parsed = parseJournal(bytes, schema, path);
  if (parsed.dropped !== undefined) {
    await repair(path, parsed.dropped, parsed.goodBytes);
    options.onRepair(
      `repaired ${path}: line ${parsed.records.length + 1} was cut off and is dropped ` +
        `(${parsed.dropped.length} bytes kept in ${path}.dropped)`,
    );
  }

  let file: JournalFile;
  try {
    file = await (options.openFile ?? ((target) => open(target, "a")))(path);
  } catch (error) {
    throw toStoreError(error, path, "a journal to append to");
  }
  let sizeBytes = parsed.goodBytes;
  let queue: Promise<void> = Promise.resolve();

  let torn: StoreError | undefined;
  const writeLine = async (line: Uint8Array): Promise<void> => {
    if (torn !== undefined) throw torn;
    try {
      let written = 0;
      while (written < line.length) {
        written += (await file.write(line, written, line.length - written, null)).bytesWritten;
      }
      await file.sync();
      sizeBytes += line.length;
    } catch (error) {
      const failure = toStoreError(error, path, "a journal to append to");
      await file.truncate(sizeBytes).catch(() => {
        torn = failure;
      });
      throw failure;
    }
  };
  const enqueue = (line: Uint8Array): Promise<void> => {
    const turn = queue.then(() => writeLine(line));
    queue = turn.catch(() => undefined);
    return turn;
  };
  if (parsed.needsNewline) await enqueue(new TextEncoder().encode("\n"));

  return {
    path,
    initial: parsed.records,
    append: (record) => enqueue(encodeRecord(record, schema, path)),
    close: async () => {
      await queue;
      await file.close();
    },
  };
}

/**
 * Reads a journal without touching it: what a report does, even while a run goes on. An unfinished
 * last line is left out. @throws StoreError naming the line that is not a record
 */
export async function readJournal<T>(path: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  return parseJournal(await readOrEmpty(path), schema, path).records;
}

function encodeRecord<T>(record: T, schema: z.ZodType<T>, path: string): Uint8Array {
  const checked = schema.safeParse(record);
  if (!checked.success) {
    throw new StoreError(`expected a valid record for ${path}: ${checked.error.message}`, {
      cause: checked.error,
    });
  }
  return new TextEncoder().encode(`${JSON.stringify(record)}\n`);
}

async function repair(path: string, dropped: Uint8Array, goodBytes: number): Promise<void> {
  try {
    await appendFile(`${path}.dropped`, Buffer.concat([dropped, Buffer.from("\n")]));
    const file = await open(path, "r+");
    try {
      await file.truncate(goodBytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toStoreError(error, path, "a journal that can be repaired");
  }
}

async function readOrEmpty(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (fsErrorCode(error) === "ENOENT") return new Uint8Array();
    throw toStoreError(error, path, "a readable journal");
  }
}
