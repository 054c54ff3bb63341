/** A rater's page as one HTML text: the frame that the script fills. Every text from outside is escaped. */
import { type ComponentChild, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { pageHead } from "../../page/page-head.ts";
import type { PageData } from "./model.ts";
import { MOVES_SCRIPT } from "./script-moves.ts";
import { PICTURES_SCRIPT } from "./script-pictures.ts";
import { QUESTIONS_SCRIPT } from "./script-questions.ts";
import { STATE_SCRIPT } from "./script-state.ts";
import { SHEET_CSS } from "./styles.ts";

const SCRIPT = [STATE_SCRIPT, PICTURES_SCRIPT, QUESTIONS_SCRIPT, MOVES_SCRIPT].join("");

const VIEWS = [
  ["frame", "Frame by frame"],
  ["all", "All frames"],
  ["clip", "Clip"],
  ["start", "Start picture"],
  ["goal", "Goal"],
] as const;

const KEY_WORDS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["1", "to", "9"], "answer, and go on to the next question"],
  [["\u2190", "\u2192"], "one frame back or on; with Shift five, Home and End first and last"],
  [["\u2191", "\u2193"], "the question before or after"],
  [["Enter"], "go on: next question, the reading, the next clip"],
  [["Space"], "play the frames, or stop"],
  [["[", "]"], "the clip before or after"],
  [["F", "A", "V", "S", "G"], "frame by frame, all frames, the clip, the start picture, the goal"],
  [["C"], "write a comment; Esc leaves it"],
  [["E"], "export the answers"],
];

/** A whole HTML document. */
export function renderSheetPage(data: PageData): string {
  const title = data.kind === "errors" ? "Error taxonomy" : "Spot check";
  const page = h("html", { lang: "en" }, [
    pageHead(`${title}, ${data.rater}`, SCRIPT, SHEET_CSS),
    h("body", null, [
      header(title, data),
      h("noscript", null, h("p", null, "This page needs scripts. The CSV and XLSX files do not.")),
      h("main", null, [stage(), ask(data)]),
      keyHelp(),
      h("script", {
        type: "application/json",
        id: "data",
        dangerouslySetInnerHTML: { __html: jsonForScript(data) },
      }),
      h("script", { dangerouslySetInnerHTML: { __html: SCRIPT } }),
    ]),
  ]);
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** JSON that cannot end its script element, nor be taken for anything but text. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function header(title: string, { rater }: PageData): ComponentChild {
  return h("header", null, [
    h("h1", null, `${title}, ${rater.replace("-", " ")}`),
    h("div", { class: "progress" }, [
      h("progress", { id: "done", value: 0, max: 1, "aria-label": "Clips done" }),
      h("span", { id: "count" }),
    ]),
    h("span", { id: "saved", role: "status" }),
    h("button", { type: "button", id: "keys-open" }, ["Keys ", h("kbd", null, "?")]),
    h("button", { type: "button", id: "export" }, "Export answers"),
  ]);
}

function stage(): ComponentChild {
  return h("section", { "aria-label": "The clip" }, [
    h(
      "div",
      { class: "views", role: "group", "aria-label": "View" },
      VIEWS.map(([name, label]) =>
        h("button", { type: "button", id: `view-${name}`, "aria-pressed": "false" }, label),
      ),
    ),
    h("div", { class: "pane", id: "pane-frame" }, [
      h("figure", null, [
        h("canvas", { id: "frame", role: "img", "aria-label": "Frame" }),
        h("figcaption", { id: "frame-caption", hidden: true }, "The frame"),
      ]),
      h("figure", { id: "reading-box", hidden: true }, [
        h("canvas", { id: "reading", role: "img", "aria-label": "Reading" }),
        h("figcaption", null, "What the judge read, drawn over the frame"),
      ]),
    ]),
    h(
      "div",
      // What scrolls must be reachable by keyboard.
      {
        class: "pane",
        id: "pane-all",
        hidden: true,
        tabIndex: 0,
        role: "group",
        "aria-label": "All frames",
      },
      h("img", { id: "all", alt: "All frames of the clip, row by row" }),
    ),
    h(
      "div",
      { class: "pane", id: "pane-clip", hidden: true },
      h("video", { id: "clip", controls: true, loop: true, muted: true, preload: "metadata" }),
    ),
    h(
      "div",
      { class: "pane", id: "pane-start", hidden: true },
      h("img", { id: "start", alt: "The puzzle's start picture" }),
    ),
    h(
      "div",
      { class: "pane", id: "pane-goal", hidden: true },
      h("img", { id: "goal", alt: "The board to reach" }),
    ),
    h("div", { class: "transport", id: "transport" }, [
      h("button", { type: "button", id: "play" }, "Play"),
      h("input", { type: "range", id: "scrub", min: 0, max: 0, value: 0, "aria-label": "Frame" }),
      h("span", { id: "frame-words" }),
    ]),
  ]);
}

function ask({ items }: PageData): ComponentChild {
  return h("section", { class: "ask", "aria-label": "Questions" }, [
    h("div", { class: "about" }, [
      h("div", null, [
        h("p", { class: "eyebrow", id: "task" }),
        h("p", { id: "rule" }),
        h("details", { id: "prompt-box", hidden: true }, [
          h("summary", null, "What was asked"),
          h("p", { class: "prompt", id: "prompt" }),
        ]),
      ]),
      h("img", { id: "start-small", alt: "The puzzle's start picture, small" }),
    ]),
    h("ol", { id: "steps", "aria-label": "Questions of this clip" }),
    h("h2", { id: "question", tabIndex: -1 }),
    h("p", { class: "hint", id: "hint" }),
    h("div", { id: "options", role: "group", "aria-labelledby": "question" }),
    h("div", { class: "moves" }, [
      h("button", { type: "button", id: "back" }, "Back"),
      h("button", { type: "button", id: "next", class: "primary" }, "Next"),
    ]),
    h("div", { class: "finished", id: "finished", hidden: true }, [
      h(
        "p",
        null,
        `All ${items.length} clips are done. Export the answers and send the file back.`,
      ),
      h("button", { type: "button", id: "export-end", class: "primary" }, "Export answers"),
    ]),
    h("label", null, ["Comment on this clip", h("textarea", { id: "comment", rows: 2 })]),
    h("ol", { id: "items", "aria-label": "Clips" }),
  ]);
}

function keyHelp(): ComponentChild {
  return h("dialog", { id: "keys", "aria-label": "Keys" }, [
    h("h2", null, "Keys"),
    h(
      "dl",
      null,
      KEY_WORDS.map(([keys, what]) => [
        h(
          "dt",
          null,
          keys.map((key) => (key === "to" ? " to " : h("kbd", null, key))),
        ),
        h("dd", null, what),
      ]),
    ),
    h("button", { type: "button", id: "keys-close", class: "primary" }, "Close"),
  ]);
}
