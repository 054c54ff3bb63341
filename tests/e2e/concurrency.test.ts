import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Verdict } from "../../core/schema/verdict.ts";
import { journalLines, probe, startProbe, temporaryFolder } from "./helpers/cli.ts";

const root = temporaryFolder("concurrency");
const EPISODES = 3;
const commandFor = (out: string, concurrency: number, frames = 9): readonly string[] => [
  ...["run", "--task", "pipe", "--gen", "jump", "--tier", "easy", "--size", "416x240"],
  ...["--frames", `${frames}`, "--sampling", "5", "--episodes", `${EPISODES}`],
  ...["--out", join(root, out), "--concurrency", `${concurrency}`],
];
const run = join(root, "one");

beforeAll(async () => {
  expect((await probe(...commandFor("one", 1))).code).toBe(0);
}, 60_000);

describe("--concurrency", () => {
  it("changes nothing of what a run writes but the order of lines", async () => {
    expect((await probe(...commandFor("three", 3))).code).toBe(0);
    for (const file of ["episodes.jsonl", "verdicts.jsonl"]) {
      const lines = (name: string) => [...journalLines(join(root, name), file)].sort();
      expect(lines("three"), file).toEqual(lines("one"));
    }
    const strip = (name: string) =>
      readFileSync(join(root, name, "episodes", "pipe-easy-2", "overlay.png"));
    expect(strip("three").equals(strip("one"))).toBe(true);
  }, 60_000);

  it("keeps the order of the clips in what diagnose prints, bad ones among them", async () => {
    const empty = join(root, "empty.mp4");
    writeFileSync(empty, "");
    const command = (concurrency: number) =>
      probe(
        ...["diagnose", run, empty, "--json", "--sampling", "5", "--concurrency", `${concurrency}`],
      );
    const [alone, together] = [await command(1), await command(3)];
    expect(together.out).toBe(alone.out);
    expect(together.code).toBe(1);
    const results = JSON.parse(together.out) as readonly (Verdict & { readonly error?: unknown })[];
    expect(results.map((result) => result.instanceId ?? result.error)).toEqual([
      ...["pipe-easy-1", "pipe-easy-2", "pipe-easy-3"],
      expect.objectContaining({ code: "usage" }),
    ]);
  }, 60_000);

  it.each(["0", "x", "1.5", "65", "-1"])("%s is refused", async (text) => {
    for (const command of [
      ["run", "--task", "pipe"],
      ["diagnose", run],
    ]) {
      const result = await probe(...command, `--concurrency=${text}`);
      expect(result.code).toBe(2);
      expect(result.out).toBe("");
      expect(result.err).toContain(
        `expected an integer, 1 to 64, for --concurrency but received "${text}"`,
      );
    }
  });
});

describe("an interrupt", () => {
  it.each([
    ["a run", commandFor("interrupted", 2, 400), /resume with: npx probe run /],
    [
      "a diagnosis",
      ["diagnose", ...Array.from({ length: 9 }, () => run), "--concurrency", "2"],
      /interrupted: \d+ of 27 clips are judged/,
    ],
  ])(
    "ends %s on threads at once",
    async (what, command, words) => {
      const { child, ended } = startProbe(...command);
      if (what === "a run") await waitForLine(join(root, "interrupted", "rollouts.jsonl"));
      else await new Promise((resolve) => child.stdout?.once("data", resolve));
      const sinceMs = performance.now();
      child.kill("SIGINT");
      const result = await ended;
      // About a second, and a busy machine gets time.
      expect(performance.now() - sinceMs).toBeLessThan(4000);
      expect(result.err).toMatch(words);
      expect(result.code).toBe(130);
    },
    60_000,
  );
});

async function waitForLine(path: string): Promise<void> {
  while (!existsSync(path) || !readFileSync(path, "utf8").includes("\n")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a reader that leaves early", () => {
  it.each([
    ["that fails", ["doctor"], 3],
    ["that succeeds", ["list", "checks"], 0],
  ])(
    "leaves the exit code of a command %s",
    async (_, command, code) => {
      vi.stubEnv("PROBE_FFMPEG", "/absent/ffmpeg");
      const { child, ended } = startProbe(...command);
      vi.unstubAllEnvs();
      child.stdout?.destroy();
      expect((await ended).code).toBe(code);
    },
    60_000,
  );
});
