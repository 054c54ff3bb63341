import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MissingToolError, ProviderError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import type { RolloutRequest } from "../generator.ts";
import { type CommandOptions, createCommandGenerator } from "./index.ts";

/** The first bytes of an MP4: enough for what looks at beginnings. */
const MP4_HEX = "000000186674797069736f6d0000020069736f6d69736f32";
const WRITE_MP4 = `fs.writeFileSync(out, Buffer.from("${MP4_HEX}", "hex"));`;
const REQUEST: RolloutRequest = {
  instanceId: "pipe-easy-1",
  firstFramePng: new Uint8Array([137, 80, 78, 71]),
  prompt: `turn "it"; & echo $HOME %PATH%\nthen stop`,
  frames: 81,
  fps: 16,
  widthPx: 832,
  heightPx: 480,
  seed: 0,
};

let folder: string;
let scratchDir: string;
let destination: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "topoprobe-command-"));
  scratchDir = join(folder, "scratch");
  destination = join(folder, "clip.mp4");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A command that runs this JavaScript; `out` is the file to write, `argv` what follows. */
async function script(code: string, args = "{out}"): Promise<string> {
  const path = join(folder, "my script.cjs");
  await writeFile(
    path,
    `const fs = require("node:fs"); const argv = process.argv.slice(2); const out = argv[0];\n${code}`,
  );
  return `command:"${process.execPath}" "${path}" ${args}`;
}

function create(spec: string, given: Partial<CommandOptions> = {}) {
  return createCommandGenerator(spec, {
    deadlineMs: 20_000,
    killAfterMs: 300,
    redact: (text) => text.replaceAll("hunter22", "[redacted]"),
    ...given,
  });
}

async function run(spec: string, given: Partial<CommandOptions> = {}, signal?: AbortSignal) {
  const generator = create(spec, given);
  const context = startContext({ scratchDir, ...(signal === undefined ? {} : { signal }) });
  const handle = await generator.start(REQUEST, context);
  return await generator.result(handle, destination, context);
}

const failureOf = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => "no failure",
    (error: unknown) => error,
  );

async function until(isSo: () => boolean): Promise<void> {
  for (let round = 0; round < 400 && !isSo(); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(isSo()).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a command that works", () => {
  it("gets every value as one argument, and its clip is moved to the destination", async () => {
    const spec = await script(
      `${WRITE_MP4} fs.writeFileSync(out + ".json", JSON.stringify({ argv, image: fs.readFileSync(argv[1]).length, prompt: fs.readFileSync(argv[3], "utf8") }));`,
      "{out} {image} {prompt} {prompt_file} {frames}/{fps}/{width}/{height}/{seed}",
    );
    const result = await run(spec);
    expect(result).toEqual({ path: destination, kind: "video", warnings: [] });
    expect((await readFile(destination)).toString("hex")).toBe(MP4_HEX);
    const out = join(scratchDir, "out.mp4");
    const got = JSON.parse(await readFile(`${out}.json`, "utf8"));
    expect(got).toEqual({
      argv: [
        out,
        join(scratchDir, "image.png"),
        REQUEST.prompt,
        join(scratchDir, "prompt.txt"),
        "81/16/832/480/0",
      ],
      image: 4,
      prompt: REQUEST.prompt,
    });
    expect(existsSync(out)).toBe(false);
  });

  it("is what id and params say, has no host, and tells what is not handed over", async () => {
    const spec = await script(WRITE_MP4);
    const generator = create(spec);
    expect(generator).toMatchObject({ id: spec, kind: "video" });
    expect(generator.params).toEqual({ command: spec.slice("command:".length) });
    expect(generator.host).toBeUndefined();
    const handle = await generator.start(REQUEST, startContext({ scratchDir }));
    expect(handle).toMatchObject({ id: REQUEST.instanceId, generator: spec });
    expect(handle.warnings).toHaveLength(3);
    expect(await generator.status(handle, startContext())).toEqual({ state: "succeeded" });
  });

  it("goes on from the handle alone in another process, also where the run was moved", async () => {
    const spec = await script(WRITE_MP4);
    const handle = await create(spec).start(REQUEST, startContext({ scratchDir }));
    const read = JSON.parse(JSON.stringify(handle));
    const { signal } = new AbortController();
    await create(spec).result(read, destination, { signal });
    await create(spec).result(read, join(folder, "again.mp4"), { signal, scratchDir });
    expect(await readdir(folder)).toContain("again.mp4");
  });

  it("gets the environment that is given, and no other", async () => {
    const spec = await script(
      `if (process.env.ONLY !== "this" || process.env.HOME) process.exit(3); ${WRITE_MP4}`,
    );
    await expect(run(spec, { env: { ONLY: "this" } })).resolves.toMatchObject({ kind: "video" });
  });

  it("may say as much as it likes, and read from an input that is empty", async () => {
    const spec = await script(
      `fs.readFileSync(0); for (let i = 0; i < 200; i += 1) { process.stdout.write("x".repeat(99999) + "\\n"); } ${WRITE_MP4}`,
    );
    await expect(run(spec)).resolves.toMatchObject({ kind: "video" });
  });

  it("need not end what it leaves in the background", async () => {
    const spec = await script(
      `const left = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" });
       left.unref(); fs.writeFileSync(out + ".pid", String(left.pid)); ${WRITE_MP4} process.exit(0);`,
    );
    const begun = performance.now();
    await run(spec);
    expect(performance.now() - begun).toBeLessThan(10_000);
    process.kill(Number(await readFile(join(scratchDir, "out.mp4.pid"), "utf8")), "SIGKILL");
  });
});

