import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MediaError } from "../../core/errors.ts";
import {
  type ClipFolder,
  cutFile,
  makeClipFolder,
  PLAIN_H264,
  remuxClip,
  scrambleFile,
  turnClip,
  writeClip,
  writeFromSource,
} from "../../tests/helpers/clips/clip-folder.ts";
import { drawNumbers } from "../../tests/helpers/clips/numbered-frames.ts";
import { probeClip, withDecodedTimes } from "./probe-clip.ts";
import { sampleFrames } from "./sample-frames.ts";

let folder: ClipFolder;
let clip: string;
beforeAll(async () => {
  folder = makeClipFolder();
  clip = await writeClip(folder.file("clip.mp4"), drawNumbers(20, 64, 48), { fps: 10 });
});
afterAll(() => folder.remove());

describe("probeClip", () => {
  it("reads an MP4's index", async () => {
    expect(await probeClip(clip)).toEqual({
      ...{ totalFrames: 20, fps: 10, durationSec: 2, widthPx: 64, heightPx: 48 },
      ...{ codec: "avc", hasAlpha: false, countedBy: "container" },
      timestampsSec: Array.from({ length: 20 }, (_, i) => expect.closeTo(i / 10, 9)),
    });
  });

  it.each(["mkv", "mov"])("reads a %s as well", async (ending) => {
    const path = await remuxClip(clip, folder.file(`clip.${ending}`));
    const info = await probeClip(path);
    expect(info).toMatchObject({ totalFrames: 20, countedBy: "container", widthPx: 64 });
    expect(info.fps).toBeCloseTo(10, 2);
  });

  it("reads an MP4 in fragments", async () => {
    const fragments = ["-movflags", "+frag_keyframe+empty_moov"];
    const path = await remuxClip(clip, folder.file("fragments.mp4"), fragments);
    expect(await probeClip(path)).toMatchObject({ totalFrames: 20, fps: expect.closeTo(10, 6) });
  });

  it.each([
    ["avi", ["-c:v", "mjpeg", "-q:v", "2"]],
    ["gif", ["-c:v", "gif"]],
    ["flv", [...PLAIN_H264]],
  ])("decodes a .%s to count it", async (ending, output) => {
    const path = folder.file(`counted.${ending}`);
    await writeClip(path, drawNumbers(20, 64, 48), { fps: 10, output });
    const info = await probeClip(path);
    expect(info).toMatchObject({
      totalFrames: 20,
      countedBy: "decoder",
      widthPx: 64,
      heightPx: 48,
    });
    expect(info).not.toHaveProperty("declaredFrames");
    expect(info.fps).toBeCloseTo(10, 3);
    expect(info.durationSec).toBeCloseTo(2, 3);
  });

  it("swaps the sides of a clip that is to be shown rotated", async () => {
    const path = turnClip(clip, folder.file("turned.mp4"));
    expect(await probeClip(path)).toMatchObject({ widthPx: 48, heightPx: 64 });
  });

  it("widens pixels that are not square", async () => {
    const path = folder.file("wide.mp4");
    await writeClip(path, drawNumbers(3, 64, 48), { output: [...PLAIN_H264, "-aspect", "8:3"] });
    expect(await probeClip(path)).toMatchObject({ widthPx: 128, heightPx: 48 });
    const counted = folder.file("wide.flv");
    await writeClip(counted, drawNumbers(20, 64, 48), {
      output: [...PLAIN_H264, "-aspect", "8:3"],
    });
    expect(await probeClip(counted)).toMatchObject({ widthPx: 128, heightPx: 48 });
  });

  it("counts from the first frame where a clip starts late", async () => {
    const path = await remuxClip(clip, folder.file("late.mkv"), [], ["-itsoffset", "5"]);
    const { timestampsSec, durationSec } = await probeClip(path);
    expect(timestampsSec[0]).toBe(0);
    expect(timestampsSec.at(-1)).toBeCloseTo(1.9, 3);
    expect(durationSec).toBeCloseTo(2, 2);
  });
});

