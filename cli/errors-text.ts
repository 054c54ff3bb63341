/** The error taxonomy as text: overall, by task, by model. */
import { plainText } from "../audits/agreement/plain-text.ts";
import { plural } from "../audits/plural.ts";
import { ANSWERS } from "../core/schema/label.ts";
import type { ErrorGroup, ErrorProjection } from "../core/schema/taxonomy.ts";
import { nothingCounts, refusedText } from "./agree-text.ts";
import { formatTable } from "./tables.ts";

/** Groups side by side in one table: more do not fit into 100 columns. */
const GROUPS_PER_TABLE = 4;

const NO_CATEGORY = "No error has a category yet.";

export function formatErrorProjection(projection: ErrorProjection): string {
  const { read, groups, split, unprojected, raters } = projection;
  if (read.accepted === 0) return nothingCounts(read, NO_CATEGORY);
  const of = (by: ErrorGroup["by"]): readonly ErrorGroup[] =>
    groups.filter((group) => group.by === by);
  const all = of("all");
  const alpha = raters?.alpha.value ?? null;
  const notes = [
    ...(split > 0
      ? [`raters are split on ${plural(split, "sampled error")}, which have no category`]
      : []),
    ...(unprojected > 0
      ? [`not projected: ${plural(unprojected, "error")} of models and tasks without a category`]
      : []),
    ...(raters === null
      ? []
      : [
          `between raters: alpha ${alpha === null ? "-" : alpha.toFixed(2)}, Fleiss' kappa ${raters.fleiss.value?.toFixed(2) ?? "-"}`,
        ]),
  ];
  const parts = [
    all[0] === undefined
      ? NO_CATEGORY
      : `${all[0].classified} of ${plural(all[0].errors, "error")} classified. Share of all errors, 95 % interval, projected number:`,
    ...all.map(overallTable),
    ...tablesBy("by task", of("task"), ({ task }) => plainText(task ?? "")),
    ...tablesBy("by model", of("generator"), ({ generator }) => plainText(generator ?? "")),
    notes.join("\n"),
    refusedText(read),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function overallTable({ categories }: ErrorGroup): string {
  return formatTable(
    [
      { title: "first cause" },
      { title: "classified", align: "right" },
      { title: "share", align: "right" },
      { title: "projected", align: "right" },
    ],
    categories.map(({ category, classified, share, projected }) => [
      words(category),
      `${classified}`,
      shareWords(share),
      projected.value.toFixed(1),
    ]),
  );
}

/** A row for each category, a column for each group. */
function tablesBy(
  title: string,
  groups: readonly ErrorGroup[],
  nameOf: (group: ErrorGroup) => string,
): readonly string[] {
  const tables: string[] = [];
  for (let at = 0; at < groups.length; at += GROUPS_PER_TABLE) {
    const part = groups.slice(at, at + GROUPS_PER_TABLE);
    const rows = ANSWERS.error_category.map((category) => [
      words(category),
      ...part.map((group) => {
        const entry = group.categories.find((found) => found.category === category);
        return entry === undefined ? "-" : shareWords(entry.share);
      }),
    ]);
    const counts = ["classified", ...part.map((group) => `${group.classified} of ${group.errors}`)];
    tables.push(
      formatTable(
        [{ title }, ...part.map((group) => ({ title: nameOf(group), align: "right" as const }))],
        [...rows, counts],
      ),
    );
  }
  return tables;
}

function words(category: string): string {
  return category.replaceAll("_", " ");
}

function shareWords({ value, low, high }: ErrorGroup["categories"][number]["share"]): string {
  const percent = (share: number): number => Math.round(100 * share);
  return `${percent(value)} % [${percent(low)}-${percent(high)}]`;
}
