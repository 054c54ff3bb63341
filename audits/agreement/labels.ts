/** Accepted ratings -> `labels.jsonl` beside the key. Lines are added, never changed; verdicts stay. */
import { dirname, join } from "node:path";
import { canonicalJson } from "../../core/hash/canonical-json.ts";
import { type Label, labelSchema } from "../../core/schema/label.ts";
import { openJournal } from "../../core/store/journal.ts";
import type { Rating } from "./match-key.ts";

export const LABELS_FILE = "labels.jsonl";

export type LabelSource = {
  readonly sheet: string;
  readonly keyPath: string;
  /** Sha256 of each file by its name. */
  readonly sources: ReadonlyMap<string, string>;
  /** ISO 8601. */
  readonly now: string;
  /** Told when the end of the file had to be repaired. */
  readonly onRepair: (message: string) => void;
};

/**
 * Adds a line for each rating that is not the last word of that rater on that clip already, so that
 * reading the same sheet twice adds nothing.
 *
 * @returns the file and how many lines were added
 * @throws StoreError when the file cannot be written, or is corrupt
 */
export async function appendLabels(
  ratings: readonly Rating[],
  { sheet, keyPath, sources, now, onRepair }: LabelSource,
): Promise<{ readonly path: string; readonly added: number }> {
  const path = join(dirname(keyPath), LABELS_FILE);
  const journal = await openJournal({ path, schema: labelSchema, onRepair });
  try {
    const last = new Map(journal.initial.map((label) => [placeOf(label), label]));
    let added = 0;
    for (const { item, rater, answers, reason, answeredAt, file } of ratings) {
      const label: Label = {
        schema: "topoprobe.label/1",
        sheet,
        item: item.item,
        task: item.task,
        instanceId: item.instanceId,
        clipSha256: item.clipSha256,
        rater,
        answers: { ...answers },
        reason,
        answeredAt,
        recordedAt: now,
        source: { file, sha256: sources.get(file) ?? "" },
      };
      const before = last.get(placeOf(label));
      if (before !== undefined && wordsOf(before) === wordsOf(label)) continue;
      await journal.append(label);
      added++;
    }
    return { path, added };
  } finally {
    await journal.close();
  }
}

function placeOf({ sheet, item, rater }: Label): string {
  return `${sheet} ${item} ${rater}`;
}

function wordsOf({ answers, reason }: Label): string {
  return canonicalJson({ answers, reason });
}
