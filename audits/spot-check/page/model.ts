/** What a rater's page knows. It holds no verdict, no generator, no instance id: those are in the key. */
import type { SheetKind } from "../../../core/schema/label.ts";
import type { AnswerWords } from "../answer-words.ts";
import type { ItemMedia } from "../item-media.ts";
import type { AskedQuestion } from "../questions.ts";

export type PageItem = {
  readonly item: string;
  /** Id of the task: which questions are asked. */
  readonly task: string;
  readonly title: string;
  /** The task's rule in one sentence. */
  readonly rule: string;
  readonly media: ItemMedia;
};

export type PageData = {
  readonly sheet: string;
  readonly kind: SheetKind;
  readonly rater: string;
  /** Name that the exported file is saved under. */
  readonly fileName: string;
  readonly maxComment: number;
  readonly questions: Readonly<Record<string, readonly AskedQuestion[]>>;
  readonly answers: Readonly<Record<string, readonly AnswerWords[]>>;
  readonly items: readonly PageItem[];
};
