import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileUrl, runFfmpeg } from "../../core/media/index.ts";
import { demoPng, probeClip } from "../testing/requests.ts";
import { createClipMaker } from "./clip-maker.ts";
import { readDataUri, readPng, toEncoded, toPixels } from "./picture.ts";

async function pictureOf(png: Uint8Array) {
  const picture = await readPng(png);
  if (picture === undefined) throw new Error("no picture");
  return picture;
}

describe("createClipMaker", () => {
  it("makes as many frames as asked, at the rate and size asked", async () => {
    const clip = await createClipMaker().make(await pictureOf(demoPng()), {
      frames: 17,
      fps: 12,
      widthPx: 128,
      heightPx: 96,
    });
    expect(await probeClip(clip)).toEqual({ frames: 17, fps: 12, widthPx: 128, heightPx: 96 });
  });

  it("shows the picture in the first frame and in the last one", async () => {
    const png = demoPng();
    const clip = await createClipMaker().make(await pictureOf(png), {
      frames: 9,
      fps: 8,
      widthPx: 64,
      heightPx: 48,
    });
    const expected = await toPixels(await pictureOf(png), 64, 48);
    const frames = await decode(clip);
    const bytes = 64 * 48 * 4;
    expect(frames.length).toBe(9 * bytes);
    for (const start of [0, 8 * bytes]) {
      let worst = 0;
      for (const [index, value] of expected.data.entries()) {
        // Edges of colour are smeared by 4:2:0: the middle of the block is compared.
        const x = Math.floor(index / 4) % 64;
        const y = Math.floor(index / 4 / 64);
        if (x < 20 || x > 43 || y < 16 || y > 31) continue;
        worst = Math.max(worst, Math.abs(value - (frames[start + index] ?? 0)));
      }
      expect(worst).toBeLessThan(12);
    }
  });

  it("makes one frame, and odd sides even", async () => {
    const clip = await createClipMaker().make(await pictureOf(demoPng(63, 47)), {
      frames: 1,
      fps: 16,
      widthPx: 63,
      heightPx: 47,
    });
    expect(await probeClip(clip)).toMatchObject({ frames: 1, widthPx: 62, heightPx: 46 });
  });

  it("makes the same clip once", async () => {
    const clips = createClipMaker();
    const picture = await pictureOf(demoPng());
    const shape = { frames: 2, fps: 8, widthPx: 64, heightPx: 48 };
    expect(clips.make(picture, shape)).toBe(clips.make(picture, { ...shape }));
    expect(clips.make(picture, { ...shape, frames: 3 })).not.toBe(clips.make(picture, shape));
  });
});

describe("pictures", () => {
  it("refuses what is no PNG, or only begins like one", async () => {
    expect(await readPng(new TextEncoder().encode("<html>"))).toBeUndefined();
    expect(await readPng(demoPng().subarray(0, 20))).toBeUndefined();
    expect(readDataUri("data:image/jpeg;base64,AAAA")).toBeUndefined();
    expect(readDataUri("https://example.org/a.png")).toBeUndefined();
  });

  it("encodes at another size", async () => {
    const size = { widthPx: 80, heightPx: 32 };
    const png = await toEncoded(await pictureOf(demoPng()), size, "png");
    expect(await pictureOf(png)).toMatchObject(size);
  });
});

async function decode(clip: Uint8Array): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "probe-demo-test-"));
  try {
    const path = join(folder, "clip.mp4");
    await writeFile(path, clip);
    const chunks: Buffer[] = [];
    await runFfmpeg(["-i", fileUrl(path), "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"], {
      subject: "clip",
      onStdout: (chunk) => {
        chunks.push(chunk);
      },
    });
    return Buffer.concat(chunks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
