import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { instanceSchema } from "../../core/schema/instance.ts";
import { manifestSchema, runSummarySchema } from "../../core/schema/run.ts";
import { sceneSchema } from "../../core/schema/scene.ts";
import { type Verdict, verdictSchema } from "../../core/schema/verdict.ts";
import { journalLines, probe, SMALL, temporaryFolder } from "./helpers/cli.ts";

const ROWS = new URL("../../tasks/pipe/__fixtures__/published-rows.jsonl", import.meta.url)
  .pathname;
const root = temporaryFolder("run");
const run = join(root, "run");
const RUN = ["run", "--task", "pipe", "--tier", "easy", "--episodes", "1", ...SMALL, "--out", run];
const episode = join(run, "episodes", "pipe-easy-1");
const clip = join(episode, "imagined-00.mp4");

/** The run that all tests here look at; none may change its clips. */
beforeAll(async () => {
  const result = await probe(...RUN);
  expect(result.err).toContain("pipe, oracle: 1/1");
  expect(result.out).toMatch(/^easy +1 +100 % \[21-100\]/m);
  expect(result.out).toContain(`report  ${join(run, "report", "index.html")}`);
  expect(result.code).toBe(0);
}, 60_000);

describe("probe run", () => {
  it("writes the folder of a run, every file of it valid", () => {
    const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
    expect(manifestSchema.parse(json(join(run, "manifest.json"))).name).toBe("run");
    expect(instanceSchema.parse(json(join(episode, "instance.json"))).seed).toBe(1);
    expect(sceneSchema.parse(json(join(episode, "scene.json"))).widthPx).toBe(416);
    for (const file of ["observation.png", "prompt.txt", "imagined-00.mp4", "overlay.png"]) {
      expect(existsSync(join(episode, file)), file).toBe(true);
    }
    for (const file of ["index.html", "report.json", "report.csv"]) {
      expect(existsSync(join(run, "report", file)), file).toBe(true);
    }
    const html = readFileSync(join(run, "report", "index.html"), "utf8");
    expect(html).toContain('src="../episodes/pipe-easy-1/overlay.png"');
  });

  it("does nothing when it is repeated, and prints the summary as JSON alone", async () => {
    const before = readFileSync(join(run, "episodes.jsonl"), "utf8");
    const rollouts = journalLines(run, "rollouts.jsonl");
    const result = await probe(...RUN, "--json");
    expect(result.code).toBe(0);
    expect(result.err).toContain("is finished already");
    const summary = runSummarySchema.parse(JSON.parse(result.out));
    expect(summary).toMatchObject({ run, task: "pipe", generator: "oracle", episodes: 1 });
    expect(summary.counts).toMatchObject({ processValidSuccess: 1, errors: 0 });
    expect(summary.accuracy.easy).toMatchObject({ rate: 1, n: 1 });
    expect(readFileSync(join(run, "episodes.jsonl"), "utf8")).toBe(before);
    expect(journalLines(run, "rollouts.jsonl")).toEqual(rollouts);
  });

  it("takes options from the environment", async () => {
    vi.stubEnv("PROBE_TASK", "pipe");
    vi.stubEnv("PROBE_SIZE", "416x240");
    const rest = RUN.filter((word) => !["--task", "pipe", "--size", "416x240"].includes(word));
    const result = await probe(...rest);
    vi.unstubAllEnvs();
    expect(result.err).toContain("is finished already");
    expect(result.code).toBe(0);
  });

  it("refuses another configuration and says what differs", async () => {
    const result = await probe(...RUN, "--fps", "8", "--gen", "still");
    expect(result.code).toBe(2);
    expect(result.err).toContain('generator.id: the folder has "oracle", now "still"');
    expect(result.err).toContain("rollout.fps: the folder has 16, now 8");
    expect(result.out).toBe("");
  });

  it("repairs a journal that was cut off, and says so", async () => {
    const before = readFileSync(join(run, "episodes.jsonl"), "utf8");
    appendFileSync(join(run, "episodes.jsonl"), before.slice(0, 100));
    const result = await probe(...RUN);
    expect(result.code).toBe(0);
    expect(result.err).toMatch(/repaired .*episodes\.jsonl: line 2 was cut off and is dropped/);
    expect(readFileSync(join(run, "episodes.jsonl"), "utf8")).toBe(before);
    expect(readFileSync(join(run, "episodes.jsonl.dropped"), "utf8")).toBe(
      `${before.slice(0, 100)}\n`,
    );
  });

  it("names file, line, field, expected and received of a wrong row", async () => {
    const rows = readFileSync(ROWS, "utf8").trim().split("\n");
    rows[1] = (rows[1] ?? "").replace('"sourceIndex": ', '"sourceIndex": 9');
    const file = join(root, "wrong.jsonl");
    writeFileSync(file, rows.join("\n"));
    const out = join(root, "never");
    const result = await probe("run", "--task", "pipe", "--instances", file, "--out", out);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/wrong\.jsonl, line 2: .*expected .* but received/);
    expect(existsSync(out)).toBe(false);
  });

  it("records an episode without a clip as an error, and exits with 1", async () => {
    const clips = temporaryFolder("clips");
    const out = join(root, "replayed");
    const two = RUN.with(RUN.indexOf("--episodes") + 1, "2").slice(0, -2);
    const command = [...two, "--gen", `replay:${clips}`, "--out", out];
    // What the first puzzle needs does not solve the second one.
    writeFileSync(join(clips, "pipe-easy-2.mp4"), readFileSync(clip));
    const first = await probe(...command);
    expect(first.code).toBe(1);
    expect(first.out).toContain("1 of 2 episodes ended in an error");
    expect(first.out).toMatch(/^easy +2 +0 % \[0-79\]/m);
    writeFileSync(join(clips, "pipe-easy-1.mp4"), readFileSync(clip));
    const second = await probe(...command);
    expect(second.code).toBe(0);
    expect(second.out).toMatch(/^easy +2 +50 %/m);
  });

  it("refuses a folder of clips without one that fits, in one message and without a trace", async () => {
    const out = join(root, "unfit");
    const command = [...RUN.slice(0, -2), "--gen", `replay:${temporaryFolder("clips")}`];
    for (const more of [[], ["--dry-run"]]) {
      const result = await probe(...command, "--out", out, ...more);
      expect(result.code).toBe(2);
      expect(result.err.match(/expected /g)).toHaveLength(2);
      expect(result.err).toContain("pipe-easy-1: expected one of pipe-easy-1.mp4, ");
      expect(existsSync(out)).toBe(false);
    }
  });

  it.each([
    ["a folder with something else", () => root, 2, "with "],
    ["a file", () => clip, 2, "the path of a file"],
  ])("refuses %s for --out", async (_, path, code, reason) => {
    const result = await probe(...RUN.slice(0, -1), path());
    expect(result.code).toBe(code);
    expect(result.err).toContain(`for ${path()} but received`);
    expect(result.err).toContain(reason);
  });
});

