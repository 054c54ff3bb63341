import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  sampleConfig,
  sampleEpisode,
  sampleManifest,
  sampleVerdict,
} from "../../tests/e2e/helpers/records.ts";
import { StoreError, UsageError } from "../errors.ts";
import { readRun } from "./read-run.ts";
import { createRedactor } from "./redact.ts";
import { openRunStore, type RunStoreOptions } from "./run-store.ts";

let path = "";
let notes: string[] = [];
const open = (changes: Partial<RunStoreOptions> = {}) =>
  openRunStore({
    path,
    manifest: sampleManifest,
    redactor: createRedactor({}),
    onNote: (note) => notes.push(note),
    onLost: () => undefined,
    ...changes,
  });

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "probe-store-")), "run");
  notes = [];
});

describe("openRunStore", () => {
  it("makes a folder that a reader understands, and takes it up again", async () => {
    const store = await open();
    await store.appendVerdict(sampleVerdict("pipe-easy-2"));
    await store.appendEpisode(sampleEpisode("pipe-easy-2"));
    await store.writeArtefact("pipe-easy-2", "prompt.txt", "hello");
    await store.close();

    const again = await open();
    expect(again.episodes).toEqual([sampleEpisode("pipe-easy-2")]);
    await again.close();

    const run = await readRun(path);
    expect(run.manifest.name).toBe("run");
    expect(run.records).toEqual([
      { episode: sampleEpisode("pipe-easy-2"), verdict: sampleVerdict("pipe-easy-2") },
    ]);
    expect(run.missing).toEqual(["pipe-easy-1"]);
    expect(readFileSync(join(path, "episodes/pipe-easy-2/prompt.txt"), "utf8")).toBe("hello");
  });

  it("lets a later attempt replace an error, and drops verdicts on other bytes", async () => {
    const store = await open();
    const { clip: _, warnings: __, verdict: ___, world, success, ...common } = sampleEpisode("x");
    expect([world.success, success]).toEqual([true, true]);
    const id = "pipe-easy-1";
    const ok = sampleEpisode(id);
    await store.appendEpisode({
      ...common,
      key: ok.key,
      instanceId: id,
      status: "error",
      error: { code: "media", message: "no clip" },
    });
    await store.appendVerdict({ ...sampleVerdict(id), videoSha256: "0".repeat(64) });
    await store.appendEpisode(ok);
    await store.close();
    expect((await readRun(path)).records).toEqual([{ episode: ok }]);
  });

  it("refuses another configuration and says which fields differ", async () => {
    await (await open()).close();
    const config = {
      ...sampleConfig,
      rollout: { ...sampleConfig.rollout, fps: 8 },
      generator: { ...sampleConfig.generator, id: "still" },
    };
    const attempt = open({ manifest: { ...sampleManifest, config } });
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(
      /generator\.id: the folder has "oracle", now "still"\n {2}rollout\.fps: the folder has 16, now 8/,
    );
    await (await open()).close();
  });

  it("refuses instances that changed under the same configuration", async () => {
    await (await open()).close();
    const instances = sampleManifest.instances.map((item) => ({ ...item, key: "f".repeat(64) }));
    await expect(open({ manifest: { ...sampleManifest, instances } })).rejects.toThrow(
      /first: pipe-easy-1/,
    );
  });

  it("refuses a second writer, and lets it in after the first has closed", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(
      new RegExp(`nobody writes to but received .*, in use by process ${process.pid} on`),
    );
    await first.close();
    await (await open()).close();
    expect(existsSync(join(path, ".lock"))).toBe(false);
  });

  it("takes over at once from a process that was killed", async () => {
    await (await open()).close();
    const dead = await killedHolder(path);
    const store = await open();
    expect(readFileSync(join(path, ".lock-owner.json"), "utf8")).not.toContain(`"pid":${dead}`);
    await store.close();
  }, 20_000);

  it.runIf(process.platform === "linux")(
    "takes over at once from a process that has ended and that nobody has asked for its end",
    async () => {
      // The shell that started it becomes a program that never asks, before it ends.
      const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 30"], { stdio: "pipe" });
      const [line] = await once(parent.stdout, "data");
      const pid = Number(`${line}`);
      try {
        const first = await open();
        const ownerFile = join(path, ".lock-owner.json");
        const owner = JSON.parse(readFileSync(ownerFile, "utf8"));
        writeFileSync(ownerFile, JSON.stringify({ ...owner, pid }));
        const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8");
        await expect.poll(stat, { timeout: 5000 }).toContain(") Z ");
        await (await open()).close();
        await first.close().catch(() => undefined);
      } finally {
        parent.kill("SIGKILL");
      }
    },
    20_000,
  );

  it("takes over a lock of unknown owner after a minute without a sign of life", async () => {
    const first = await open();
    writeFileSync(join(path, ".lock-owner.json"), "{}");
    await expect(open()).rejects.toThrow(/in use by another process/);
    const old = new Date(Date.now() - 61_000);
    utimesSync(join(path, ".lock"), old, old);
    const second = await open();
    await second.close();
    await first.close().catch(() => undefined);
  });

  it("repairs a journal that was cut off, and says so", async () => {
    const store = await open();
    await store.appendEpisode(sampleEpisode("pipe-easy-1"));
    await store.close();
    writeFileSync(join(path, "episodes.jsonl"), '{"schema":"topo', { flag: "a" });
    const again = await open();
    expect(again.episodes).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(/repaired .*episodes\.jsonl: line 2/)]);
    await again.close();
  });

  it("refuses a folder of something else and leaves it unlocked", async () => {
    await (await open()).close();
    const other = mkdtempSync(join(tmpdir(), "probe-other-"));
    writeFileSync(join(other, "thesis.txt"), "");
    await expect(open({ path: other })).rejects.toThrow(/thesis\.txt and no manifest\.json/);
    expect(existsSync(join(other, ".lock"))).toBe(false);
    writeFileSync(join(path, "manifest.json"), "{");
    await expect(open()).rejects.toThrow(/expected JSON/);
    writeFileSync(join(path, "manifest.json"), '{"schema":"topoprobe.run/2"}');
    await expect(open()).rejects.toThrow(/expected a manifest of this version/);
  });

  it("never writes a secret", async () => {
    const secret = "very-secret-token-0001";
    const store = await open({
      redactor: createRedactor({ REPLICATE_API_TOKEN: secret }),
      manifest: { ...sampleManifest, command: `probe run --token ${secret}` },
    });
    await store.appendEpisode({ ...sampleEpisode("pipe-easy-1"), warnings: [`sent ${secret}`] });
    await store.close();
    for (const file of ["manifest.json", "episodes.jsonl"]) {
      const text = readFileSync(join(path, file), "utf8");
      expect(text).toContain("[redacted REPLICATE_API_TOKEN]");
      expect(text).not.toContain(secret);
    }
  });
});

