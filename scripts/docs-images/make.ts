/**
 * Makes the pictures of README.md and docs/ again, out of the samples and of clips judged here.
 *
 *   npm run docs:images
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadImage } from "@napi-rs/canvas";
import { createPanel, place, writeSmallPng } from "./canvas.ts";
import { drawFaults } from "./faults.ts";
import { drawFollowing } from "./following.ts";
import { drawReading } from "./reading.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "docs/img");

const work = await mkdtemp(join(tmpdir(), "topoprobe-docs-"));
try {
  await mkdir(OUT, { recursive: true });
  await copySmaller(
    join(ROOT, "samples/run/episodes/pipe-easy-2/overlay.png"),
    join(OUT, "caught-retype.png"),
  );
  await writeSmallPng(await drawReading(work), join(OUT, "reading-a-cell.png"));
  await writeSmallPng(await drawFollowing(work), join(OUT, "following-the-board.png"));
  await writeSmallPng(await drawFaults(work, "pipe"), join(OUT, "faults.png"));
  await writeSmallPng(await drawFaults(work, "one-stroke"), join(OUT, "faults-one-stroke.png"));
  await writeSmallPng(await drawFaults(work, "untangle"), join(OUT, "faults-untangle.png"));
} finally {
  await rm(work, { recursive: true, force: true });
}

async function copySmaller(from: string, to: string): Promise<void> {
  const { width, height } = await loadImage(from);
  const panel = createPanel(width, height);
  await place(panel, from, { left: 0, top: 0, width, height });
  await writeSmallPng(panel, to);
}
