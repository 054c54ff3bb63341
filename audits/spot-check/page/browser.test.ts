/**
 * The page in a browser, from disk: filled by keyboard from end to end with a reload in the middle,
 * exported, and read again. Skipped where there is no Chromium (PROBE_CHROMIUM names one).
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadImage } from "@napi-rs/canvas";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSurface } from "../../../tasks/scene/surface.ts";
import { matchKey } from "../../agreement/match-key.ts";
import { parseFilled } from "../../agreement/parse-filled.ts";
import { BROWSER_PATH, openBrowser } from "../../testing/browser.ts";
import { fakeItem, fakeKey } from "../testing/candidates.ts";
import { SMALL_QUESTIONS, smallItem, smallPage, writeSmallPictures } from "../testing/page-data.ts";
import { renderSheetPage } from "./page.ts";

const HOSTILE = "<img src=x onerror=document.title='broken'>\u202eab</script>";
const ITEMS = [
  smallItem("0000000a"),
  smallItem("0000000b"),
  smallItem("0000000c", { rule: HOSTILE }),
];
const QUESTIONS = SMALL_QUESTIONS.map(({ id }) => id);
const TIMEOUT_MS = 60_000;

let folder = "";
let url = "";
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[] = [];

beforeAll(async () => {
  if (BROWSER_PATH === undefined) return;
  folder = await mkdtemp(join(tmpdir(), "topoprobe-page-"));
  await writeSmallPictures(folder, ITEMS);
  const file = join(folder, "rater-1.html");
  await writeFile(file, renderSheetPage(smallPage(ITEMS)));
  url = pathToFileURL(file).href;
  browser = await openBrowser();
}, TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  if (folder !== "") await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  if (BROWSER_PATH === undefined) return;
  problems = [];
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(url);
});
afterEach(async () => {
  await context?.close();
  expect(problems).toEqual([]);
});

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const textOf = (id: string): Promise<string | null> => page.textContent(`#${id}`);

async function exported(): Promise<string> {
  const download = page.waitForEvent("download");
  await press("e");
  const file = await download;
  expect(file.suggestedFilename()).toBe("filled-rater-1.json");
  return readFile(await file.path(), "utf8");
}

/** Colour at the middle of an element as it is shown: pictures from disk cannot be read by the page. */
async function colourOf(id: string): Promise<readonly number[]> {
  const shot = await loadImage(await page.locator(`#${id}`).screenshot());
  const { context: drawing } = createSurface(shot.width, shot.height);
  drawing.drawImage(shot, 0, 0);
  return [...drawing.getImageData(shot.width >> 1, shot.height >> 1, 1, 1).data].slice(0, 3);
}