describe("readRun", () => {
  it("says what is expected of a path that is no run", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "probe-no-run-")), "file");
    writeFileSync(file, "{}");
    for (const path of [tmpdir(), file, join(file, "x"), `${file}-absent`]) {
      const reading = readRun(path);
      await expect(reading).rejects.toThrow(UsageError);
      await expect(reading).rejects.toThrow(`expected a run folder for ${path} but received`);
    }
  });

  it("fails on a damaged manifest or journal", async () => {
    await (await open()).close();
    writeFileSync(join(path, "verdicts.jsonl"), "[]\n{}\n");
    await expect(readRun(path)).rejects.toThrow(StoreError);
    writeFileSync(join(path, "manifest.json"), "{}");
    await expect(readRun(path)).rejects.toThrow(StoreError);
  });
});

/** Locks a folder in another process and kills it. Resolves to its process id. */
async function killedHolder(folder: string): Promise<number> {
  const script = `
    const { lockRun } = await import(${JSON.stringify(new URL("./run-lock.ts", import.meta.url).href)});
    await lockRun(${JSON.stringify(folder)}, { onLost() {} });
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: new URL("../..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`the holder ended with ${code}`)));
  });
  await new Promise<void>((resolve) => {
    child.removeAllListeners("exit");
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
  expect(existsSync(join(folder, ".lock"))).toBe(true);
  return child.pid ?? 0;
}
