/**
 * Makes samples/sheet again: a spot-check sheet of samples/run as two people might have filled it, and
 * what probe agree says of it.
 *
 *   npx tsx scripts/samples-sheet.ts            writes samples/sheet
 *   npx tsx scripts/samples-sheet.ts --check    makes it in a temporary folder and says what differs
 *
 * The answers are those of the clips' known truth (samples/truth.json), with three slips to be seen in
 * the result: rater 2 cannot tell something, sees something otherwise, and leaves one row half filled.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAgreement } from "../audits/agreement/agreement.ts";
import { matchKey } from "../audits/agreement/match-key.ts";
import { readFilled } from "../audits/agreement/read-filled.ts";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { KEY_FILE } from "../audits/spot-check/key-file.ts";
import { spotCheckQuestions } from "../audits/spot-check/questions.ts";
import { selectSample } from "../audits/spot-check/select-sample.ts";
import { formatCsv } from "../audits/spot-check/spreadsheets.ts";
import { writeSheet } from "../audits/spot-check/write-sheet.ts";
import { formatAgreement } from "../cli/agree-text.ts";
import { ANSWERS } from "../core/schema/label.ts";
import type { SheetItem, SheetKey } from "../core/schema/sheet.ts";
import { writeFileAtomic } from "../core/store/atomic-file.ts";
import { readRun } from "../core/store/read-run.ts";

const FOLDER = fileURLToPath(new URL("../samples/sheet", import.meta.url));
const RUN = fileURLToPath(new URL("../samples/run", import.meta.url));
const SEED = 1;
const WRITTEN = [
  KEY_FILE,
  "filled-rater-1.json",
  "filled-rater-2.csv",
  "agreement.json",
  "agreement.txt",
] as const;

/** What is broken in each clip; everything else holds, ends readable and solved. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  "pipe-easy-1": [],
  "pipe-easy-2": ["check.pipe_type_consistency"],
  "pipe-easy-3": ["check.one_move_at_a_time", "check.rotation_num_angle_valid"],
};
/** Where rater 2 answers otherwise; "" is left open. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "pipe-easy-1": { reading: "usable" },
  "pipe-easy-2": {
    "check.color_matches_connectivity": "broken",
    "check.source_identity": "cannot_tell",
  },
  "pipe-easy-3": { goal_reached: "" },
};
const REASONS: Readonly<Record<string, string>> = {
  "pipe-easy-2": "A bend has three arms from about the middle on.",
  "pipe-easy-3": "Cut to the solved board.",
};

const work = await mkdtemp(join(tmpdir(), "topoprobe-samples-sheet-"));
try {
  const key = await draw();
  const folder = process.argv.includes("--check") ? work : FOLDER;
  await fill(key, folder);
  if (folder === work) process.exitCode = await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function draw(): Promise<SheetKey> {
  const candidates = candidatesOf([await readRun(RUN)]);
  const { key } = await writeSheet(
    {
      ...{
        kind: "spot-check" as const,
        seed: SEED,
        raters: 2,
        withReading: true,
        withPrompt: false,
      },
      ...selectSample(candidates, { n: candidates.length, seed: SEED }),
      questionsOf: spotCheckQuestions,
    },
    join(work, "drawn"),
  );
  return key;
}

async function fill(key: SheetKey, folder: string): Promise<void> {
  await writeLine(join(folder, KEY_FILE), key);
  await writeLine(join(folder, "filled-rater-1.json"), {
    schema: "topoprobe.filled-sheet/1",
    sheet: key.sheet,
    kind: key.kind,
    rater: "rater-1",
    exportedAt: "2026-01-05T10:00:00.000Z",
    items: key.items.map((item) => ({
      item: item.item,
      answers: Object.fromEntries(item.questions.map((id) => [id, answerOf(key, item, id)])),
      comment: REASONS[item.instanceId] ?? "",
      answeredAt: "2026-01-05T09:30:00.000Z",
    })),
  });
  const questions = key.items[0]?.questions ?? [];
  const csv = formatCsv({
    columns: ["sheet", "rater", "item", "task", "rule", ...questions, "comment"],
    rows: key.items.map((item) => [
      ...[key.sheet, "rater-2", item.item, item.task, ""],
      ...questions.map((id) => OTHERWISE[item.instanceId]?.[id] ?? answerOf(key, item, id)),
      "",
    ]),
  });
  await writeFileAtomic(join(folder, "filled-rater-2.csv"), csv);
  const filled = ["filled-rater-1.json", "filled-rater-2.csv"].map((name) => join(folder, name));
  const { sheets } = await readFilled(filled, { kind: "spot-check" });
  const agreement = buildAgreement(key, matchKey(key, sheets));
  await writeLine(join(folder, "agreement.json"), agreement);
  await writeFileAtomic(join(folder, "agreement.txt"), `${formatAgreement(agreement)}\n`);
}

/** JSON in one line: samples are to stay small. */
async function writeLine(path: string, value: unknown): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(value)}\n`);
}

/** The first answer of each kind is the good one. */
function answerOf(key: SheetKey, item: SheetItem, id: string): string {
  if (BROKEN[item.instanceId]?.includes(id)) return "broken";
  const kind = key.questions[item.task]?.find((question) => question.id === id)?.kind ?? "yes_no";
  return ANSWERS[kind][0];
}

async function compare(): Promise<number> {
  const differing: string[] = [];
  for (const name of WRITTEN) {
    const [made, kept] = await Promise.all(
      [work, FOLDER].map((folder) => readFile(join(folder, name), "utf8").catch(() => "")),
    );
    if (made !== kept) differing.push(name);
  }
  process.stdout.write(
    differing.length === 0 ? "samples/sheet is as made\n" : `differs: ${differing.join(", ")}\n`,
  );
  return differing.length === 0 ? 0 : 1;
}
