/** What the reasoners of the transcripts say, by condition; undefined where the clip decides. */
import type { ScriptedReply } from "../../probes/reasoners/scripted.ts";

export type TranscriptCondition = "none" | "text" | "image" | "video" | "video-policy";

type Script = {
  readonly protocol: "native" | "text";
  readonly replies: readonly ScriptedReply[];
};

/** The two moves that solve the puzzle. */
const FIRST = '{"answer":{"src_row":0,"src_col":3,"tgt_row":2,"tgt_col":0}}';
const SECOND = '{"answer":{"src_row":1,"src_col":4,"tgt_row":3,"tgt_col":1}}';
/** Its first hole is empty: the rules refuse it. */
const ILLEGAL = '{"answer":{"src_row":2,"src_col":2,"tgt_row":4,"tgt_col":4}}';

export const SCRIPTS: Readonly<Record<TranscriptCondition, Script | undefined>> = {
  none: {
    protocol: "native",
    replies: [
      "The red rope lies over the others. I would move its upper end first.",
      ILLEGAL,
      `So the answer is ${FIRST}`,
      SECOND,
    ],
  },
  text: {
    protocol: "native",
    replies: [
      "If the end at the top right goes to the left side, its rope no longer crosses the one below it.",
      FIRST,
      "One crossing is left. If the other end follows to the left, no rope lies over another one.",
      SECOND,
    ],
  },
  image: {
    protocol: "native",
    replies: [
      {
        toolCalls: [
          {
            name: "imagine_image",
            arguments: {
              prompt:
                "The same board; the rope end at the top right has moved to the left side, all other ends are as they were.",
            },
          },
        ],
      },
      FIRST,
      { toolCalls: [{ name: "imagine_image", arguments: { prompt: " " } }] },
      SECOND,
    ],
  },
  video: {
    protocol: "text",
    replies: [
      "<video_prompt>Fixed camera. First the rope end at the top right is lifted and put down on the left side. Then the end below it follows. Nothing else moves.</video_prompt>",
      FIRST,
      SECOND,
    ],
  },
  "video-policy": undefined,
};
