/** What an import finds, and what it comes to. No behaviour. */
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { Problem, Row, RowPlace } from "./parse-rows.ts";

/** A row with a puzzle that can be played. */
export type QuestionRow = {
  readonly row: Row;
  readonly task: AnyTask;
  readonly instance: Instance;
};

/** A row with a clip that can be judged. */
export type ClipRow = {
  readonly row: Row;
  readonly task: AnyTask;
  readonly instance: Instance;
  /** Where the clip lies. */
  readonly path: string;
  /** As the row names it, relative to its file. */
  readonly video: string;
  /** The row says `video`, as lists of clips do; model answers name their clips elsewhere. */
  readonly isListed: boolean;
};

/** Rows of one task that are passed over: no fault of theirs. */
export type Passed = { readonly name: string; readonly rows: number };

export type ReadImport = {
  /** What the files are: questions beside clips are there for their puzzles. */
  readonly kind: "questions" | "clips";
  readonly questions: readonly QuestionRow[];
  readonly clips: readonly ClipRow[];
  /** Rows in each file, usable or not. */
  readonly files: readonly { readonly file: string; readonly rows: number }[];
  /** Of tasks of the data set that no world plays. */
  readonly withoutWorld: readonly Passed[];
  /** Clips of tasks that no judge reads. */
  readonly withoutJudge: readonly Passed[];
  /** Model answers that tell of no clip. */
  readonly withoutClip: number;
  readonly problems: readonly Problem[];
};

/** Rows of one task in one tier. */
export type TierCount = { readonly task: string; readonly tier: Tier; readonly usable: number };

/** What `probe import --json` prints. */
export type ImportReport = {
  readonly schema: "topoprobe.import/1";
  readonly kind: ReadImport["kind"];
  readonly files: ReadImport["files"];
  /** Usable questions, or clips. */
  readonly usable: readonly TierCount[];
  readonly withoutWorld: readonly Passed[];
  readonly withoutJudge: readonly Passed[];
  readonly withoutClip: number;
  readonly problems: readonly Problem[];
  /** Files written, in order; none where the given ones serve as they are. */
  readonly written: readonly string[];
  /** Clips that had to be copied, as no link could be made. */
  readonly copied: number;
  /** One a task, as words. */
  readonly commands: readonly (readonly string[])[];
};

export type { Problem, RowPlace };
