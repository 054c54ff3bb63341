/** The page as text: what it lets run, what hostile texts become, and what it keeps to itself. */
import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { smallItem, smallPage } from "../testing/page-data.ts";
import { jsonForScript, renderSheetPage } from "./page.ts";

const HOSTILE =
  "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028\u202e&amp;<!--";
const page = renderSheetPage(
  smallPage([smallItem("0000000a", { title: HOSTILE, rule: `=cmd ${HOSTILE}` })]),
);

const contentsOf = (tag: string): string[] =>
  [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map(
    ([, text = ""]) => text,
  );

describe("the policy", () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/
    .exec(page)?.[1]
    ?.replaceAll("&#39;", "'");

  it("lets nothing run but the page's own script and style, and reaches no network", () => {
    const [, script = ""] = contentsOf("script");
    const [style = ""] = contentsOf("style");
    const hash = (text: string): string =>
      `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      "img-src 'self' file:",
      "media-src 'self' file:",
      `script-src ${hash(script)}`,
      `style-src ${hash(style)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("has no inline handler and no inline style, which it would refuse", () => {
    expect(page).not.toMatch(/<[^>]+\s(?:on\w+|style)=/);
  });
});

describe("hostile texts", () => {
  it("stand in the data as text, and nowhere else", () => {
    expect(contentsOf("script")).toHaveLength(2);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<!--");
    const [data = ""] = contentsOf("script");
    const [item] = JSON.parse(data).items;
    expect(item.title).toBe(HOSTILE);
  });

  it("cannot end a script element, and come back whole", () => {
    const text = jsonForScript({ text: HOSTILE });
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ text: HOSTILE });
  });

  it("never reach the page as markup from the script either", () => {
    const [, script = ""] = contentsOf("script");
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    // It parses; what it does is tried in a browser.
    expect(() => runInNewContext(`(function () {${script}})`)).not.toThrow();
  });
});
