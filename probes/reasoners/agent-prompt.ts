/**
 * What a chat model is told in an episode, turn by turn: the same for every model. Pure, given the
 * texts; which turn comes when is the episode loop's. Nothing here tells where anything is on the
 * board, but for the published style of untangle, which is there for comparison.
 */
import { sha256Json } from "../../core/hash/sha256.ts";
import type { Tier } from "../../core/schema/common.ts";
import { fillTemplate, type TemplateValues } from "../../core/template.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { AgentTextName, AgentTexts } from "./agent-texts.ts";
import { imagineTool, NOT_IMAGINED, type NotImagined } from "./imagination.ts";
import { describePublishedState, requirePublishedStyle } from "./published-state.ts";
import type { ChatPart, ToolSpec } from "./reasoner.ts";

/** Conditions in which a chat model decides. */
export const AGENT_CONDITIONS = ["none", "text", "image", "video"] as const;
export type AgentCondition = (typeof AGENT_CONDITIONS)[number];

export const PROMPT_STYLES = ["own", "published"] as const;
export type PromptStyle = (typeof PROMPT_STYLES)[number];

/** Whether tools are offered, or tags are told. */
export type ToolProtocol = "native" | "text";

/** Pictures that one episode may have imagined. */
export const MAX_IMAGINED_PICTURES = 10;

export type Picture = Extract<ChatPart, { readonly type: "image" }>;

export type AgentPromptOptions = {
  readonly texts: AgentTexts;
  readonly task: AnyTask;
  readonly condition: AgentCondition;
  /** The tier that the published style tells. */
  readonly tier: Tier;
  /** @default "own" */
  readonly style?: PromptStyle;
  /** Pictures that the episode may have imagined. @default 10 */
  readonly maxPictures?: number;
};

export type AgentPrompt = {
  /** Over everything that an episode may be told in words, in both protocols, and its tools. */
  readonly sha256: (state: unknown, actionBudget: number) => string;
  /** Tools to offer: none in the text protocol. */
  readonly tools: (protocol: ToolProtocol) => readonly ToolSpec[];
  readonly firstTurn: (turn: {
    readonly state: unknown;
    readonly actionBudget: number;
    readonly protocol: ToolProtocol;
    /** The board, and what else the task shows. */
    readonly pictures: readonly Picture[];
  }) => readonly ChatPart[];
  readonly laterTurn: (turn: {
    readonly state: unknown;
    /** Steps made, from 1. */
    readonly step: number;
    readonly movesLeft: number;
    readonly picturesLeft: number;
    readonly pictures: readonly Picture[];
    /** Frames of the clip, where they are shown again. */
    readonly recalled?: readonly Picture[];
  }) => readonly ChatPart[];
  /** After an imagination: what it made. */
  readonly imaginedTurn: (
    pictures: readonly Picture[],
    picturesLeft: number,
  ) => readonly ChatPart[];
  /** After a request in vain. */
  readonly notImaginedTurn: (reason: NotImagined, picturesLeft: number) => readonly ChatPart[];
  /** In the condition "text", after the words in which the model imagined what may come. */
  readonly wordsTurn: () => readonly ChatPart[];
  /** What stands for an answer of an earlier turn that could not be read. */
  readonly pastInvalid: string;
  /** The answer of a tool call; undefined: what was imagined follows. */
  readonly toolText: (reason: NotImagined | undefined) => string;
  /** The words for a clip where the model gave none. */
  readonly fallbackVideoPrompt: string;
};

/** Texts that a condition uses, in both protocols. */
const TEXTS_OF: Readonly<Record<AgentCondition, readonly AgentTextName[]>> = {
  none: [],
  text: ["text", "text-result"],
  image: [
    "image-native",
    "image-text",
    "image-later",
    "image-result",
    "image-none",
    "tool-imagined",
    "tool-none",
  ],
  video: [
    "video-native",
    "video-text",
    "video-result",
    "video-recall",
    "video-none",
    "video-fallback",
    "tool-imagined",
    "tool-none",
  ],
};

/** @throws UsageError when the style is "published" for a task without one */
export function createAgentPrompt(options: AgentPromptOptions): AgentPrompt {
  const { texts, task, condition, tier } = options;
  const style = options.style ?? "own";
  const maxPictures = options.maxPictures ?? MAX_IMAGINED_PICTURES;
  if (style === "published") requirePublishedStyle(task.id);

  const fill = (name: AgentTextName, values: TemplateValues = {}): string =>
    fillTemplate(texts[name].text, values, texts[name].name);
  const part = (text: string): ChatPart => ({ type: "text", text });
  const symbols = (state: unknown): string =>
    style === "own" ? "" : describePublishedState(texts["untangle-published"], state, tier);
  const addition = (protocol: ToolProtocol): string => {
    switch (condition) {
      case "none":
        return "";
      case "text":
        return fill("text");
      case "image":
        return fill(`image-${protocol}`, { pictures: `${maxPictures}` });
      case "video":
        return fill(`video-${protocol}`);
    }
  };
  const later = condition === "text" ? "text-later" : "later";
  const tool = condition === "image" || condition === "video" ? [imagineTool(condition)] : [];
  const firstText = (state: unknown, actionBudget: number, protocol: ToolProtocol): string =>
    fill("first", {
      task: task.prompt(state, actionBudget),
      condition: addition(protocol),
      symbols: symbols(state),
    });

  return {
    sha256: (state, actionBudget) =>
      sha256Json({
        first: (["native", "text"] as const).map((protocol) =>
          firstText(state, actionBudget, protocol),
        ),
        files: [
          ...([later, "past-invalid", ...TEXTS_OF[condition]] as const),
          ...(style === "published" ? (["untangle-published"] as const) : []),
        ].map((name) => [name, texts[name].sha256]),
        tool,
        notImagined: tool.length === 0 ? {} : NOT_IMAGINED,
        maxPictures: condition === "image" ? maxPictures : null,
      }),
    tools: (protocol) => (protocol === "native" ? tool : []),
    firstTurn: ({ state, actionBudget, protocol, pictures }) => [
      part(firstText(state, actionBudget, protocol)),
      ...pictures,
    ],
    laterTurn: ({ state, step, movesLeft, picturesLeft, pictures, recalled = [] }) => [
      part(
        fill(later, {
          state: `${step}`,
          moves_left: `${movesLeft}`,
          symbols: symbols(state),
          pictures_left:
            condition === "image" ? fill("image-later", { pictures: `${picturesLeft}` }) : "",
        }),
      ),
      ...pictures,
      ...(recalled.length === 0 ? [] : [part(fill("video-recall")), ...recalled]),
    ],
    imaginedTurn: (pictures, picturesLeft) => [
      part(
        condition === "video"
          ? fill("video-result", { pictures: `${pictures.length}` })
          : fill("image-result", { pictures: `${picturesLeft}` }),
      ),
      ...pictures,
    ],
    notImaginedTurn: (reason, picturesLeft) => [
      part(
        condition === "video"
          ? fill("video-none", { reason: NOT_IMAGINED[reason] })
          : fill("image-none", { reason: NOT_IMAGINED[reason], pictures: `${picturesLeft}` }),
      ),
    ],
    wordsTurn: () => [part(fill("text-result"))],
    pastInvalid: fill("past-invalid"),
    toolText: (reason) =>
      reason === undefined
        ? fill("tool-imagined")
        : fill("tool-none", { reason: NOT_IMAGINED[reason] }),
    fallbackVideoPrompt: fill("video-fallback"),
  };
}
