/** Agreement as text: the sentence first, then tables, then what was refused. */
import { plural } from "../audits/plural.ts";
import type { Agreement, Measure, RaterAgreement, ReadCounts } from "../core/schema/agreement.ts";
import { type Column, formatProportion, formatRate, formatTable } from "./tables.ts";
import { breakWords } from "./wrap.ts";

const right = (title: string): Column => ({ title, align: "right" });

export function formatAgreement(agreement: Agreement): string {
  const { read, clips, readings, raters } = agreement;
  if (read.accepted === 0) return nothingCounts(read, agreement.sentence);
  const parts = [
    breakWords(agreement.sentence),
    `${plural(read.accepted, "whole answer")} on ${clips.answered} of ${plural(clips.asked, "clip")}: ` +
      read.raters.map(({ rater, asked, answered }) => `${rater} ${answered}/${asked}`).join(", "),
    measureTable([agreement.decision, ...agreement.measures]),
    falseRejectionLine(agreement.falseRejection),
  ];
  if (readings.length > 0) {
    parts.push(
      formatTable(
        [
          { title: "reading of" },
          right("clips"),
          right("usable"),
          right("exact"),
          right("cannot tell"),
        ],
        readings.map(({ task, decided, usable, exact, undecided }) => [
          task ?? "all tasks",
          `${decided}`,
          formatProportion(usable),
          formatProportion(exact),
          `${undecided}`,
        ]),
      ),
    );
  }
  if (raters.length > 0) parts.push(raterTable(raters));
  parts.push(refusedText(read));
  return parts.filter((part) => part !== "").join("\n\n");
}

function measureTable(measures: readonly Measure[]): string {
  return formatTable(
    [
      { title: "judge against people" },
      right("clips"),
      right("accuracy"),
      right("balanced"),
      right("recall yes"),
      right("recall no"),
      right("left out"),
    ],
    measures.map((measure) => [
      `${measure.task === null ? "" : `${measure.task} `}${measure.id.replace("check.", "")}`,
      `${measure.compared}`,
      formatRate(measure.accuracy.rate),
      formatRate(measure.balancedAccuracy?.value ?? null),
      recall(measure.counts.bothYes, measure.recallYes),
      recall(measure.counts.bothNo, measure.recallNo),
      `${Object.values(measure.leftOut).reduce((sum, n) => sum + n, 0)}`,
    ]),
  );
}

/** "4/42 [4-22]". */
function recall(hits: number, { n, low, high }: Measure["recallNo"]): string {
  if (n === 0) return "-";
  return `${hits}/${n} [${Math.round(100 * low)}-${Math.round(100 * high)}]`;
}

function falseRejectionLine(caveat: Agreement["falseRejection"]): string {
  const { observed, possible, judgeRejected, decided, onOneCondition } = caveat;
  const shown =
    possible === 0
      ? "no clip could have shown one"
      : `${observed} of ${plural(possible, "clip")} that could have shown one`;
  const judged =
    judgeRejected === 0
      ? `the judge rejects none of ${decided}`
      : `the judge rejects ${judgeRejected} of ${decided}, ${onOneCondition} of them for one condition alone`;
  return breakWords(decided === 0 ? "" : `false rejections: ${shown}; ${judged}`);
}

function raterTable(raters: readonly RaterAgreement[]): string {
  const number = (value: number | null): string => (value === null ? "-" : value.toFixed(2));
  return formatTable(
    [
      { title: "people among themselves" },
      right("clips"),
      right("alpha"),
      right("Fleiss"),
      { title: "Cohen" },
    ],
    raters.map(({ question, task, alpha, fleiss, cohen }) => [
      `${task === null ? "" : `${task} `}${question.replace("check.", "")}`,
      `${alpha.units}`,
      number(alpha.value),
      number(fleiss.value),
      cohen
        .filter(({ units }) => units > 0)
        .map(({ a, b, value }) => `${a.slice(6)}-${b.slice(6)} ${number(value)}`)
        .join(", "),
    ]),
  );
}

/** Every refused row by name; "" when there is nothing to say. */
export function refusedText(read: ReadCounts): string {
  const { refused } = read;
  return [
    ...setAside(read),
    ...(refused.length > 0 ? [`${refused.length} refused, and in no number above:`] : []),
    ...named(refused),
  ].join("\n");
}

/** Why no row counts, and what follows from it: there is nothing to make tables of. */
export function nothingCounts(read: ReadCounts, sentence: string): string {
  const lines = [...setAside(read), ...named(read.refused).map((line) => line.trimStart())];
  return [lines.join("\n"), sentence].filter((part) => part !== "").join("\n\n");
}

function setAside({ blank, repeated }: ReadCounts): readonly string[] {
  return [
    ...(blank > 0 ? [plural(blank, "row is blank", "rows are blank")] : []),
    ...(repeated > 0
      ? [plural(repeated, "row says", "rows say").concat(" again what another file says")]
      : []),
  ];
}

function named(refused: ReadCounts["refused"]): readonly string[] {
  return refused.map(({ file, where, reason }) => breakWords(`  ${file}, ${where}: ${reason}`));
}
