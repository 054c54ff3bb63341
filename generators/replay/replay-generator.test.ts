import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MediaError, StoreError, UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { type ClipFolder, makeClipFolder } from "../../tests/helpers/clips/clip-folder.ts";
import type { RolloutRequest, RolloutStatus } from "../generator.ts";
import { createReplayGenerator } from "./replay-generator.ts";

const context = startContext();
let root: ClipFolder;
let clips: string;
let out: string;

beforeEach(() => {
  root = makeClipFolder();
  clips = root.file("clips");
  out = root.file("out/imagined-00.mp4");
  mkdirSync(clips);
});
afterEach(() => root.remove());

function put(name: string, content = name): void {
  writeFileSync(join(clips, name), content);
}

function request(instanceId: string): RolloutRequest {
  return {
    instanceId,
    firstFramePng: new Uint8Array(),
    prompt: "",
    frames: 81,
    fps: 16,
    widthPx: 832,
    heightPx: 480,
    seed: 0,
  };
}

async function statusOf(instanceId: string, spec = clips): Promise<RolloutStatus> {
  const generator = createReplayGenerator(spec);
  return generator.status(await generator.start(request(instanceId), context), context);
}

async function reasonOf(instanceId: string, spec = clips): Promise<string> {
  const status = await statusOf(instanceId, spec);
  return status.state === "failed" ? status.reason : `not failed: ${status.state}`;
}

async function replay(instanceId: string, spec = clips) {
  const generator = createReplayGenerator(spec);
  const handle = JSON.parse(JSON.stringify(await generator.start(request(instanceId), context)));
  return { handle, result: await generator.result(handle, out, context) };
}

describe("createReplayGenerator on a folder", () => {
  it.each(["mp4", "webm", "mov", "mkv", "gif"])("serves <instanceId>.%s", async (ending) => {
    put(`pipe-1.${ending}`, "the clip");
    put(`pipe-10.${ending}`, "another clip");
    expect(await statusOf("pipe-1")).toEqual({ state: "succeeded" });
    const { handle, result } = await replay("pipe-1");
    expect(readFileSync(out, "utf8")).toBe("the clip");
    expect(handle.data).toMatchObject({ video: `pipe-1.${ending}`, sha256: sha256("the clip") });
    expect(result.path).toBe(out);
    expect(result.warnings).toHaveLength(ending === "mp4" ? 0 : 1);
  });

  it("says which names it looked for when there is none", async () => {
    put("pipe-10.mp4");
    expect(await reasonOf("pipe-1")).toMatch(/expected one of pipe-1\.mp4, pipe-1\.webm.*none/);
  });

  it("takes the mp4 where there are several, and warns", async () => {
    put("a.gif");
    put("a.mp4");
    const { result } = await replay("a");
    expect(readFileSync(out, "utf8")).toBe("a.mp4");
    expect(result.warnings).toEqual(["a.mp4 is replayed; also there: a.gif"]);
  });

  it("takes the text with and without its prefix, and keeps it as id", () => {
    expect(createReplayGenerator(`replay:${clips}`).id).toBe(`replay:${clips}`);
    expect(createReplayGenerator(clips).id).toBe(`replay:${clips}`);
  });

  it.each(["", "replay:", "replay:/no/such/folder"])("refuses %j", (spec) => {
    expect(() => createReplayGenerator(spec)).toThrow(UsageError);
  });

  it("refuses a file that is no manifest", () => {
    put("a.mp4");
    expect(() => createReplayGenerator(join(clips, "a.mp4"))).toThrow(/manifest \(\.jsonl\)/);
  });

  it("refuses a folder named like a clip, and a link out of the folder", async () => {
    mkdirSync(join(clips, "folder.mp4"));
    writeFileSync(root.file("secret.mp4"), "secret");
    symlinkSync(root.file("secret.mp4"), join(clips, "link.mp4"));
    symlinkSync(root.file("nowhere.mp4"), join(clips, "dangling.mp4"));
    expect(await reasonOf("folder")).toMatch(/no regular file/);
    expect(await reasonOf("link")).toMatch(/a link that leaves the folder/);
    expect(await reasonOf("dangling")).toMatch(/no such file/);
  });

  it("serves a link that stays inside", async () => {
    put("real.mp4", "real");
    symlinkSync(join(clips, "real.mp4"), join(clips, "link.mp4"));
    await replay("link");
    expect(readFileSync(out, "utf8")).toBe("real");
  });
});

