/** Template matching on pictures whose answer is known, and OpenCV's manners as a guest. */
import { describe, expect, it } from "vitest";
import { MediaError } from "../../core/errors.ts";
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import type { LumaImage } from "../image/working-frame.ts";
import { guardOpenCv, loadOpenCv } from "./load.ts";
import { matchTemplates } from "./match-template.ts";

const countHooks = (): readonly number[] => [
  process.listenerCount("uncaughtException"),
  process.listenerCount("unhandledRejection"),
];
/** Taken before any test loads OpenCV. */
const HOOKS_BEFORE = countHooks();

function picture(widthPx: number, heightPx: number, seed: number): LumaImage {
  const random = createMulberry32(seed);
  const data = Uint8Array.from({ length: widthPx * heightPx }, () => random.randint(0, 255));
  return { widthPx, heightPx, data };
}

function cut(from: LumaImage, left: number, top: number, widthPx: number, heightPx: number) {
  const data = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [left + (i % widthPx), top + Math.floor(i / widthPx)];
    data[i] = from.data[y * from.widthPx + x] ?? 0;
  }
  return { widthPx, heightPx, data };
}

describe("matchTemplates", () => {
  const image = picture(60, 40, 1);

  it("finds each part where it was cut out, at any brightness", () => {
    const part = cut(image, 17, 9, 12, 8);
    const dim = { ...part, data: part.data.map((value) => 40 + (value >> 1)) };
    const corner = cut(image, 48, 32, 12, 8);
    const [found, dimFound, cornerFound] = matchTemplates(image, [part, dim, corner]);
    expect(found).toMatchObject({ xPx: 17, yPx: 9 });
    expect(found?.score).toBeCloseTo(1, 3);
    expect(dimFound).toMatchObject({ xPx: 17, yPx: 9 });
    expect(dimFound?.score).toBeGreaterThan(0.99);
    expect(cornerFound).toMatchObject({ xPx: 48, yPx: 32 });
  });

  it("scores what is not there low", () => {
    const [match] = matchTemplates(image, [picture(12, 8, 2)]);
    expect(match?.score).toBeLessThan(0.6);
  });

  it("scores templates that are too large -1, and reads the next one", () => {
    const [large, found] = matchTemplates(image, [picture(61, 8, 3), cut(image, 5, 5, 9, 9)]);
    expect(large).toEqual({ score: -1, xPx: 0, yPx: 0 });
    expect(found).toMatchObject({ xPx: 5, yPx: 5 });
  });

  it("matches nothing in a plain picture", () => {
    const plain = { widthPx: 60, heightPx: 40, data: new Uint8Array(2400).fill(99) };
    const [match] = matchTemplates(plain, [cut(image, 5, 5, 9, 9)]);
    expect(match?.score).toBeLessThanOrEqual(0.01);
  });
});

describe("loading", () => {
  it("leaves no hook on the process's errors", () => {
    expect(loadOpenCv()).toBe(loadOpenCv());
    expect(countHooks()).toEqual(HOOKS_BEFORE);
  });

  it("turns the bare numbers that OpenCV throws into errors, and passes errors on", () => {
    const thrower = (value: unknown) => () => {
      throw value;
    };
    expect(() => guardOpenCv("someOperation", thrower(5_243_944))).toThrow(MediaError);
    expect(() => guardOpenCv("someOperation", thrower(5_243_944))).toThrow(
      /someOperation.*5243944/,
    );
    const own = new RangeError("ours");
    expect(() => guardOpenCv("someOperation", thrower(own))).toThrow(own);
    expect(guardOpenCv("someOperation", () => 7)).toBe(7);
  });
});
