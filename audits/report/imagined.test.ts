import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { AGENT_EPISODE, makeAgentRun } from "./testing/agent-run.ts";
import { temporaryRoot } from "./testing/hostile-run.ts";
import { writeReport } from "./write-report.ts";

let root = "";
beforeEach(() => {
  root = temporaryRoot();
});

/** The details of the episode as markup, as they stand in the page. */
async function detailsOf(folder: string, copyClips = false): Promise<string> {
  const { htmlPath } = await writeReport([makeAgentRun(root)], folder, { copyClips });
  const html = readFileSync(htmlPath, "utf8");
  const from = html.indexOf(`id="clip-0-${AGENT_EPISODE}"`);
  return html.slice(from, html.indexOf("</noscript>", from));
}

describe("a report on agents without clips", () => {
  it("speaks of episodes and the puzzle, not of clips and their judge", async () => {
    const { htmlPath } = await writeReport([makeAgentRun(root)], join(root, "out"));
    const html = readFileSync(htmlPath, "utf8").replace(/<script>.*<\/script>/s, "");
    expect(html).toContain("Episodes, by what became of them");
    expect(html).toMatch(/id="kind-no_clip"><h3>Not solved in the puzzle <span class="n">1</);
    expect(html).toMatch(/id="kind-no_clip-solved"><h3>Solved in the puzzle <span class="n">1</);
    expect(html).not.toContain("n/a");
    expect(html).not.toContain("process-valid success");
  });
});

describe("what an agent imagined", () => {
  it("is linked beside its words, cost and verdict, and loaded when it is looked at", async () => {
    const details = await detailsOf(join(root, "agent", "report"));
    const at = `../episodes/${AGENT_EPISODE}`;
    expect(details).toContain("3 times, and 3 more in vain.");
    expect(details).toContain(
      `<a href="${at}/imagined-00.png"><img src="${at}/imagined-00.png" loading="lazy" alt="Picture in step 2"/></a>`,
    );
    expect(details).toContain("One block moves ");
    expect(details).toContain("Cost 0.040 USD.");
    expect(details).toContain(`<a href="${at}/imagined-01.mp4">the clip</a>`);
    expect(details).toContain(`src="${at}/imagined-01-frame-01.png"`);
    expect(details).toContain("Judged: not process-valid, last frame: pass.");
    expect(details).toContain("Cost unknown.");
    expect(details).toContain("Text in step 2");
    expect(details).toContain("Nothing was made: the pictures of this episode were used up.");
    expect(details).toContain(`<a href="${at}/chat.jsonl">What was asked and replied</a>`);
  });

  it("is text where it is text, cut where it is long, and never a file outside of the run", async () => {
    const details = await detailsOf(join(root, "agent", "report"));
    expect(details).not.toMatch(/<script|<[^>]*\son\w+=|<img src=x/);
    expect(details).toContain("&lt;script>");
    expect(details).toContain("\u2026</p>");
    expect(details).not.toContain("outside.png");
    expect(details).toContain("The file is not where the run keeps it.");
  });

  it("has its warnings with those of the episode, once where only numbers differ", async () => {
    const details = await detailsOf(join(root, "agent", "report"));
    expect(details.match(/Generator: seed 7 is not sent/g)).toHaveLength(1);
  });

  it("stands beside what was seen and done, step by step", async () => {
    const details = await detailsOf(join(root, "agent", "report"));
    const seen = `../episodes/${AGENT_EPISODE}/step-00.png`;
    expect(details).toContain(
      `<li><a href="${seen}"><img src="${seen}" loading="lazy" alt="The board before step 1"/></a>moved</li><li>moved</li>`,
    );
  });

  it("is taken along when clips are", async () => {
    const out = join(root, "passed-on");
    const details = await detailsOf(out, true);
    expect(details).toContain(`src="imagined/0-${AGENT_EPISODE}-00.png"`);
    expect(existsSync(join(out, "boards", `0-${AGENT_EPISODE}-step-00.png`))).toBe(true);
    for (const name of ["00.png", "01.mp4", "01-0.png", "01-1.png"]) {
      expect(existsSync(join(out, "imagined", `0-${AGENT_EPISODE}-${name}`)), name).toBe(true);
    }
  });
});