describe("createReplayGenerator on a manifest", () => {
  const manifest = (...rows: readonly unknown[]) =>
    put("manifest.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));

  it("finds clips by id or instanceId, with more keys beside, in the folder's manifest", async () => {
    mkdirSync(join(clips, "deep"));
    put("deep/x.webm", "x");
    put("y.mp4", "y");
    manifest(
      { id: "one", video: "deep/x.webm", task_name: "pipe", meta_info: { seed: 0 } },
      { id: "row-2", instanceId: "two", video: "./y.mp4" },
    );
    await replay("one");
    expect(readFileSync(out, "utf8")).toBe("x");
    await replay("two");
    expect(readFileSync(out, "utf8")).toBe("y");
    expect(await reasonOf("row-2")).toMatch(/expected a row for instance row-2.*none among 2 rows/);
  });

  it("takes a manifest named directly, under any name", async () => {
    put("mine.jsonl", `\uFEFF{"id":"a","video":"b.mp4"}\r\n\r\n`);
    put("b.mp4", "b");
    await replay("a", join(clips, "mine.jsonl"));
    expect(readFileSync(out, "utf8")).toBe("b");
  });

  it("does not fall back on file names where a manifest decides", async () => {
    put("a.mp4");
    manifest({ id: "b", video: "a.mp4" });
    expect(await reasonOf("a")).toMatch(/expected a row/);
  });

  it.each([
    ["../secret.mp4", /a path that leaves the folder/],
    ["deep/../../secret.mp4", /a path that leaves the folder/],
    ["/etc/hostname", /an absolute path/],
    ["link/secret.mp4", /a link that leaves the folder/],
    ["gone.mp4", /no such file/],
    ["notes.txt", /another kind of file/],
    ["", /a path that leaves the folder/],
  ])("refuses the path %j", async (video, reason) => {
    writeFileSync(root.file("secret.mp4"), "secret");
    symlinkSync(root.path, join(clips, "link"));
    put("notes.txt");
    manifest({ id: "a", video });
    expect(await reasonOf("a")).toMatch(reason);
  });

  it("tells the hash of what it would serve now, also after the manifest was changed", async () => {
    put("a.mp4", "one");
    put("b.mp4", "another");
    manifest({ id: "a", video: "a.mp4" });
    const { servedSha256 } = createReplayGenerator(clips);
    expect(await servedSha256?.("a")).toBe(sha256("one"));
    put("a.mp4", "two");
    expect(await servedSha256?.("a")).toBe(sha256("two"));
    manifest({ id: "a", video: "./b.mp4" });
    expect(await servedSha256?.("a")).toBe(sha256("another"));
    expect(await servedSha256?.("b")).toBeUndefined();
  });

  it("names the lines of an instance that has two", async () => {
    manifest({ id: "a", video: "a.mp4" }, { id: "b", video: "b.mp4" }, { id: "a", video: "c.mp4" });
    expect(await reasonOf("a")).toMatch(/lines 1, 3/);
  });

  it.each(["{", '{"id": 1, "video": "a.mp4"}', '{"video": "a.mp4"}', '{"id": "a"}', "[]"])(
    "names the line that is wrong: %s",
    async (line) => {
      put("manifest.jsonl", `{"id":"a","video":"a.mp4"}\n${line}\n`);
      expect(await reasonOf("a")).toMatch(/for line 2 of/);
    },
  );
});

describe("handles and copies", () => {
  it("notices a clip that has changed since, and leaves nothing behind", async () => {
    put("a.mp4", "before");
    const generator = createReplayGenerator(clips);
    const handle = await generator.start(request("a"), context);
    put("a.mp4", "after");
    mkdirSync(root.file("out"));
    await expect(generator.result(handle, out, context)).rejects.toThrow(/changed in between/);
    await expect(generator.result(handle, out, context)).rejects.toThrow(MediaError);
    expect(readdirSync(root.file("out"))).toEqual([]);
  });

  it("fails when the clip is gone by the time of the status", async () => {
    put("a.mp4");
    const generator = createReplayGenerator(clips);
    const handle = await generator.start(request("a"), context);
    const gone = { ...handle, data: { ...Object(handle.data), video: "b.mp4" } };
    expect(await generator.status(gone, context)).toMatchObject({ state: "failed" });
  });

  it("copies a clip that is read-only, and replaces what is there", async () => {
    put("a.mp4", "new");
    chmodSync(join(clips, "a.mp4"), 0o444);
    mkdirSync(root.file("out"));
    writeFileSync(out, "old");
    await replay("a");
    expect(readFileSync(out, "utf8")).toBe("new");
    expect(readdirSync(root.file("out"))).toEqual(["imagined-00.mp4"]);
  });

  it("says what stands in the way of the copy", async () => {
    put("a.mp4");
    writeFileSync(root.file("out"), "a file where the folder should be");
    await expect(replay("a")).rejects.toThrow(StoreError);
  });

  it("refuses a handle that is not its own", async () => {
    const handle = { generator: "replay:x", id: "a", data: { video: "a.mp4" } };
    await expect(createReplayGenerator(clips).status(handle, context)).rejects.toThrow(UsageError);
  });

  it("does nothing once it is aborted", async () => {
    put("a.mp4");
    const generator = createReplayGenerator(clips);
    const handle = await generator.start(request("a"), context);
    const aborted = startContext({ signal: AbortSignal.abort() });
    await expect(generator.start(request("a"), aborted)).rejects.toThrow(/abort/i);
    await expect(generator.result(handle, out, aborted)).rejects.toThrow(/abort/i);
    expect(readdirSync(root.path)).toEqual(["clips"]);
  });
});
