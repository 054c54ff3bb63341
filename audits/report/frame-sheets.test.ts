import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeEach, describe, expect, it } from "vitest";
import type { Verdict } from "../../core/schema/verdict.ts";
import { getTask } from "../../tasks/registry.ts";
import { sampleVerdict } from "../../tests/e2e/helpers/records.ts";
import { frameSheet } from "./frame-sheets.ts";

const task = getTask("pipe");
const instance = task.generate("easy", 1);
const scene = task.scene(task.initialState(instance), { widthPx: 416, heightPx: 240 });
const verdict = sampleVerdict(instance.id);
let folder = "";
let judged = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "probe-frames-"));
  judged = 0;
});

/** Draws frames of plain colours and says what it is told to. */
function judgeSaying(said: Verdict) {
  return async ({ overlayDir = "" }: { readonly overlayDir?: string }): Promise<Verdict> => {
    judged++;
    mkdirSync(overlayDir, { recursive: true });
    for (const [i, colour] of ["#ff0000", "#0000ff"].entries()) {
      const canvas = createCanvas(416, 260);
      const context = canvas.getContext("2d");
      context.fillStyle = colour;
      context.fillRect(0, 0, 416, 260);
      writeFileSync(join(overlayDir, `frame-0${i}.png`), canvas.toBuffer("image/png"));
    }
    return said;
  };
}
const job = { clip: "clip.mp4", verdict, instance: JSON.stringify(instance), scene, runIndex: 0 };

describe("frameSheet", () => {
  it("puts all frames on one picture in order, once", async () => {
    const sheet = await frameSheet({ ...job, folder }, judgeSaying(verdict));
    expect(sheet).toMatchObject({ columns: 2, frames: 2, widthPx: 400, heightPx: 250 });
    const image = await loadImage(join(folder, ...(sheet?.href ?? "").split("/")));
    const canvas = createCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x: number) => [...context.getImageData(x, 100, 1, 1).data.slice(0, 3)];
    expect(at(200)[0]).toBeGreaterThan(200);
    expect(at(600)[2]).toBeGreaterThan(200);
    expect(await frameSheet({ ...job, folder }, judgeSaying(verdict))).toEqual(sheet);
    expect(judged).toBe(1);
  });

  it("keeps no picture of another verdict", async () => {
    const other = sampleVerdict(instance.id, { terminal: "fail" });
    expect(await frameSheet({ ...job, folder }, judgeSaying(other))).toBeUndefined();
    expect(existsSync(join(folder, "frames"))).toBe(false);
  });

  it("leaves out what has lost its puzzle", async () => {
    for (const text of ["{}", "not json"]) {
      expect(
        await frameSheet({ ...job, folder, instance: text }, judgeSaying(verdict)),
      ).toBeUndefined();
    }
    expect([judged, readdirSync(folder)]).toEqual([0, []]);
  });
});