describe("probe diagnose", () => {
  it("finds the instance inside of the run and gives the run's own verdict", async () => {
    const result = await probe("diagnose", run, "--json");
    expect(result.code).toBe(0);
    const verdict = verdictSchema.parse(JSON.parse(result.out));
    const kept = JSON.parse(journalLines(run, "verdicts.jsonl")[0] ?? "") as Verdict;
    expect({ ...verdict, video: kept.video }).toEqual(kept);
  });

  it("goes on after bad clips, and exits with 1", async () => {
    const empty = join(root, "empty.mp4");
    const text = join(root, "text.mp4");
    writeFileSync(empty, "");
    writeFileSync(text, "this is not a clip");
    const overlay = join(root, "overlay");
    const instance = join(episode, "instance.json");
    const result = await probe(
      "diagnose",
      empty,
      text,
      join(root, "absent.mp4"),
      clip,
      "--instance",
      instance,
      "--overlay",
      overlay,
    );
    expect(result.code).toBe(1);
    for (const path of [empty, text, join(root, "absent.mp4")]) {
      expect(result.err).toContain(`probe: ${path}: expected`);
    }
    expect(result.out).toContain("process-valid success: yes");
    expect(result.out).toMatch(/plan seen in the clip \(\d+ moves, legal, reaches the goal\)/);
    expect(existsSync(join(overlay, "imagined-00", "strip.png"))).toBe(true);
  });

  it("takes a row of the published data set by its id", async () => {
    const id = "continuity_pipe_grid_4_solution_steps_easy_seed_1";
    const result = await probe("diagnose", clip, "--instance", `${ROWS}#${id}`, "--json");
    expect(result.code).toBe(0);
    const verdict = verdictSchema.parse(JSON.parse(result.out));
    expect(verdict).toMatchObject({ instanceId: id, processValidSuccess: true });
    const wrong = await probe("diagnose", clip, "--instance", `${ROWS}#nothing`);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("but received nothing. Ids: ");
  });

  it("asks for the instance of a clip that lies alone", async () => {
    const alone = join(root, "alone.mp4");
    writeFileSync(alone, readFileSync(clip));
    const result = await probe("diagnose", alone);
    expect(result.code).toBe(2);
    expect(result.err).toContain("expected --instance FILE[#ID]");
  });
});

