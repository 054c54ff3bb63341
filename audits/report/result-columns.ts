/** The columns of the table of results, the same on every page. Pure; leaves out looks. */
import type { ResultRow } from "../../core/schema/report.ts";
import type { Proportion } from "../../core/schema/run.ts";

export type ResultCell =
  /** A rate with its counts; the main one of the row stands out. */
  | { readonly kind: "share"; readonly of: Proportion; readonly isMain?: true }
  /** The 95 % interval of a rate; nothing to tell where nothing was counted. */
  | { readonly kind: "interval"; readonly of: Proportion }
  | { readonly kind: "count"; readonly count: number };

export type ResultColumn = {
  readonly title: string;
  readonly cellOf: (row: ResultRow) => ResultCell;
};

const count = (title: string, of: (row: ResultRow) => number): ResultColumn => ({
  title,
  cellOf: (row) => ({ kind: "count", count: of(row) }),
});
const share = (title: string, of: (row: ResultRow) => Proportion): ResultColumn => ({
  title,
  cellOf: (row) => ({ kind: "share", of: of(row) }),
});
/** The rate that the row is about, with its interval in the column after. */
const main = (title: string, of: (row: ResultRow) => Proportion): readonly ResultColumn[] => [
  { title, cellOf: (row) => ({ kind: "share", of: of(row), isMain: true }) },
  { title: "95 % interval", cellOf: (row) => ({ kind: "interval", of: of(row) }) },
];

const JUDGED: readonly ResultColumn[] = [
  count("judged", ({ judged }) => judged),
  ...main("process-valid success", ({ processValidSuccess }) => processValidSuccess),
  share("last frame alone", ({ terminalSuccess }) => terminalSuccess),
  count("accepted wrongly", ({ acceptedWrongly }) => acceptedWrongly),
  share("process-valid", ({ processValid }) => processValid),
  share("in the puzzle", ({ successInPuzzle }) => successInPuzzle),
  share("scorable", ({ scorable }) => scorable),
  count("undetermined", ({ undetermined }) => undetermined),
];
const PLAYED: readonly ResultColumn[] = [
  count("played", ({ successInPuzzle }) => successInPuzzle.n),
  ...main("in the puzzle", ({ successInPuzzle }) => successInPuzzle),
];
const ERRORS = count("errors", ({ errors }) => errors);

/** Columns after task, run and tier. Errors stand in them where there are any. */
export function resultColumns(rows: readonly ResultRow[]): readonly ResultColumn[] {
  const columns = isPlayedOnly(rows) ? PLAYED : JUDGED;
  return rows.some(({ errors }) => errors > 0) ? [...columns, ERRORS] : columns;
}

/** Agents' episodes without a clip: nothing that a judge says is there to be told. */
export function isPlayedOnly(rows: readonly ResultRow[]): boolean {
  return (
    rows.every(({ judged }) => judged === 0) &&
    rows.some(({ successInPuzzle }) => successInPuzzle.n > 0)
  );
}
