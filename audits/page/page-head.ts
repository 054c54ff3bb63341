/** The head that every page of ours has. */
import { type ComponentChild, h } from "preact";
import { contentPolicy } from "./content-policy.ts";

/** @param script, style the only ones that the page may run and use */
export function pageHead(title: string, script: string, style: string): ComponentChild {
  return h("head", null, [
    h("meta", { charSet: "utf-8" }),
    h("meta", { "http-equiv": "Content-Security-Policy", content: contentPolicy(script, style) }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "referrer", content: "no-referrer" }),
    h("title", null, title),
    h("style", { dangerouslySetInnerHTML: { __html: style } }),
  ]);
}