describe("probe report", () => {
  it("writes a folder that can be passed on", async () => {
    const out = join(root, "passed-on");
    const result = await probe("report", run, "--out", out);
    expect(result).toMatchObject({ code: 0, out: `${join(out, "index.html")}\n` });
    expect(existsSync(join(out, "overlays", "0-pipe-easy-1.png"))).toBe(true);
  });

  it.each([
    ["a folder that is no run", () => root],
    ["a path that is not there", () => join(root, "absent")],
    ["a file", () => join(run, "episodes.jsonl")],
  ])("says what is expected of %s", async (_, path) => {
    const result = await probe("report", path());
    expect(result.code).toBe(2);
    expect(result.err).toContain("without manifest.json");
  });

  it("fails on a run that is damaged", async () => {
    const damaged = temporaryFolder("damaged");
    writeFileSync(join(damaged, "manifest.json"), "{");
    const result = await probe("report", damaged);
    expect(result.code).toBe(1);
    expect(result.err).toContain("expected JSON for ");
  });
});

describe("exit codes", () => {
  it.each([
    ["help", 0, ["run", "--help"]],
    ["a list", 0, ["list", "checks"]],
    ["no command", 2, []],
    ["an unknown command", 2, ["frobnicate"]],
    ["a missing task", 2, ["run"]],
    ["an unknown task", 2, ["run", "--task", "pip"]],
    ["an unknown generator", 2, ["run", "--task", "pipe", "--gen", "fault:nothing"]],
    ["a wrong size", 2, ["run", "--task", "pipe", "--size", "1x1"]],
    ["a missing file of instances", 2, ["run", "--task", "pipe", "--instances", "/absent.jsonl"]],
    ["a model without a host", 3, ["run", "--task", "pipe", "--gen", "wan2.2"]],
  ])("%s ends with %i", async (_, code, argv) => {
    const result = await probe(...argv);
    expect(result.code).toBe(code);
    expect(code === 0 ? result.out : result.err).not.toBe("");
    if (code !== 0) expect(result.out).toBe("");
  });

  it("an ffmpeg that does not run ends with 3, and the doctor finds it", async () => {
    expect(await probe("doctor")).toMatchObject({ code: 0, err: "" });
    vi.stubEnv("PROBE_FFMPEG", "/absent/ffmpeg");
    const result = await probe("run", "--task", "pipe", "--out", join(root, "no-ffmpeg"));
    const doctor = await probe("doctor");
    vi.unstubAllEnvs();
    expect(result.code).toBe(3);
    expect(result.err).toContain("PROBE_FFMPEG");
    expect(doctor.code).toBe(3);
    expect(doctor.out).toMatch(/^MISSING +ffmpeg/m);
  });
});