describe("probeClip refuses", () => {
  const refusals: readonly (readonly [string, () => string | Promise<string>, RegExp])[] = [
    ["a missing file", () => folder.file("missing.mp4"), /no such file/],
    ["a path through a file", () => `${clip}/x.mp4`, /no such file/],
    ["a folder", () => folder.path, /a folder/],
    ["an empty file", () => put("empty.mp4", ""), /empty file \(0 bytes\)/],
    ["text", () => put("text.mp4", "not a video\n".repeat(99)), /no frame can be decoded/],
    ["a single byte", () => put("byte.mp4", "x"), /no frame can be decoded/],
    ["an MP4 without index", () => withoutIndex(0.9), /moov atom not found/],
    ["the first bytes of an MP4", () => withoutIndex(0.01), /no frame can be decoded/],
    ["sound alone", () => sound("mp4"), /sound only/],
    ["sound alone in a WebM", () => sound("webm"), /sound only/],
    ["sound alone in another container", () => sound("avi"), /no video track/],
    ["a playlist named .mp4", () => put("list.mp4", playlist("clip.mp4")), /decoded/],
    [
      "a list of files named .mp4",
      () => put("concat.mp4", "ffconcat version 1.0\nfile clip.mp4\n"),
      /decoded/,
    ],
    ["a device", () => "/dev/null", /not a regular file/],
  ];
  it.each(refusals)("%s", async (_, make, message) => {
    const path = await make();
    const error: unknown = await probeClip(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MediaError);
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(path);
  });

  it.skipIf(process.getuid?.() === 0)("a file that may not be read", async () => {
    const path = put("secret.mp4", "x");
    chmodSync(path, 0o000);
    await expect(probeClip(path)).rejects.toThrow(/cannot be read/);
  });

  it("a clip of too many pixels, before it decodes any", async () => {
    const bytes = Buffer.from(readFileSync(clip));
    // Width and height of the sample description and of the track header.
    const entry = bytes.indexOf("avc1", bytes.indexOf("stsd"));
    bytes.writeUInt16BE(60_000, entry + 28);
    bytes.writeUInt16BE(60_000, entry + 30);
    const path = folder.file("huge.mp4");
    writeFileSync(path, bytes);
    await expect(probeClip(path)).rejects.toThrow(/1 to 67108864 pixels.*60000x60000/);
  });

  function put(name: string, content: string): string {
    writeFileSync(folder.file(name), content);
    return folder.file(name);
  }

  /** The index of these MP4 files stands at the end. */
  function withoutIndex(keepRatio: number): string {
    const kept = (readFileSync(clip).indexOf("moov") * keepRatio) / readFileSync(clip).length;
    return cutFile(clip, folder.file(`cut-${keepRatio}.mp4`), kept);
  }

  function sound(ending: string): Promise<string> {
    const path = folder.file(`sound.${ending}`);
    const codec = ending === "webm" ? "libvorbis" : ending === "avi" ? "mp2" : "aac";
    return writeFromSource(path, "sine=duration=0.2", ["-c:a", codec]);
  }

  function playlist(name: string): string {
    return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${name}\n#EXT-X-ENDLIST\n`;
  }
});

describe("any damage", () => {
  it("gives frames or a MediaError, and nothing else", async () => {
    const front = await remuxClip(clip, folder.file("front.mp4"), ["-movflags", "+faststart"]);
    const webm = await writeClip(folder.file("d.webm"), drawNumbers(20, 64, 48), {
      output: ["-c:v", "libvpx", "-pix_fmt", "yuv420p", "-deadline", "realtime"],
    });
    const outcomes: string[] = [];
    for (const [i, source] of [front, webm].entries()) {
      for (let step = 0; step < 6; step += 1) {
        const ends = [step / 6, (step + 0.5) / 6] as const;
        const path = scrambleFile(source, folder.file(`damaged-${i}-${step}`), ...ends);
        const outcome = await sampleFrames(path).then(
          (sample) => `${sample.frames.length}`,
          (error: unknown) => (error instanceof MediaError ? "media error" : String(error)),
        );
        outcomes.push(outcome);
      }
    }
    expect(new Set(outcomes)).toEqual(new Set(["41", "media error"]));
  });
});

describe("names", () => {
  it.each(["-y.mp4", "a b.mp4", "ü%20'\".mp4", "concat:x|y.mp4", "[0:v],;.mp4", "line\nbreak.mp4"])(
    "reads a clip named %j",
    async (name) => {
      const path = folder.file(name);
      writeFileSync(path, readFileSync(clip));
      expect((await sampleFrames(path, { count: 2 })).frames).toHaveLength(2);
    },
  );

  it("follows a link", async () => {
    mkdirSync(folder.file("deep"));
    symlinkSync(clip, folder.file("deep/link.mp4"));
    expect((await probeClip(folder.file("deep/link.mp4"))).totalFrames).toBe(20);
  });
});

describe("withDecodedTimes", () => {
  const base = { codec: "avc", hasAlpha: false, widthPx: 4, heightPx: 2 };

  it("says what was promised and what came", () => {
    const promised = { ...base, timestampsSec: [0, 1, 2, 3] };
    expect(withDecodedTimes(promised, [0, 0.5, 1])).toEqual({
      ...base,
      ...{ totalFrames: 3, timestampsSec: [0, 0.5, 1], fps: 2, durationSec: 1.5 },
      ...{ countedBy: "decoder", declaredFrames: 4 },
    });
  });

  it("knows no rate of one frame, nor of frames without times", () => {
    const unknown = { ...base, timestampsSec: [] };
    expect(withDecodedTimes(unknown, [0])).toMatchObject({ fps: 0, durationSec: 0 });
    expect(withDecodedTimes(unknown, [0, 0])).toMatchObject({ fps: 0, totalFrames: 2 });
  });
});
