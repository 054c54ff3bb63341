/** The commands of the README's section on real generators, against stand-ins for the hosts. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import stringArgv from "string-argv";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { episodeSchema } from "../../core/schema/episode.ts";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";
import { journalLines, probe, temporaryFolder } from "./helpers/cli.ts";

const TOKEN = "r8_a-token-that-must-stand-nowhere-0123456789";
/** Boards of ropes take seconds to make on a busy machine. */
const SLOW_MS = 240_000;
const folder = temporaryFolder("hosts");
let hosts: RunningDemoServer;

beforeAll(async () => {
  hosts = await startFakes();
});
afterAll(async () => {
  await hosts.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Command lines of the README that make clips, without what stands in front of `probe`. */
const COMMANDS = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
  .split("## Real generators")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => /npx probe run/.test(line)) as readonly string[];

/** The words of a command line, with files that are there in place of the reader's. */
function wordsOf(line: string): string[] {
  const words = stringArgv(line);
  return words.slice(words.indexOf("probe") + 1).map((word) =>
    word
      .replace("my-wan.json", "samples/workflows/wan2.2-i2v.json")
      .replace("python sample.py", `node ${join(folder, "sample.mjs")}`)
      .replace("replay:clips/", `replay:${join(folder, "clips")}`),
  );
}

/** Runs a command line with small clips, and with the hosts that it sets or that `env` names. */
async function run(line: string, name: string, env: Readonly<Record<string, string>>) {
  const out = join(folder, name);
  const small = { PROBE_SIZE: "416x240", PROBE_SAMPLING: "5", PROBE_CONCURRENCY: "1" };
  for (const [key, value] of Object.entries({ ...small, PROBE_OUT: out, ...env })) {
    vi.stubEnv(key, value);
  }
  if (!line.includes("--episodes")) vi.stubEnv("PROBE_EPISODES", "1");
  return { ...(await probe(...wordsOf(line))), folder: out };
}

const commandWith = (part: string): string => {
  const found = COMMANDS.find((line) => line.includes(part));
  if (found === undefined) throw new Error(`no command of the README has ${part}`);
  return found;
};
const replicate = () => ({
  REPLICATE_API_TOKEN: TOKEN,
  REPLICATE_BASE_URL: hosts.env["REPLICATE_BASE_URL"] ?? "",
});

describe("commands of the README", () => {
  it("are those that are tried here", () => {
    expect(COMMANDS).toHaveLength(6);
  });

  it(
    "print what would be asked at Replicate, and ask nothing",
    async () => {
      const before = hosts.stats().billableCreates;
      const result = await run(commandWith("--dry-run"), "dry", replicate());
      expect(result).toMatchObject({ code: 0, err: "" });
      expect(hosts.stats().billableCreates).toBe(before);
      expect(readdirSync(folder)).not.toContain("dry");
      expect(JSON.stringify(result)).not.toContain(TOKEN);
    },
    SLOW_MS,
  );

  it(
    "buy five clips at Replicate, and none when they are given again",
    async () => {
      const line = COMMANDS.find((text) => text.endsWith("--max-cost 2.00")) ?? "";
      const before = hosts.stats();
      const first = await run(line, "replicate", replicate());
      expect(first.code).toBe(0);
      const bought = () => hosts.stats().billableCreates - before.billableCreates;
      expect(bought()).toBe(5);
      const again = await run(line, "replicate", replicate());
      expect(again).toMatchObject({ code: 0, err: expect.stringContaining("finished already") });
      expect(bought()).toBe(5);
      const episodes = journalLines(first.folder, "episodes.jsonl").map((text) =>
        episodeSchema.parse(JSON.parse(text)),
      );
      expect(episodes.map(({ status, host }) => [status, host])).toEqual(
        Array.from({ length: 5 }, () => ["ok", "replicate"]),
      );
      for (const entry of readdirSync(first.folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(TOKEN), entry.name).toBe(
          false,
        );
      }
    },
    SLOW_MS,
  );

  it.each([
    ["--via comfyui", "COMFYUI_URL", "comfyui"],
    ["--gen ltx-2.3", "VIDEOS_API_URL", "videos-api"],
  ])(
    "make clips with %s",
    async (part, variable, host) => {
      const before = hosts.stats().billableCreates;
      const line = commandWith(part);
      expect(line.trim().startsWith(`${variable}=`)).toBe(true);
      const { code, folder: out } = await run(line, host, {
        [variable]: hosts.env[variable] ?? "",
      });
      expect(code).toBe(0);
      expect(hosts.stats().billableCreates).toBe(before + 1);
      expect(journalLines(out, "episodes.jsonl").join()).toContain(`"host":"${host}"`);
    },
    30_000,
  );

  it(
    "run a program, and replay what it made",
    async () => {
      const made = join(folder, "comfyui", "episodes", "pipe-easy-1", "imagined-00.mp4");
      writeFileSync(
        join(folder, "sample.mjs"),
        `import { copyFileSync, readFileSync } from "node:fs";
const [image, prompt, out] = process.argv.slice(2);
if (readFileSync(image).length === 0 || !prompt.includes("one continuous shot")) process.exit(4);
copyFileSync(${JSON.stringify(made)}, out);
`,
      );
      mkdirSync(join(folder, "clips"));
      cpSync(made, join(folder, "clips", "pipe-easy-1.mp4"));
      for (const [part, name] of [
        ["command:", "command"],
        ["replay:", "replay"],
      ] as const) {
        const { code, folder: out, err } = await run(commandWith(part), name, {});
        expect(code, err).toBe(0);
        const [line = ""] = journalLines(out, "episodes.jsonl");
        expect(JSON.parse(line)).toMatchObject({ status: "ok", instanceId: "pipe-easy-1" });
      }
    },
    SLOW_MS,
  );
});

describe("limits of spending", () => {
  const line = "probe run --gen wan2.2 --task pipe --tier easy --episodes 3";

  it(
    "stop before a rollout that would exceed them, and go on with a higher one",
    async () => {
      // 5.0625 s of clip at 0.06 US dollars: one fits into 0.40, three into 1.
      const stopped = await run(`${line} --max-cost 0.4`, "budget", replicate());
      expect(stopped.code).toBe(1);
      expect(stopped.err).toMatch(/would exceed --max-cost 0\.4\. 2 episodes are left/);
      expect(journalLines(stopped.folder, "episodes.jsonl")).toHaveLength(1);
      const whole = await run(`${line} --max-cost 1`, "budget", replicate());
      expect(whole.code).toBe(0);
      expect(journalLines(whole.folder, "episodes.jsonl")).toHaveLength(3);
    },
    SLOW_MS,
  );

  it("are refused where no price is known", async () => {
    const refused = await run(`${line} --max-cost 1`, "no-price", {
      VIDEOS_API_URL: hosts.env["VIDEOS_API_URL"] ?? "",
    });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("--prices FILE") });
    expect(readdirSync(folder)).not.toContain("no-price");
  });
});
