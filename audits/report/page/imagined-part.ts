/** What an agent saw, did and imagined in an episode: pictures to look at, with words. */
import { type ComponentChild, h } from "preact";
import { plural } from "../../plural.ts";
import type { Imagined } from "../imagined.ts";

const NOUNS = { text: "Text", image: "Picture", video: "Clip" } as const;

export function imaginedPart(all: readonly Imagined[]): ComponentChild {
  if (all.length === 0) return null;
  const made = all.filter(({ href, kind }) => href !== undefined || kind === "text").length;
  const inVain = all.length - made;
  return h("div", { class: "imagined" }, [
    h("p", null, [
      h("b", null, "Imagined: "),
      `${plural(made, "time")}${inVain === 0 ? "" : `, and ${inVain} more in vain`}.`,
    ]),
    h("div", { class: "imaginations" }, all.map(imagination)),
  ]);
}

function imagination({ kind, step, prompt, href, pictures, notes }: Imagined): ComponentChild {
  const title = `${NOUNS[kind]} in step ${step}`;
  const isClip = kind === "video" && href !== undefined;
  return h("figure", { class: `imagination ${kind}` }, [
    pictures.length === 0
      ? null
      : h(
          "div",
          { class: "thumbs" },
          pictures.map((src, i) =>
            h(
              "a",
              { href: src },
              h("img", {
                src,
                loading: "lazy",
                alt: kind === "video" ? `${title}, frame ${i + 1} as it was shown` : title,
              }),
            ),
          ),
        ),
    h("figcaption", null, [
      h("p", null, [
        h("b", null, title),
        isClip ? [" \u00b7 ", h("a", { href }, "the clip")] : null,
      ]),
      prompt === "" ? null : h("p", { class: "words" }, prompt),
      ...notes.map((note) => h("p", { class: "dim" }, note)),
    ]),
  ]);
}

/** @param boards before each step, and after the last; empty where they are not shown */
export function stepsList(
  steps: readonly string[],
  boards: readonly (string | undefined)[],
): ComponentChild {
  const picture = (src: string | undefined, alt: string): ComponentChild =>
    src === undefined ? null : h("a", { href: src }, h("img", { src, loading: "lazy", alt }));
  const last = boards[steps.length];
  return h("ol", { class: boards.length === 0 ? "small" : "small boards" }, [
    ...steps.map((step, i) =>
      h("li", null, [picture(boards[i], `The board before step ${i + 1}`), step]),
    ),
    last === undefined
      ? null
      : h("li", { class: "end" }, [picture(last, "The board at the end"), "the end"]),
  ]);
}
