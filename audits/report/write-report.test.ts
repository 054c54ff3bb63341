import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { reportSchema } from "../../core/schema/report.ts";
import { EVIL, makeHostileRun, temporaryRoot } from "./testing/hostile-run.ts";
import { writeReport } from "./write-report.ts";

let root = "";

beforeEach(() => {
  root = temporaryRoot();
});

const read = (path: string): string => readFileSync(path, "utf8");

describe("writeReport", () => {
  it("links to the run's files from inside of the run", async () => {
    const run = makeHostileRun(root, "a run");
    const html = read((await writeReport([run], join(run.path, "report"))).htmlPath);
    expect(html).toContain('src="../episodes/pipe-easy-1/overlay.png"');
    expect(html).toContain('src="../episodes/pipe-easy-1/imagined-00.mp4"');
    expect(html).toContain("5.00 s (frame 80), x=1 ");
    expect(html).toContain("1 episode not finished");
    expect(html).toContain("1 episode ended in an error");
  });

  it("takes the strips along when it is written elsewhere, and links the clips", async () => {
    const out = join(root, "elsewhere");
    const runs = [makeHostileRun(root, "a"), makeHostileRun(root, "b")];
    const html = read((await writeReport(runs, out)).htmlPath);
    expect(html).toContain('src="overlays/0-pipe-easy-1.png"');
    expect(html).toContain('src="overlays/1-pipe-easy-1.png"');
    expect(existsSync(join(out, "overlays", "1-pipe-easy-1.png"))).toBe(true);
    expect(html).toContain('src="../a/episodes/pipe-easy-1/imagined-00.mp4"');
  });

  it("takes the clips along when it is told to", async () => {
    const out = join(root, "passed-on");
    const run = makeHostileRun(root, "a");
    const html = read((await writeReport([run], out, { copyClips: true })).htmlPath);
    expect(html).toContain('src="clips/0-pipe-easy-1.mp4"');
    expect(existsSync(join(out, "clips", "0-pipe-easy-1.mp4"))).toBe(true);
  });

  it("does not link to a clip outside of the run", async () => {
    const run = makeHostileRun(root, "a", { clip: "../b/episodes/pipe-easy-1/imagined-00.mp4" });
    makeHostileRun(root, "b");
    const html = read((await writeReport([run], join(root, "out"))).htmlPath);
    expect(html).not.toContain("imagined-00.mp4");
    expect(html).toContain("The clip is not where the run keeps it.");
  });

  it("says the same in JSON, CSV and Markdown", async () => {
    const written = await writeReport([makeHostileRun(root, "a")], join(root, "out"));
    const report = reportSchema.parse(JSON.parse(read(written.jsonPath)));
    const [run] = report.runs;
    expect(run?.summary.counts).toMatchObject({ processValidSuccess: 0, errors: 1 });
    expect(run?.episodes.map(({ kind }) => kind)).toEqual(["shortcut", "no_verdict"]);
    expect(run?.episodes[0]?.judged?.violations[0]).toMatchObject({
      check: "one_move_at_a_time",
      timeSec: 5,
    });
    expect(report.results).toMatchObject([{ tier: "easy", judged: 1, acceptedWrongly: 1 }]);
    const lines = read(written.csvPath).trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("pipe-easy-1,easy,1,ok,shortcut,false,false,pass");
    expect(lines[2]).toContain("media: bad");
    const markdown = read(written.markdownPath);
    expect(markdown).toContain("| Arrives by breaking a rule | one\\_move\\_at\\_a\\_time, check ");
    expect(markdown).toContain("0 % (0/1)");
  });

  it("compares runs on the same instances with a stated seed", async () => {
    const runs = [makeHostileRun(root, "a"), makeHostileRun(root, "b")];
    const written = await writeReport(runs, join(root, "out"), { seed: 7 });
    expect(reportSchema.parse(JSON.parse(read(written.jsonPath))).comparisons).toMatchObject([
      { instances: 1, seed: 7 },
    ]);
    expect(read(written.htmlPath)).toContain("seed 7");
  });

  it("has a page for a run without episodes", async () => {
    const run = { ...makeHostileRun(root, "a"), records: [] };
    const html = read((await writeReport([run], join(root, "out"))).htmlPath);
    expect(html).toContain("n/a");
    expect(html.replace(/<script>.*<\/script>/s, "")).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("hostile texts", () => {
  it("are text in the page, whose policy names its own script and style only", async () => {
    const html = read((await writeReport([makeHostileRun(root, "a")], join(root, "out"))).htmlPath);
    expect(html.match(/<script/gi)).toHaveLength(1);
    expect(html.match(/<\/noscript/gi)).toHaveLength(2);
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    expect(html).not.toMatch(/<(img|iframe|object|base|link|form)[^>]*evil/i);
    expect(html.split("&lt;script>").length - 1).toBeGreaterThanOrEqual(5);
    expect(html).not.toMatch(/(src|href)="(https?:|javascript:|data:|\/\/)/i);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(html.startsWith("<!doctype html>")).toBe(true);
  });

  it("are text in Markdown", async () => {
    const { markdownPath } = await writeReport([makeHostileRun(root, "a")], join(root, "out"));
    const markdown = read(markdownPath);
    expect(markdown).not.toMatch(/<(script|img|\/noscript)/i);
    expect(markdown).not.toMatch(/(?<!\\)[[\]](?!\()/);
    expect(markdown).not.toMatch(/(?<!\\):\/\//);
    for (const line of markdown.split("\n").filter((text) => text.startsWith("|"))) {
      expect([6, 9, 13, 4]).toContain(line.split(/(?<!\\)\|/).length - 2);
    }
  });

  it("are no formulas in CSV", async () => {
    const { csvPath } = await writeReport(
      [makeHostileRun(root, "=1+1", { warning: '=HYPERLINK("https://evil.example")' })],
      join(root, "out"),
    );
    const csv = read(csvPath);
    expect(csv).toContain("'=1+1,pipe");
    expect(csv).toContain('"\'=HYPERLINK(""https://evil.example"")"');
    expect(csv).not.toMatch(/(^|,)"?[=+@]/m);
  });

  it("reach the page as they are", () => {
    expect(EVIL).toContain("</noscript>");
  });
});
