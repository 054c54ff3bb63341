/**
 * Takes the pictures of the raters' page in docs/img again, in a Chromium that is installed
 * (PROBE_CHROMIUM names one):
 *
 *   npx tsx scripts/sheet-images.ts
 *
 * The page is a sheet of samples/run; nothing else is needed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { candidatesOf } from "../audits/spot-check/candidates.ts";
import { spotCheckQuestions } from "../audits/spot-check/questions.ts";
import { selectSample } from "../audits/spot-check/select-sample.ts";
import { writeSheet } from "../audits/spot-check/write-sheet.ts";
import { BROWSER_PATH, openBrowser } from "../audits/testing/browser.ts";
import { MissingToolError } from "../core/errors.ts";
import { readRun } from "../core/store/read-run.ts";

const IMAGES = fileURLToPath(new URL("../docs/img", import.meta.url));
const RUN = fileURLToPath(new URL("../samples/run", import.meta.url));
const VIEWPORT = { width: 1280, height: 780 } as const;
/** Keys that lead to the question on moves of the first clip, and from there to the reading. */
const TO_CHECK = ["1", "1", "1", "1", "1", "1", "1", "Shift+ArrowRight", "Shift+ArrowRight"];
const TO_READING = ["1", "1", "Enter", "Home", "Shift+ArrowRight", "Shift+ArrowRight"];

if (BROWSER_PATH === undefined) {
  throw new MissingToolError(
    "expected Chromium for the pictures of the sheet but found none. Install it, or name it in PROBE_CHROMIUM",
  );
}
const work = await mkdtemp(join(tmpdir(), "topoprobe-sheet-images-"));
const browser = await openBrowser();
try {
  const candidates = candidatesOf([await readRun(RUN)]);
  const { pages } = await writeSheet(
    {
      ...{ kind: "spot-check" as const, seed: 1, raters: 1, withReading: true, withPrompt: false },
      ...selectSample(candidates, { n: candidates.length, seed: 1 }),
      questionsOf: spotCheckQuestions,
    },
    work,
  );
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: VIEWPORT, colorScheme });
    const page = await context.newPage();
    await page.goto(pathToFileURL(pages[0] ?? "").href);
    for (const [name, keys] of [
      ["sheet", TO_CHECK],
      ["sheet-reading", TO_READING],
    ] as const) {
      if (name === "sheet-reading" && colorScheme === "dark") continue;
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(IMAGES, `${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}
