import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeClip } from "../../core/media/index.ts";
import { checkClip } from "./check-clip.ts";

const PICTURE = fileURLToPath(
  new URL("../../samples/run/episodes/pipe-easy-1/observation.png", import.meta.url),
);
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), "probe-check-"));
const clip = join(folder, "clip.mp4");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const size = { widthPx: 64, heightPx: 48 };
  const noise = (frame: number) =>
    Uint8Array.from({ length: 4 * 64 * 48 }, (_, i) => (i * 2654435761 * (frame + 1)) >>> 24);
  const frames = Array.from({ length: 12 }, (_, i) => ({ ...size, data: noise(i) }));
  await encodeClip(frames, { destination: clip, fps: 8, ...size, signal });
});

function spoilt(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe("checkClip", () => {
  it("takes a clip and a picture that are whole", async () => {
    expect(await checkClip(clip, "video", signal)).toEqual({ state: "whole" });
    expect(await checkClip(PICTURE, "image", signal)).toEqual({ state: "whole" });
  });

  it("notices a clip that breaks off behind its index, and says how far it goes", async () => {
    const bytes = readFileSync(clip);
    const check = await checkClip(
      spoilt("half.mp4", bytes.subarray(0, bytes.length / 2)),
      "video",
      signal,
    );
    expect(check.state).toBe("short");
    expect(check).toMatchObject({ reason: expect.stringMatching(/^\d+ of the 12 frames/) });
  });

  it("notices a picture that breaks off", async () => {
    const half = readFileSync(PICTURE).subarray(0, 9000);
    expect(await checkClip(spoilt("half.png", half), "image", signal)).toMatchObject({
      state: "short",
    });
  });

  it.each([
    ["an empty file", new Uint8Array()],
    ["a page", new TextEncoder().encode("<html><body>502</body></html>")],
  ])("finds nothing in %s", async (name, bytes) => {
    const file = spoilt(`${name}.mp4`, bytes);
    expect(await checkClip(file, "video", signal)).toMatchObject({ state: "broken" });
    expect(await checkClip(file, "image", signal)).toMatchObject({ state: "broken" });
  });

  it("is no answer once it is aborted", async () => {
    await expect(checkClip(clip, "video", AbortSignal.abort())).rejects.toThrow();
  });
});
