/**
 * Pictures of a report for the documentation: its head in light, an opened clip in dark.
 *
 *   for g in oracle jump fault:retype crossfade; do npx probe run --task pipe --gen $g --out work/$g; done
 *   npx tsx scripts/report-images.ts work/*      writes docs/img/report-light.png and report-dark.png
 *
 * Needs Chromium (PROBE_CHROMIUM names one).
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { writeReport } from "../audits/report/write-report.ts";
import { openBrowser } from "../audits/testing/browser.ts";
import { readRun } from "../core/store/read-run.ts";

const IMAGES = fileURLToPath(new URL("../docs/img", import.meta.url));
const SIZE = { width: 1180, height: 760 };
const WIDTH_PX = 820;

const runs = await Promise.all(process.argv.slice(2).map(readRun));
const folder = await mkdtemp(join(tmpdir(), "topoprobe-images-"));
const clip = runs.findIndex(({ manifest }) => manifest.config.generator.id === "fault:retype");
const browser = await openBrowser();
try {
  const failing = runs[clip];
  const page = await browser.newPage({ viewport: SIZE });
  const written = await writeReport(runs, join(folder, "all"));
  await page.goto(pathToFileURL(written.htmlPath).href);
  await save("report-light.png", await page.screenshot());
  if (failing !== undefined) {
    const one = { ...failing, records: failing.records.slice(0, 1) };
    const { htmlPath } = await writeReport([one], join(folder, "one"), { frames: "all" });
    await page.emulateMedia({ colorScheme: "dark" });
    const id = one.records[0]?.episode.instanceId ?? "";
    await page.goto(`${pathToFileURL(htmlPath).href}#clip-0-${id}`);
    await page.waitForTimeout(1500);
    await page.evaluate("document.activeElement.blur()");
    await save("report-dark.png", await page.screenshot());
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/** Smaller than it was taken: letters stay sharp, and the file small. */
async function save(name: string, png: Uint8Array): Promise<void> {
  const image = await loadImage(png);
  const canvas = createCanvas(WIDTH_PX, Math.round((image.height * WIDTH_PX) / image.width));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  await writeFile(join(IMAGES, name), canvas.toBuffer("image/png"));
}
