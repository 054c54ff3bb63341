import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { StoreError } from "../errors.ts";
import { type JournalFile, openJournal, readJournal } from "./journal.ts";

const schema = z.strictObject({ n: z.number() });
let path = "";
let notes: string[] = [];
const onRepair = (message: string) => notes.push(message);

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "probe-journal-")), "a.jsonl");
  notes = [];
});

/** A disk with room for `freeBytes` more. */
async function smallDisk(
  target: string,
  freeBytes: number,
  changes: Partial<JournalFile> = {},
): Promise<JournalFile> {
  const file = await open(target, "a");
  let left = freeBytes;
  const write = async (bytes: Uint8Array, offset: number, length: number) => {
    const fits = Math.min(length, left);
    if (fits === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    left -= fits;
    return file.write(bytes, offset, fits, null);
  };
  return {
    write: write as JournalFile["write"],
    sync: () => file.sync(),
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
    ...changes,
  };
}

describe("openJournal", () => {
  it("appends whole lines, also when calls overlap, and reads them back", async () => {
    const journal = await openJournal({ path, schema, onRepair });
    await Promise.all([1, 2, 3].map((n) => journal.append({ n })));
    await journal.close();
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    const again = await openJournal({ path, schema, onRepair });
    expect(again.initial).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await again.close();
    expect(notes).toEqual([]);
  });

  it.each([
    ["without a newline", '{"n":'],
    ["with a newline", '{"n":4#}\n'],
    ["of zero bytes", "\0\0\0\0"],
    ["that is no UTF-8", Buffer.from([0x7b, 0xff, 0xfe])],
    ["that is blank", "\n"],
  ])("drops only a corrupt last line %s, keeps its bytes and says so", async (_, tail) => {
    const bytes = Buffer.concat([Buffer.from('{"n":1}\n{"n":2}\n'), Buffer.from(tail)]);
    writeFileSync(path, bytes);
    const journal = await openJournal({ path, schema, onRepair });
    expect(journal.initial).toEqual([{ n: 1 }, { n: 2 }]);
    await journal.append({ n: 3 });
    await journal.close();
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(notes).toEqual([expect.stringMatching(/line 3 was cut off and is dropped/)]);
    const dropped = readFileSync(`${path}.dropped`);
    const kept = Buffer.from(tail);
    expect(dropped.subarray(0, kept.length - (kept.at(-1) === 10 ? 1 : 0))).toEqual(
      kept.at(-1) === 10 ? kept.subarray(0, -1) : kept,
    );
  });

  it("keeps a whole last record whose newline is missing", async () => {
    writeFileSync(path, '{"n":1}\n{"n":2}');
    const journal = await openJournal({ path, schema, onRepair });
    await journal.append({ n: 3 });
    await journal.close();
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(notes).toEqual([]);
  });

  it.each([
    ["not JSON in the middle", '{"n":1}\n{"n"\n{"n":3}\n', /line 2 .*received "\{\\"n\\""/],
    ["another shape in the middle", '{"m":1}\n{"n":3}\n', /line 1 .*n: /],
    ["another shape at the end", '{"n":1}\n{"n":"2"}\n', /line 2 .*n: /],
  ])("refuses %s, naming the line, and changes nothing", async (_, text, message) => {
    writeFileSync(path, text);
    const attempt = openJournal({ path, schema, onRepair });
    await expect(attempt).rejects.toThrow(StoreError);
    await expect(attempt).rejects.toThrow(message);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("does not write what is no record", async () => {
    const journal = await openJournal({ path, schema, onRepair });
    const attempt = (async () => journal.append({ n: "1" } as unknown as { n: number }))();
    await expect(attempt).rejects.toThrow(/expected a valid record/);
    await journal.close();
    expect(readFileSync(path, "utf8")).toBe("");
  });

  it("loses nothing when the disk fills up in the middle of a line", async () => {
    const journal = await openJournal({
      path,
      schema,
      onRepair,
      openFile: (target) => smallDisk(target, 20),
    });
    await journal.append({ n: 1 });
    await journal.append({ n: 2 });
    await expect(journal.append({ n: 3 })).rejects.toThrow(/ENOSPC.*disk or quota is full.*resume/);
    await journal.close();
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n":2}\n');
  });

  it("appends nothing to half a line that could not be taken back", async () => {
    let isBroken = true;
    const truncate = async (): Promise<void> => {
      if (isBroken) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    };
    let room = 12;
    const journal = await openJournal({
      ...{ path, schema, onRepair },
      openFile: async (target) => {
        const { write, ...rest } = await smallDisk(target, 1000, { truncate });
        const narrow = async (bytes: Uint8Array, offset: number, length: number) => {
          const fits = Math.min(length, room);
          if (fits === 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
          room -= fits;
          return write(bytes, offset, fits);
        };
        return { ...rest, write: narrow as JournalFile["write"] };
      },
    });
    await journal.append({ n: 1 });
    await expect(journal.append({ n: 2 })).rejects.toThrow("ENOSPC");
    room = 1000;
    isBroken = false;
    await expect(journal.append({ n: 3 })).rejects.toThrow(StoreError);
    await journal.close();
    expect(await readJournal(path, schema)).toEqual([{ n: 1 }]);
    const again = await openJournal({ path, schema, onRepair });
    await again.append({ n: 4 });
    await again.close();
    expect(await readJournal(path, schema)).toEqual([{ n: 1 }, { n: 4 }]);
  });
});

describe("readJournal", () => {
  it("leaves an unfinished last line out and the file as it is", async () => {
    writeFileSync(path, '{"n":1}\n{"n"');
    expect(await readJournal(path, schema)).toEqual([{ n: 1 }]);
    expect(readFileSync(path, "utf8")).toBe('{"n":1}\n{"n"');
    expect(await readJournal(`${path}.absent`, schema)).toEqual([]);
  });
});