describe.skipIf(BROWSER_PATH === undefined)("the page, in a browser", () => {
  it("says that it needs scripts where they are off, and offers nothing that would not answer", async () => {
    const still = await browser.newContext({ javaScriptEnabled: false });
    const off = await still.newPage();
    await off.goto(url);
    expect(await off.locator("noscript p").isVisible()).toBe(true);
    expect(await off.locator("button:visible, textarea:visible").count()).toBe(0);
    await still.close();
    expect(await page.locator("#export").isVisible()).toBe(true);
  });

  it(
    "is filled by keyboard end to end, loses nothing by a reload, and exports what was said",
    async () => {
      expect(await textOf("question")).toBe(SMALL_QUESTIONS[0]?.text);
      await press("1", "2", "1");
      expect(await textOf("question")).toBe("Are these your answers?");
      await press("Enter", "2", "Enter");
      expect(await textOf("task")).toBe("Pipe, clip 2 of 3");
      await press("3", "1", "c");
      await page.keyboard.type("a comment, 1 2 3 =x");
      await press("Escape");
      await page.reload();
      expect(await textOf("task")).toBe("Pipe, clip 2 of 3");
      expect(await textOf("question")).toBe("No two pieces move at once.");
      expect(await page.inputValue("#comment")).toBe("a comment, 1 2 3 =x");
      expect(await textOf("count")).toBe("1 of 3 clips done");
      await press("4", "Enter", "1", "Enter", "2", "2", "2", "Enter", "4");
      expect(await textOf("count")).toBe("3 of 3 clips done");
      expect(await page.isVisible("#finished")).toBe(true);

      const key = fakeKey(
        ITEMS.map(({ item }) => fakeItem(item, { questions: QUESTIONS })),
        { questions: { pipe: [...SMALL_QUESTIONS] } },
      );
      const { ratings, read } = matchKey(key, [
        parseFilled(await exported(), "filled-rater-1.json"),
      ]);
      expect(read).toMatchObject({ accepted: 3, refused: [] });
      const answers = ratings.map((rating) => QUESTIONS.map((id) => rating.answers[id]));
      expect(answers).toEqual([
        ["yes", "no", "holds", "usable"],
        ["cannot_tell", "yes", "does_not_apply", "exact"],
        ["no", "no", "broken", "cannot_tell"],
      ]);
      expect(ratings.map(({ reason }) => reason)).toEqual(["", "a comment, 1 2 3 =x", ""]);
      for (const { answeredAt } of ratings) expect(answeredAt).toMatch(/^\d{4}-.*Z$/);
    },
    TIMEOUT_MS,
  );

  it(
    "shows the reading only after the answers, which it then keeps",
    async () => {
      await press("1", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
      expect(await textOf("question")).toBe("2 of the questions are still open");
      expect(await page.isVisible("#reading-box")).toBe(false);
      await press("Enter");
      expect(await textOf("question")).toBe(SMALL_QUESTIONS[1]?.text);
      await press("1", "1", "Enter");
      expect(await page.isVisible("#reading-box")).toBe(true);
      await press("ArrowUp", "ArrowUp");
      expect(await textOf("hint")).toMatch(/stays as it is/);
      await press("2");
      const { items } = JSON.parse(await exported());
      expect(items[0].answers["check.one_move_at_a_time"]).toBe("holds");
    },
    TIMEOUT_MS,
  );

  it(
    "steps through the frames, and the picture is that of the frame",
    async () => {
      // The first questions are about the last frame.
      expect(await textOf("frame-words")).toBe("Frame 9 of 9, 1.00 s");
      await press("Home");
      const dark = await colourOf("frame");
      await press("ArrowRight", "Shift+ArrowRight");
      expect(await textOf("frame-words")).toBe("Frame 7 of 9, 0.75 s");
      const light = await colourOf("frame");
      // hsl(210 60% 10%) and hsl(210 60% 58%).
      expect(Math.abs((dark[2] ?? 0) - 41)).toBeLessThan(8);
      expect(Math.abs((light[2] ?? 0) - 212)).toBeLessThan(8);
      await press("End");
      expect(await page.getAttribute("#frame", "aria-label")).toBe("Frame 9 of 9, 1.00 s");
    },
    TIMEOUT_MS,
  );

  it(
    "shows hostile texts as texts",
    async () => {
      await press("]", "]");
      expect(await textOf("rule")).toBe(HOSTILE);
      expect(await page.title()).toBe("Spot check, rater-1");
    },
    TIMEOUT_MS,
  );

  it(
    "goes on, and says so, where nothing can be saved",
    async () => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new Error("full");
        };
      });
      await page.reload();
      await press("1");
      expect(await textOf("saved")).toMatch(/export before you close/);
      expect(JSON.parse(await exported()).items).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    "keeps aside what it cannot read",
    async () => {
      await page.evaluate(() => localStorage.setItem("topoprobe:abcdef012345:rater-1", "{broken"));
      await page.reload();
      expect(await textOf("saved")).toMatch(/kept aside/);
      const kept = await page.evaluate(() => Object.values({ ...localStorage }));
      expect(kept).toContain("{broken");
    },
    TIMEOUT_MS,
  );

  it.each(["light", "dark"] as const)(
    "has no serious finding of axe, %s",
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      const source = await readFile(
        createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
        "utf8",
      );
      await page.evaluate(source);
      const run =
        "axe.run().then(({ violations, passes }) => ({ passes: passes.length, bad: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.target).join(' ')) }))";
      const findings = async (): Promise<readonly string[]> => {
        const { passes, bad } = await page.evaluate<{ passes: number; bad: string[] }>(run);
        expect(passes).toBeGreaterThan(10);
        return bad;
      };
      expect(await findings()).toEqual([]);
      await press("1", "1", "a");
      expect(await findings()).toEqual([]);
      await press("2");
      expect(await findings()).toEqual([]);
      await press("Enter", "f");
      expect(await findings()).toEqual([]);
      await press("?");
      expect(await findings()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
