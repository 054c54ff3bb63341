/** Published formats in and out. */
export { type ExportedRun, exportRun } from "./export-run.ts";
export type { ImportReport, ReadImport } from "./import-types.ts";
export { type ReadModelAnswer, readModelAnswer } from "./model-answer.ts";
export { prepareImport } from "./prepare-import.ts";
export { readImport } from "./read-import.ts";
export { writeModelAnswers } from "./write-model-answers.ts";
