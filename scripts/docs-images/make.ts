/**
 * Makes the pictures of README.md and docs/ again, out of the samples and of clips judged here.
 *
 *   npm run docs:images                      all of them
 *   npm run docs:images -- faults-untangle   those named
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadImage } from "@napi-rs/canvas";
import type { Surface } from "../../tasks/scene/surface.ts";
import { createPanel, place, writeSmallPng } from "./canvas.ts";
import { drawCaughtCrossing } from "./caught.ts";
import { drawFaults } from "./faults.ts";
import { drawFollowing } from "./following.ts";
import { drawReading } from "./reading.ts";
import { drawRopeReading, drawStraightRule } from "./ropes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "docs/img");
const CAUGHT_RETYPE = join(ROOT, "samples/run/episodes/pipe-easy-2/overlay.png");

/** By the name of the picture. */
const PICTURES: Readonly<Record<string, (work: string) => Promise<Surface>>> = {
  "caught-retype": () => copyOf(CAUGHT_RETYPE),
  "caught-crossing": async (work) => copyOf(await drawCaughtCrossing(work)),
  "reading-a-cell": drawReading,
  "reading-ropes": drawRopeReading,
  "straight-lines": drawStraightRule,
  "following-the-board": drawFollowing,
  faults: (work) => drawFaults(work, "pipe"),
  "faults-one-stroke": (work) => drawFaults(work, "one-stroke"),
  "faults-untangle": (work) => drawFaults(work, "untangle"),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => PICTURES[name] === undefined);
if (unknown.length > 0) {
  throw new Error(
    `expected ${Object.keys(PICTURES).join(", ")} but received ${unknown.join(", ")}`,
  );
}
const work = await mkdtemp(join(tmpdir(), "topoprobe-docs-"));
try {
  await mkdir(OUT, { recursive: true });
  for (const [name, draw] of Object.entries(PICTURES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await writeSmallPng(await draw(work), join(OUT, `${name}.png`));
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

async function copyOf(from: string): Promise<Surface> {
  const { width, height } = await loadImage(from);
  const panel = createPanel(width, height);
  await place(panel, from, { left: 0, top: 0, width, height });
  return panel;
}
