/**
 * Writes a sheet: a folder that can be sent to the raters, and the key that stays. Owns files and
 * their order; the sampling, the questions and the page are elsewhere.
 */
import { join } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { sha256Json } from "../../core/hash/sha256.ts";
import { MAX_COMMENT, type SheetKind } from "../../core/schema/label.ts";
import { type SheetKey, type StratumCount, sheetKeySchema } from "../../core/schema/sheet.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../core/store/atomic-file.ts";
import { fsErrorCode } from "../../core/store/fs-errors.ts";
import { getTask } from "../../tasks/registry.ts";
import { answerWords } from "./answer-words.ts";
import { assignRaters } from "./assign-raters.ts";
import { type Candidate, judgedOf } from "./candidates.ts";
import { howToText } from "./how-to.ts";
import { writeItemMedia } from "./item-media.ts";
import { KEY_FILE, readKey } from "./key-file.ts";
import type { PageData, PageItem } from "./page/model.ts";
import { renderSheetPage } from "./page/page.ts";
import type { AskedQuestion } from "./questions.ts";
import type { SampledCandidate } from "./select-sample.ts";
import { formatCsv, formatXlsx } from "./spreadsheets.ts";
import { questionTable, sheetTable } from "./table.ts";

/** What goes to the raters, below the sheet's folder. */
export const RATERS_FOLDER = "for-raters";

export type SheetPlan = {
  readonly kind: SheetKind;
  readonly items: readonly SampledCandidate[];
  readonly strata: readonly StratumCount[];
  /** Questions of a task. */
  readonly questionsOf: (task: string) => readonly AskedQuestion[];
  readonly seed: number;
  readonly raters: number;
  /** @default every item */
  readonly overlap?: number | undefined;
  readonly withReading: boolean;
  readonly withPrompt: boolean;
};

export type WrittenSheet = {
  readonly keyPath: string;
  readonly ratersFolder: string;
  /** One page for each rater. */
  readonly pages: readonly string[];
  readonly key: SheetKey;
  /** Items whose reading could not be drawn; the question about it is left out there. */
  readonly withoutReading: number;
};

/**
 * @param onItem told after each item whose pictures are written
 * @throws UsageError when there is nothing to draw from, or another sheet's key lies in the folder
 * @throws StoreError, MediaError when a clip cannot be copied or read
 */
export async function writeSheet(
  plan: SheetPlan,
  folder: string,
  onItem: () => void = () => undefined,
): Promise<WrittenSheet> {
  const tasks = [...new Set(plan.items.map(({ candidate }) => candidate.task))].sort();
  const ids = itemIds(plan);
  const sheet = sha256Json({ kind: plan.kind, seed: plan.seed, raters: plan.raters, ids }).slice(
    0,
    12,
  );
  await refuseOtherSheet(folder, sheet);
  const ratersFolder = join(folder, RATERS_FOLDER);
  const assignment = assignRaters(plan.items.length, plan);
  const questions = Object.fromEntries(tasks.map((task) => [task, [...plan.questionsOf(task)]]));

  const pageItems: PageItem[] = [];
  for (const [i, { candidate }] of plan.items.entries()) {
    const item = ids[i] ?? "";
    const media = await writeItemMedia(candidate, { ...plan, folder: ratersFolder, item });
    const { id, title, rule } = getTask(candidate.task);
    pageItems.push({ item, task: id, title, rule, media });
    onItem();
  }
  const key = sheetKeySchema.parse({
    schema: "topoprobe.sheet-key/1",
    sheet,
    kind: plan.kind,
    seed: plan.seed,
    raters: assignment.raters,
    overlap: assignment.overlap,
    strata: plan.strata,
    questions: Object.fromEntries(
      Object.entries(questions).map(([task, asked]) => [
        task,
        asked.map(({ id, kind, text }) => ({ id, kind, text })),
      ]),
    ),
    items: plan.items.map(({ candidate, stratum }, i) => ({
      item: ids[i],
      ...identityOf(candidate),
      stratum,
      raters: assignment.ratersOf[i],
      questions: (questions[candidate.task] ?? [])
        .filter(({ kind }) => kind !== "reading" || pageItems[i]?.media.reading !== null)
        .map(({ id }) => id),
      judged: judgedOf(candidate.verdict),
    })),
  } satisfies Record<keyof SheetKey, unknown>);
  await writeJsonAtomic(join(folder, KEY_FILE), key);

  const pages: string[] = [];
  for (const [rater, order] of assignment.orderOf) {
    const data: PageData = {
      sheet,
      kind: plan.kind,
      rater,
      fileName: `filled-${rater}.json`,
      maxComment: MAX_COMMENT,
      questions,
      answers: Object.fromEntries(
        Object.values(questions).flatMap((asked) =>
          asked.map(({ kind }) => [kind, answerWords(kind)]),
        ),
      ),
      items: order.flatMap((i) => pageItems[i] ?? []),
    };
    pages.push(await writeRater(data, ratersFolder));
  }
  return {
    keyPath: join(folder, KEY_FILE),
    ratersFolder,
    pages,
    key,
    withoutReading: plan.withReading
      ? pageItems.filter(({ media }) => media.reading === null).length
      : 0,
  };
}

async function writeRater(data: PageData, folder: string): Promise<string> {
  const table = sheetTable(data);
  const questions = questionTable(data);
  const page = join(folder, `${data.rater}.html`);
  await writeFileAtomic(page, renderSheetPage(data));
  await writeFileAtomic(join(folder, `${data.rater}.csv`), formatCsv(table));
  await writeFileAtomic(join(folder, `${data.rater}.xlsx`), await formatXlsx(table, questions));
  await writeFileAtomic(join(folder, "HOW-TO.txt"), howToText(data));
  return page;
}

/**
 * Opaque ids: a hash of what the clip is and the seed. Nobody reads a generator or a verdict off one,
 * and the same sheet made again has the same ones.
 */
function itemIds({ items, seed, kind }: SheetPlan): readonly string[] {
  const full = items.map(({ candidate: { run, instanceId, generator, clip } }) =>
    sha256Json({ kind, seed, run, instanceId, generator, clip: clip.sha256 }),
  );
  const isUnique = (length: number): boolean =>
    new Set(full.map((id) => id.slice(0, length))).size === full.length;
  const length = [8, 16].find(isUnique);
  if (length !== undefined) return full.map((id) => id.slice(0, length));
  throw new UsageError(
    "expected different clips for the sheet but received one of them twice. Name each run folder once",
  );
}

function identityOf(candidate: Candidate) {
  const { run, instanceId, task, tier, generator, clip } = candidate;
  return { run, instanceId, task, tier, generator, clipSha256: clip.sha256 };
}

/** A key is what makes filled sheets worth anything: it is never replaced by another's. */
async function refuseOtherSheet(folder: string, sheet: string): Promise<void> {
  let found: SheetKey;
  try {
    found = await readKey(join(folder, KEY_FILE));
  } catch (error) {
    if (error instanceof Error && fsErrorCode(error.cause) === "ENOENT") return;
    throw error;
  }
  if (found.sheet === sheet) return;
  throw new UsageError(
    `expected a folder without another sheet for --out but received ${folder}, which holds the key of ` +
      `sheet ${found.sheet}. Choose another folder, or remove that one`,
  );
}
