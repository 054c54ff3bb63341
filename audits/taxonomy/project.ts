/** Categories of sampled errors -> shares of all errors, by task and by generator. Pure. */
import { ANSWERS } from "../../core/schema/label.ts";
import type { SheetKey, StratumCount } from "../../core/schema/sheet.ts";
import type { ErrorCategory, ErrorGroup, ErrorProjection } from "../../core/schema/taxonomy.ts";
import { roundNumbers } from "../../core/stats/round-numbers.ts";
import { squareAndAdd } from "../../core/stats/square-and-add.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import { byItem, majority } from "../agreement/consensus.ts";
import type { Matched } from "../agreement/match-key.ts";
import { coefficients, unitsOf } from "../agreement/rater-agreement.ts";
import { CATEGORY_QUESTION } from "./select-errors.ts";

/** The categories found in one generator and task. */
type Stratum = StratumCount & { readonly categories: readonly string[] };

/**
 * Within a generator and task each share is that of its sample, with Wilson's interval; where every
 * error was classified it is the share itself. Over several of them the shares are weighted with their
 * numbers of errors, and intervals combined by square and add.
 */
export function projectErrors(key: SheetKey, { ratings, read }: Matched): ErrorProjection {
  const clips = byItem(ratings);
  const found = clips.flatMap((clip) => {
    const category = majority(clip.map(({ answers }) => answers[CATEGORY_QUESTION.id] ?? ""));
    const stratum = clip[0]?.item.stratum;
    return category === undefined || stratum === undefined ? [] : [{ stratum, category }];
  });
  const strata = key.strata.map((stratum) => ({
    ...stratum,
    categories: found.filter((f) => f.stratum === stratum.name).map(({ category }) => category),
  }));
  const known = strata.filter(({ categories }) => categories.length > 0);
  const unprojected = strata.filter(({ categories }) => categories.length === 0);
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  return roundNumbers({
    schema: "topoprobe.error-projection/1" as const,
    sheet: key.sheet,
    read,
    split: clips.length - found.length,
    unprojected: unprojected.reduce((sum, { size }) => sum + size, 0),
    groups: groupsOf(known),
    raters: raters.length < 2 ? null : coefficients(unitsOf(clips, CATEGORY_QUESTION.id), raters),
  });
}

function groupsOf(strata: readonly Stratum[]): ErrorGroup[] {
  if (strata.length === 0) return [];
  const tasks = [...new Set(strata.map(({ task }) => task))].sort();
  const generators = [...new Set(strata.map(({ generator }) => generator))].sort();
  return [
    groupOf({ by: "all", task: null, generator: null }, strata),
    ...tasks.map((task) =>
      groupOf(
        { by: "task", task, generator: null },
        strata.filter((stratum) => stratum.task === task),
      ),
    ),
    ...generators.map((generator) =>
      groupOf(
        { by: "generator", task: null, generator },
        strata.filter((stratum) => stratum.generator === generator),
      ),
    ),
    ...strata.map((stratum) =>
      groupOf({ by: "generator_and_task", task: stratum.task, generator: stratum.generator }, [
        stratum,
      ]),
    ),
  ];
}

function groupOf(
  about: Pick<ErrorGroup, "by" | "task" | "generator">,
  strata: readonly Stratum[],
): ErrorGroup {
  const errors = strata.reduce((sum, { size }) => sum + size, 0);
  return {
    ...about,
    errors,
    classified: strata.reduce((sum, { categories }) => sum + categories.length, 0),
    categories: ANSWERS.error_category.map((category) => {
      const projected = squareAndAdd(strata.map((stratum) => partOf(stratum, category)));
      const low = Math.max(0, projected.low);
      const high = Math.min(errors, projected.high);
      return {
        category,
        classified: strata.reduce((sum, stratum) => sum + countOf(stratum, category), 0),
        share: { value: projected.value / errors, low: low / errors, high: high / errors },
        projected: { value: projected.value, low, high },
      };
    }),
  };
}

function partOf(stratum: Stratum, category: ErrorCategory) {
  const n = stratum.categories.length;
  const { rate, low, high } = wilsonInterval(countOf(stratum, category), n);
  const share = rate ?? 0;
  const isWhole = n === stratum.size;
  return {
    weight: stratum.size,
    rate: share,
    low: isWhole ? share : low,
    high: isWhole ? share : high,
  };
}

function countOf({ categories }: Stratum, category: ErrorCategory): number {
  return categories.filter((found) => found === category).length;
}
