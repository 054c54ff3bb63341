import { describe, expect, it } from "vitest";
import { findFile, viewPath } from "./find-file.ts";

const VIDEO = { output: "9", kind: "video" } as const;
const file = (filename: string, type = "output") => ({ filename, subfolder: "", type });

describe("findFile", () => {
  it.each([
    ["SaveVideo", { images: [file("a.mp4")], animated: [true] }, "a.mp4"],
    ["an animated picture under images", { images: [file("a.webp")], animated: [true] }, "a.webp"],
    ["VHS", { gifs: [file("a.mp4")] }, "a.mp4"],
    ["videos", { videos: [file("a.bin")] }, "a.bin"],
    ["a saved file before a preview", { gifs: [file("a.mp4"), file("b.mp4", "temp")] }, "a.mp4"],
    ["the newest", { gifs: [file("a.mp4"), file("b.mp4")] }, "b.mp4"],
    ["a preview where there is nothing else", { gifs: [file("a.mp4", "temp")] }, "a.mp4"],
  ])("finds %s", (_what, lists, expected) => {
    expect(findFile({ "9": lists }, VIDEO)?.filename).toBe(expected);
  });

  it("prefers the bound node, and saved files of the others when it has none", () => {
    const outputs = {
      "1": { gifs: [file("other.mp4")] },
      "9": { gifs: [file("own.mp4", "temp")] },
    };
    expect(findFile(outputs, VIDEO)).toMatchObject({ filename: "own.mp4", node: "9" });
    expect(findFile(outputs, { ...VIDEO, output: "8" })?.node).toBe("1");
  });

  it("keeps still pictures and clips apart", () => {
    const outputs = { "9": { images: [file("a.png")], text: ["x"], odd: [{ filename: "" }, 3] } };
    expect(findFile(outputs, VIDEO)).toBeUndefined();
    expect(findFile(outputs, { output: "9", kind: "image" })?.filename).toBe("a.png");
    expect(findFile({ "9": null }, VIDEO)).toBeUndefined();
  });
});

it("escapes names", () => {
  expect(viewPath({ filename: "a b&c.mp4", subfolder: "ö", type: "output", node: "9" })).toBe(
    "/view?filename=a+b%26c.mp4&subfolder=%C3%B6&type=output",
  );
});
