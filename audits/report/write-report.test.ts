import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { reportSchema } from "../../core/schema/report.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";
import { sampleEpisode, sampleManifest, sampleVerdict } from "../../tests/e2e/helpers/records.ts";
import { writeReport } from "./write-report.ts";

const EVIL = '<script>alert("x")</script>&';
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "probe-report-"));
});

/** A run of a rule breaker, an error, and texts that try to be markup. */
function makeRun(name: string, id = "pipe-easy-1"): RunRecord {
  const path = join(root, name);
  const folder = join(path, "episodes", id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "overlay.png"), "png");
  writeFileSync(join(folder, "imagined-00.mp4"), "mp4");
  writeFileSync(join(folder, "prompt.txt"), `Animate ${EVIL}`);
  const outcome = { processValid: false } as const;
  const {
    status: _,
    clip: __,
    warnings: ___,
    verdict: ____,
    world,
    success,
    ...common
  } = sampleEpisode("pipe-easy-2");
  const records: EpisodeRecord[] = [
    {
      episode: { ...sampleEpisode(id, outcome), warnings: [`warned ${EVIL}`] },
      verdict: sampleVerdict(id, outcome, [
        {
          name: "one_move_at_a_time",
          kind: "dynamic",
          outcome: "fail",
          violations: [{ frame: 80, where: `x=1 ${EVIL}`, reason: "several_cells_in_motion" }],
          decided: 40,
          unread: 0,
        },
      ]),
    },
    { episode: { ...common, status: "error", error: { code: "media", message: `bad ${EVIL}` } } },
  ];
  expect([world.success, success]).toEqual([true, true]);
  return {
    path,
    manifest: {
      ...sampleManifest,
      schema: "topoprobe.run/1",
      name,
      configSha256: "0".repeat(64),
      command: `probe run ${EVIL}`,
    },
    records,
    missing: ["pipe-easy-3"],
    timings: [],
  };
}

describe("writeReport", () => {
  it("links to the run's files from inside of the run", async () => {
    const run = makeRun("a run");
    const written = await writeReport([run], join(run.path, "report"));
    const html = readFileSync(written.htmlPath, "utf8");
    expect(html).toContain('src="../episodes/pipe-easy-1/overlay.png"');
    expect(html).toContain('src="../episodes/pipe-easy-1/imagined-00.mp4"');
    expect(html).toContain("5.00 s (frame 80), x=1 ");
    expect(html).toContain("1 episodes are not finished");
    expect(html).toContain("1 episodes ended in an error");
  });

  it("takes the strips along when it is written elsewhere", async () => {
    const out = join(root, "elsewhere");
    const written = await writeReport([makeRun("a"), makeRun("b")], out);
    const html = readFileSync(written.htmlPath, "utf8");
    expect(html).toContain('src="overlays/0-pipe-easy-1.png"');
    expect(html).toContain('src="overlays/1-pipe-easy-1.png"');
    expect(existsSync(join(out, "overlays", "1-pipe-easy-1.png"))).toBe(true);
    expect(html).not.toContain('imagined-00.mp4"');
  });

  it("escapes every text from outside and runs no script", async () => {
    const html = readFileSync(
      (await writeReport([makeRun("a")], join(root, "out"))).htmlPath,
      "utf8",
    );
    expect(html).not.toContain("<script");
    expect(html.split("&lt;script>").length - 1).toBeGreaterThanOrEqual(5);
    expect(html).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'/);
    expect(html).not.toMatch(/https?:\/\//);
    expect(html.startsWith("<!doctype html>")).toBe(true);
  });

  it("writes the same as JSON and CSV", async () => {
    const written = await writeReport([makeRun("a")], join(root, "out"));
    const report = reportSchema.parse(JSON.parse(readFileSync(written.jsonPath, "utf8")));
    const [run] = report.runs;
    expect(run?.summary.counts).toMatchObject({ processValidSuccess: 0, errors: 1 });
    expect(run?.episodes[0]?.judged?.violations[0]).toMatchObject({
      check: "one_move_at_a_time",
      timeSec: 5,
    });
    const lines = readFileSync(written.csvPath, "utf8").trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("a,pipe,oracle,video-policy,pipe-easy-1,easy,1,ok,false,false,pass");
    expect(lines[1]).toContain("one_move_at_a_time");
    expect(lines[2]).toContain("media: bad");
  });

  it("has a page for a run without episodes", async () => {
    const run = { ...makeRun("a"), records: [] };
    const html = readFileSync((await writeReport([run], join(root, "out"))).htmlPath, "utf8");
    expect(html).toContain("n/a");
    expect(html).not.toContain("NaN");
  });
});
