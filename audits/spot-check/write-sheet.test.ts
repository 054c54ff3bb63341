/** A sheet of the sample run on disk: clips as judged, nothing that gives a verdict away, spreadsheets. */
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreError, UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { type RunRecord, readRun } from "../../core/store/read-run.ts";
import { candidatesOf } from "./candidates.ts";
import { spotCheckQuestions } from "./questions.ts";
import { selectSample } from "./select-sample.ts";
import { formatCsv, formatXlsx } from "./spreadsheets.ts";
import { sheetTable } from "./table.ts";
import { smallItem, smallPage } from "./testing/page-data.ts";
import { type SheetPlan, type WrittenSheet, writeSheet } from "./write-sheet.ts";

const SAMPLE_RUN = fileURLToPath(new URL("../../samples/run", import.meta.url));
let folder = "";
let run: RunRecord;
let written: WrittenSheet;

function planOf(from: RunRecord, fields: Partial<SheetPlan> = {}): SheetPlan {
  // One clip: drawing its frames is what takes the time.
  const candidates = candidatesOf([from]).slice(0, 1);
  return {
    ...{ kind: "spot-check", seed: 7, raters: 2, overlap: 1 },
    ...{ withReading: false, withPrompt: false, questionsOf: spotCheckQuestions },
    ...selectSample(candidates, { n: 1, seed: 7 }),
    ...fields,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "topoprobe-sheet-"));
  run = await readRun(SAMPLE_RUN);
  written = await writeSheet(planOf(run, { withReading: true }), join(folder, "read"));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const raters = (name: string): string => join(folder, name, "for-raters");

describe("writeSheet", () => {
  it("copies the clip that was judged, and draws its frames with and without the reading", async () => {
    const [item] = written.key.items;
    expect(written.withoutReading).toBe(0);
    expect(item?.questions.at(-1)).toBe("reading");
    const at = join(raters("read"), "items", item?.item ?? "");
    expect((await readdir(at)).sort()).toEqual([
      "clip.mp4",
      "frames.jpg",
      "reading.jpg",
      "start.png",
    ]);
    expect(sha256(await readFile(join(at, "clip.mp4")))).toBe(item?.clipSha256);
    const [frames, reading] = await Promise.all(
      ["frames.jpg", "reading.jpg"].map(async (name) => loadImage(await readFile(join(at, name)))),
    );
    // 41 frames in rows of 7, 640 pixels wide each.
    expect(frames).toMatchObject({ width: 7 * 640, height: 6 * 368 });
    expect(reading).toMatchObject({ width: frames?.width, height: frames?.height });
    expect(await readFile(join(at, "frames.jpg"))).not.toEqual(
      await readFile(join(at, "reading.jpg")),
    );
  });

  it("tells raters nothing of verdict, generator, run, tier or instance", async () => {
    const names = await readdir(raters("read"), { recursive: true });
    const texts = await Promise.all(
      names
        .filter((name) => /\.(html|csv|txt)$/.test(name))
        .map((name) => readFile(join(raters("read"), name), "utf8")),
    );
    const [item] = written.key.items;
    for (const secret of [item?.generator, item?.instanceId, item?.clipSha256, item?.stratum]) {
      expect(secret).toBeTruthy();
      for (const text of [...texts, ...names]) expect(text).not.toContain(secret);
    }
    for (const text of texts) {
      expect(text).not.toMatch(/processValid|undetermined|violation|"easy"|not_applicable/);
    }
    expect(names.some((name) => /key/i.test(name))).toBe(false);
    expect(written.keyPath).toBe(join(folder, "read", "key-NOT-FOR-RATERS.json"));
  });

  it("gives the same sheet again, and refuses to lie over another", async () => {
    const out = join(folder, "again");
    const first = await writeSheet(planOf(run), out);
    const names = ["rater-1.html", "rater-2.csv"].map((name) => join(raters("again"), name));
    const before = await Promise.all(names.map((name) => readFile(name, "utf8")));
    const second = await writeSheet(planOf(run), out);
    expect(second.key).toEqual(first.key);
    expect(await Promise.all(names.map((name) => readFile(name, "utf8")))).toEqual(before);
    expect(first.key.items.every(({ questions }) => !questions.includes("reading"))).toBe(true);
    await expect(writeSheet(planOf(run, { seed: 8 }), out)).rejects.toThrow(UsageError);
  }, 60_000);

  it("refuses a clip that is not the one that was judged", async () => {
    const path = join(folder, "run");
    await cp(SAMPLE_RUN, path, { recursive: true });
    const [a, b] = candidatesOf([run]);
    await copyFile(join(path, b?.clip.path ?? ""), join(path, a?.clip.path ?? ""));
    await expect(writeSheet(planOf(await readRun(path)), join(folder, "changed"))).rejects.toThrow(
      StoreError,
    );
  }, 60_000);

  it("leaves out the reading where the judge is another version", async () => {
    const path = join(folder, "old");
    await cp(SAMPLE_RUN, path, { recursive: true });
    const verdicts = join(path, "verdicts.jsonl");
    const text = await readFile(verdicts, "utf8");
    await writeFile(
      verdicts,
      text.replaceAll('"diagnosticsVersion":"', '"diagnosticsVersion":"0.'),
    );
    const plan = planOf(await readRun(path), { withReading: true });
    const { key, withoutReading } = await writeSheet(plan, join(folder, "old-sheet"));
    expect(withoutReading).toBe(1);
    expect(key.items[0]?.questions).not.toContain("reading");
  }, 60_000);
});

const HOSTILE = `=cmd|' /C calc'!A0\u0000\u202e<b>"&\ud800`;

describe("spreadsheets", () => {
  const table = sheetTable(
    smallPage([smallItem("0000000a", { title: HOSTILE, rule: `@${HOSTILE}` })]),
  );

  it("CSV: no cell is a formula", () => {
    const text = formatCsv(table);
    expect(text.startsWith("\ufeffsheet,rater,item,task,rule,clip,")).toBe(true);
    expect(text).toContain("'=cmd|");
    expect(text).not.toMatch(/(^|,|")[=+@]/m);
  });

  it("XLSX: texts are texts, the only formulas are links to our own paths", async () => {
    const files = unzip(await formatXlsx(table, { columns: ["=a"], rows: [[HOSTILE]] }));
    const sheets = [...files].filter(([name]) => name.startsWith("xl/worksheets/sheet"));
    expect(sheets).toHaveLength(2);
    const formulas = sheets.flatMap(([, xml]) =>
      [...xml.matchAll(/<f>(.*?)<\/f>/g)].map(([, formula = ""]) => formula),
    );
    expect(formulas.length).toBeGreaterThan(2);
    for (const formula of formulas) {
      expect(formula.replaceAll("&quot;", '"')).toMatch(
        /^HYPERLINK\("items\/[0-9a-f]+\/[a-z]+\.\w+","[a-z_]+"\)$/,
      );
    }
    const all = [...files.values()].join("");
    expect(all).not.toContain('<b>"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML must hold none.
    expect(all).not.toMatch(/\u0000|<b>"/);
  });
});

/** Members of a zip file as text: by its central directory. */
function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    const path = zip.toString("utf8", at + 46, at + 46 + (name ?? 0));
    files.set(path, (method === 8 ? inflateRawSync(data) : data).toString("utf8"));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