describe("a command that fails", () => {
  it("repeats no part of a key that stands where its words are cut", async () => {
    // What is kept are the last 2048 characters: the key begins at every place around there.
    const words = Array.from({ length: 260 }, () => "hunter22").join("");
    const spec = await script(
      `for (let n = 0; n < 8; n += 1) console.error(".".repeat(n) + "${words}"); process.exitCode = 3;`,
    );
    const failure = await failureOf(run(spec));
    expect(String(failure)).toContain("[redacted]");
    expect(String(failure)).not.toMatch(/hunter|unter22|nter22|er22/);
  });

  it("is told with its exit code and its last words, without secrets", async () => {
    const spec = await script(
      `for (let i = 0; i < 1000; i += 1) console.log("line " + i); console.error("no CUDA, key hunter22"); process.exitCode = 3;`,
    );
    const error = await failureOf(run(spec));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ isRetryable: false, mayHaveStarted: false });
    expect(String(error)).toMatch(/exit code 0 .* received 3.*no CUDA, key \[redacted\]/s);
    expect(String(error)).not.toContain("line 0\n");
    expect(String(error).length).toBeLessThan(3000);
    expect(existsSync(destination)).toBe(false);
  });

  it("because there is no such program, or it may not be run", async () => {
    const error = await failureOf(run("command:no-such-program-7 {out}"));
    expect(error).toBeInstanceOf(MissingToolError);
    expect(String(error)).toMatch(/no-such-program-7 .*PATH/);
    if (process.platform === "win32") return;
    const file = join(folder, "sample.py");
    await writeFile(file, "print()");
    expect(await failureOf(run(`command:${file} {out}`))).toBeInstanceOf(MissingToolError);
  });

  it("because it writes elsewhere, naming what is there instead", async () => {
    const spec = await script(`fs.writeFileSync(out + ".webm", "x"); console.log("saved");`);
    await expect(run(spec)).rejects.toThrow(/out\.mp4 .*other files there: out\.mp4\.webm.*saved/s);
    await expect(run(await script(""))).rejects.toThrow(/other files|no file/);
  });

  it("because what it writes is no clip", async () => {
    await expect(run(await script(`fs.writeFileSync(out, "<html>");`))).rejects.toThrow(/<html>/);
    await expect(run(await script(`fs.writeFileSync(out, "");`))).rejects.toThrow(ProviderError);
    expect(existsSync(destination)).toBe(false);
  });

  it("does not pass with the clip of an earlier attempt", async () => {
    await run(await script(`${WRITE_MP4} `));
    await writeFile(join(scratchDir, "out.mp4"), Buffer.from(MP4_HEX, "hex"));
    await expect(run(await script(""))).rejects.toThrow(/expected the command to write/);
  });

  it("because its files are gone", async () => {
    const spec = await script(WRITE_MP4);
    const generator = create(spec);
    const handle = await generator.start(REQUEST, startContext({ scratchDir }));
    await rm(join(scratchDir, "prompt.txt"));
    await expect(
      generator.result(handle, destination, startContext({ scratchDir })),
    ).rejects.toThrow(/prompt\.txt .*Make the rollout anew/);
  });
});

describe.skipIf(process.platform === "win32")("a command that is killed", () => {
  /** Starts a child that ignores SIGTERM as it does itself, and writes both pids. */
  const STUBBORN = `
    process.on("SIGTERM", () => {});
    const child = require("node:child_process").spawn(process.execPath,
      ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
    fs.writeFileSync(out + ".tmp", process.pid + " " + child.pid);
    fs.renameSync(out + ".tmp", out + ".pids");
    console.log("working");
    setInterval(() => {}, 1000);`;
  const pids = async () =>
    (await readFile(join(scratchDir, "out.mp4.pids"), "utf8")).split(" ").map(Number);

  it("by an abort goes with all that it started", async () => {
    const stopper = new AbortController();
    const running = failureOf(run(await script(STUBBORN), {}, stopper.signal));
    await until(() => existsSync(join(scratchDir, "out.mp4.pids")));
    stopper.abort(new Error("interrupted by the user"));
    expect(String(await running)).toMatch(/interrupted by the user/);
    const [own = 0, child = 0] = await pids();
    await until(() => !isAlive(own) && !isAlive(child));
  });

  it("by its deadline says so", async () => {
    const spec = await script(`console.log("still loading"); setInterval(() => {}, 1000);`);
    const error = await failureOf(run(spec, { deadlineMs: 700 }));
    expect(error).toBeInstanceOf(ProviderError);
    expect(String(error)).toMatch(/within 0\.7 s .*killed.*still loading/s);
  });

  it("by somebody else says so", async () => {
    await expect(run(await script(`process.kill(process.pid, "SIGKILL");`))).rejects.toThrow(
      /SIGKILL/,
    );
  });

  it("by cancel ends its result", async () => {
    const generator = create(await script(STUBBORN));
    const context = startContext({ scratchDir });
    const handle = await generator.start(REQUEST, context);
    const running = failureOf(generator.result(handle, destination, context));
    await until(() => existsSync(join(scratchDir, "out.mp4.pids")));
    await generator.cancel(handle);
    expect(await running).toBeInstanceOf(ProviderError);
    await generator.cancel(handle);
  });
});

it("leaves nothing in the scratch folder that is not its own", async () => {
  await run(await script(WRITE_MP4));
  expect(await readdir(scratchDir)).toEqual(["image.png", "prompt.txt"]);
  expect((await stat(destination)).size).toBe(MP4_HEX.length / 2);
});
