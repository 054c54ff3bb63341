import { describe, expect, it } from "vitest";
import { createFrameCutter, type FrameSink, type StreamFormat } from "./frame-cutter.ts";

const SIZE = { widthPx: 2, heightPx: 1, hasAlpha: false } as const;

async function cut(
  chunks: readonly (readonly number[])[],
  format: StreamFormat = SIZE,
  indexOf: FrameSink["indexOf"] = (position) => position,
): Promise<readonly (readonly [number, readonly number[]])[]> {
  const frames: [number, readonly number[]][] = [];
  const feed = createFrameCutter(format, {
    indexOf,
    onFrame: async (index, image) => {
      await Promise.resolve();
      frames.push([index, [...image.data]]);
    },
  });
  for (const chunk of chunks) await feed(Uint8Array.from(chunk));
  return frames;
}

describe("createFrameCutter", () => {
  const whole = [
    [0, [1, 2, 3, 4, 5, 6]],
    [1, [7, 8, 9, 10, 11, 12]],
  ];

  it.each([
    [[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]],
    [[[1], [2, 3, 4, 5], [], [6, 7, 8, 9, 10, 11, 12]]],
    [
      [
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12],
        [13, 14],
      ],
    ],
  ])("cuts %j into whole frames", async (chunks) => {
    expect(await cut(chunks)).toEqual(whole);
  });

  it("leaves out what is not wanted, and renames the rest", async () => {
    const chunks = [Array.from({ length: 18 }, (_, i) => i)];
    const wanted = await cut(chunks, SIZE, (position) => (position === 1 ? 40 : undefined));
    expect(wanted).toEqual([[40, [6, 7, 8, 9, 10, 11]]]);
  });

  it("lays transparent pixels on black", async () => {
    const pixels = [200, 100, 50, 255, 200, 100, 50, 128];
    const frames = await cut([pixels, pixels], { ...SIZE, hasAlpha: true });
    const flat = [200, 100, 50, 100, 50, 25];
    expect(frames).toEqual([
      [0, flat],
      [1, flat],
    ]);
  });
});
