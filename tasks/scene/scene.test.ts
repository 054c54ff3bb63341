import { GlobalFonts } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { ensureFont, FONT_FAMILY, fontOf } from "./font.ts";
import { createSurface, toPng, toRgba } from "./surface.ts";
import { chooseView, containPage } from "./view.ts";

test("the font is registered once, in three weights that draw differently", () => {
  ensureFont();
  ensureFont();
  const family = GlobalFonts.families.find((item) => item.family === FONT_FAMILY);
  expect(family?.styles.map((style) => style.weight).sort()).toEqual([400, 700, 800]);
  const widths = ([400, 700, 800] as const).map((weight) => {
    const { context } = createSurface(10, 10);
    context.font = fontOf(weight, 40);
    return context.measureText("Wave").width;
  });
  expect(new Set(widths).size).toBe(3);
});

test("pixels come off as straight RGBA, row by row", () => {
  const surface = createSurface(3, 2);
  surface.context.fillStyle = "#0a1e50";
  surface.context.fillRect(1, 1, 1, 1);
  const image = toRgba(surface);
  expect([image.widthPx, image.heightPx, image.data.length]).toEqual([3, 2, 24]);
  expect([...image.data.slice(16, 20)]).toEqual([10, 30, 80, 255]);
  surface.context.fillRect(0, 0, 3, 2);
  expect([...image.data.slice(0, 4)]).toEqual([0, 0, 0, 0]);
  expect([...toPng(surface).slice(1, 4)]).toEqual([...Buffer.from("PNG")]);
});

test("a page is contained and centred", () => {
  expect(containPage(100, 50, 400, 400)).toEqual({ scale: 4, leftPx: 0, topPx: 100 });
  expect(containPage(100, 50, 400, 100)).toEqual({ scale: 2, leftPx: 100, topPx: 0 });
});

test("the first view is the default, an unknown one is refused", () => {
  expect(chooseView(["a", "b"], undefined)).toBe("a");
  expect(chooseView(["a", "b"], "b")).toBe("b");
  expect(() => chooseView(["a", "b"], "c")).toThrow(UsageError);
});
