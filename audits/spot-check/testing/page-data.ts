/** A small sheet without a run: two clips of coloured squares with their pictures on disk. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { type ANSWERS, MAX_COMMENT } from "../../../core/schema/label.ts";
import { answerWords } from "../answer-words.ts";
import type { PageData, PageItem } from "../page/model.ts";
import {
  type AskedQuestion,
  GOAL_QUESTION,
  READABLE_QUESTION,
  READING_QUESTION,
} from "../questions.ts";
import { SHEET } from "./candidates.ts";

const FRAMES = 9;
const COLUMNS = 7;
const TILE = { tileWidthPx: 64, tileHeightPx: 36 } as const;

export const SMALL_QUESTIONS: readonly AskedQuestion[] = [
  READABLE_QUESTION,
  GOAL_QUESTION,
  { id: "check.one_move_at_a_time", kind: "check", text: "No two pieces move at once.", hint: "" },
  READING_QUESTION,
];

export function smallItem(
  item: string,
  words: Partial<Pick<PageItem, "title" | "rule">> = {},
): PageItem {
  return {
    item,
    task: "pipe",
    title: "Pipe",
    rule: "One piece at a time.",
    ...words,
    media: {
      clip: `items/${item}/clip.mp4`,
      isPlayable: false,
      start: `items/${item}/start.png`,
      goal: null,
      frames: {
        href: `items/${item}/frames.jpg`,
        columns: COLUMNS,
        ...TILE,
        frames: Array.from({ length: FRAMES }, (_, index) => ({ index, timeSec: index / 8 })),
      },
      reading: `items/${item}/reading.jpg`,
      prompt: null,
    },
  };
}

export function smallPage(items: readonly PageItem[], fields: Partial<PageData> = {}): PageData {
  return {
    ...{ sheet: SHEET, kind: "spot-check", rater: "rater-1", fileName: "filled-rater-1.json" },
    maxComment: MAX_COMMENT,
    questions: { pipe: SMALL_QUESTIONS },
    answers: {
      yes_no: answerWords("yes_no"),
      check: answerWords("check"),
      reading: answerWords("reading"),
      error_category: answerWords("error_category"),
    } satisfies Record<keyof typeof ANSWERS, unknown>,
    items,
    ...fields,
  };
}

/** Frames go from dark to light; the reading is drawn in red. */
export async function writeSmallPictures(
  folder: string,
  items: readonly PageItem[],
): Promise<void> {
  for (const { item } of items) {
    await mkdir(join(folder, "items", item), { recursive: true });
    const rows = Math.ceil(FRAMES / COLUMNS);
    const canvas = createCanvas(COLUMNS * TILE.tileWidthPx, rows * TILE.tileHeightPx);
    const context = canvas.getContext("2d");
    const draw = (colourOf: (frame: number) => string): Buffer => {
      for (let frame = 0; frame < FRAMES; frame++) {
        context.fillStyle = colourOf(frame);
        const [left, top] = [frame % COLUMNS, Math.floor(frame / COLUMNS)];
        context.fillRect(left * 64, top * 36, 64, 36);
      }
      return canvas.toBuffer("image/jpeg");
    };
    const at = (name: string): string => join(folder, "items", item, name);
    await writeFile(
      at("frames.jpg"),
      draw((frame) => `hsl(210 60% ${10 + 8 * frame}%)`),
    );
    await writeFile(
      at("reading.jpg"),
      draw((frame) => `hsl(0 60% ${10 + 8 * frame}%)`),
    );
    await writeFile(at("start.png"), canvas.toBuffer("image/png"));
  }
}
