/** Agreement as text: the sentence first, then tables, then what was refused. */
import type { Agreement, Measure, RaterAgreement, Refusal } from "../core/schema/agreement.ts";
import { type Column, formatProportion, formatRate, formatTable } from "./tables.ts";

const right = (title: string): Column => ({ title, align: "right" });

export function formatAgreement(agreement: Agreement): string {
  const { read, clips, readings, raters } = agreement;
  const parts = [
    wrapped(agreement.sentence),
    `${read.accepted} whole answers on ${clips.answered} of ${clips.asked} clips: ` +
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
  parts.push(refusedText(read.refused, read.blank, read.repeated));
  return parts.filter((part) => part !== "").join("\n\n");
}

const LINE_WIDTH = 100;

/** Broken between words into lines that fit a terminal. */
function wrapped(text: string): string {
  let line = "";
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
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
  return (
    `false rejections: ${caveat.observed} of the ${caveat.possible} clips that could have shown one; ` +
    `the judge rejects ${caveat.judgeRejected} of ${caveat.decided}, ${caveat.onOneCondition} of them for one condition alone`
  );
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
export function refusedText(refused: readonly Refusal[], blank: number, repeated: number): string {
  const lines = [
    ...(blank > 0 ? [`${blank} rows are blank`] : []),
    ...(repeated > 0 ? [`${repeated} rows say again what another file says`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused, and in no number above:`] : []),
    ...refused.map(({ file, where, reason }) => `  ${file}, ${where}: ${reason}`),
  ];
  return lines.join("\n");
}
