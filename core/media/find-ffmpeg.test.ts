import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MissingToolError } from "../errors.ts";
import { findFfmpeg, searchFfmpeg } from "./find-ffmpeg.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-ffmpeg-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that answers as ffmpeg would, or not. */
function fake(name: string, body: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, mode);
  return path;
}

const answer = (version: string) =>
  `echo "ffmpeg version ${version} Copyright"; echo "libavcodec     61.  3.100 / 61.  3.100"`;
const nothing = { ffmpegStatic: () => undefined, installer: () => undefined };

describe.skipIf(process.platform === "win32")("searchFfmpeg", () => {
  it("prefers PROBE_FFMPEG, then ffmpeg-static, then the PATH, then the installer", async () => {
    const asked = fake("asked", answer("asked"));
    const packaged = fake("packaged", answer("packaged"));
    fake("ffmpeg", answer("on-path"));
    const installed = fake("installed", answer("installed"));
    const PATH = ["", "/no/such/folder", folder].join(delimiter);
    const both = { ffmpegStatic: () => packaged, installer: () => installed };
    const installer = { ...nothing, installer: () => installed };
    const sources = [
      await searchFfmpeg({ PROBE_FFMPEG: asked, PATH }, both),
      await searchFfmpeg({ PROBE_FFMPEG: "", PATH }, both),
      await searchFfmpeg({ PATH }, installer),
      await searchFfmpeg({ PATH: "/no/such/folder" }, installer),
      await searchFfmpeg({}, installer),
    ].map(({ source, version }) => `${source} ${version}`);
    expect(sources).toEqual([
      "PROBE_FFMPEG asked",
      "ffmpeg-static packaged",
      "path on-path",
      "installer installed",
      "installer installed",
    ]);
  });

  it("reads the version of the codec library", async () => {
    const path = fake("versions", answer("7.0.2-static"));
    expect(await searchFfmpeg({ PROBE_FFMPEG: path }, nothing)).toEqual({
      path,
      source: "PROBE_FFMPEG",
      version: "7.0.2-static",
      libavcodecMajor: 61,
    });
    const old = fake("silent", "echo ffmpeg version 0.1");
    expect(await searchFfmpeg({ PROBE_FFMPEG: old }, nothing)).toMatchObject({
      libavcodecMajor: 0,
    });
  });

  it.each([
    ["that does not exist", () => "/no/such/ffmpeg", /does not exist/],
    ["that fails", () => fake("fails", "exit 3"), /does not run \(3\)/],
    ["that is something else", () => fake("other", "echo hello"), /as ffmpeg does/],
    ["without execute bit", () => fake("plain", answer("1"), 0o644), /chmod \+x/],
  ])("takes a PROBE_FFMPEG %s as an error, although another would serve", async (_, make, why) => {
    const good = fake("good", answer("1"));
    const search = searchFfmpeg({ PROBE_FFMPEG: make() }, { ...nothing, installer: () => good });
    await expect(search).rejects.toThrow(MissingToolError);
    await expect(search).rejects.toThrow(why);
  });

  it("passes over a package whose program does not run", async () => {
    const packages = {
      ffmpegStatic: () => join(folder, "never-downloaded"),
      installer: () => fake("installed", answer("installed")),
    };
    expect((await searchFfmpeg({}, packages)).source).toBe("installer");
  });

  it("gives the installer's program its execute bit back", async () => {
    const path = fake("bitless", answer("1"), 0o644);
    const found = await searchFfmpeg({}, { ...nothing, installer: () => path });
    expect(found.path).toBe(path);
    expect(statSync(path).mode & 0o111).toBe(0o111);
  });

  it("says what it tried and how to get one when there is none", async () => {
    const broken = fake("broken", "exit 1");
    const search = searchFfmpeg({ PATH: "" }, { ...nothing, ffmpegStatic: () => broken });
    await expect(search).rejects.toThrow(MissingToolError);
    for (const part of ["broken does not run", "path: not there", "PROBE_FFMPEG", "npm ci"]) {
      await expect(search).rejects.toThrow(part);
    }
  });
});

describe("findFfmpeg", () => {
  it("finds a real one here, once per process", async () => {
    const search = findFfmpeg();
    expect(findFfmpeg()).toBe(search);
    const tool = await search;
    expect(tool.version).not.toBe("");
    expect(tool.libavcodecMajor).toBeGreaterThan(50);
  });

  it("does not remember a failure, nor take one setting for another", async () => {
    const env = { PROBE_FFMPEG: join(folder, "comes-later") };
    await expect(findFfmpeg(env)).rejects.toThrow(MissingToolError);
    fake("comes-later", answer("late"));
    expect((await findFfmpeg(env)).version).toBe("late");
    expect((await findFfmpeg()).version).not.toBe("late");
  });
});
