/**
 * The page in a browser, from disk: keys, deep links, filters, scripts off, hostile texts, axe. Skipped
 * where there is no Chromium (PROBE_CHROMIUM names one).
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readRun } from "../../../core/store/read-run.ts";
import { BROWSER_PATH, openBrowser } from "../../testing/browser.ts";
import { AGENT_EPISODE, makeAgentRun } from "../testing/agent-run.ts";
import { makeHostileRun } from "../testing/hostile-run.ts";
import { writeReport } from "../write-report.ts";

const SAMPLES = fileURLToPath(new URL("../../../samples/run", import.meta.url));
const TIMEOUT_MS = 60_000;
const FIRST = "clip-0-pipe-easy-2";

let root = "";
let browser: Browser;
let url = "";
let hostileUrl = "";
let agentUrl = "";
let problems: string[] = [];

beforeAll(async () => {
  if (BROWSER_PATH === undefined) return;
  root = await mkdtemp(join(tmpdir(), "topoprobe-report-page-"));
  const samples = await readRun(SAMPLES);
  const rivals = { ...samples, manifest: { ...samples.manifest, name: "again" } };
  const written = await writeReport([samples, rivals], join(root, "report"), { copyClips: true });
  url = pathToFileURL(written.htmlPath).href;
  const hostile = await writeReport([makeHostileRun(root, "a")], join(root, "hostile"));
  hostileUrl = pathToFileURL(hostile.htmlPath).href;
  const agent = await writeReport([makeAgentRun(root)], join(root, "imagined"));
  agentUrl = pathToFileURL(agent.htmlPath).href;
  browser = await openBrowser();
}, TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  if (root !== "") await rm(root, { recursive: true, force: true });
});
afterEach(() => expect(problems).toEqual([]));

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  problems = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) problems.push(request.url());
  });
  await page.goto(address);
  return page;
}

const isOpen = (page: Page, id: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.getElementById("${id}").open`);
const until = (page: Page, condition: string): Promise<void> =>
  expect.poll(() => page.evaluate<boolean>(condition), { timeout: 10_000 }).toBe(true);
const line = (page: Page): Promise<string | null> =>
  page.locator(`#${FIRST} .frame-line`).textContent();

describe.skipIf(BROWSER_PATH === undefined)(
  "the report in a browser",
  { timeout: TIMEOUT_MS },
  () => {
    it("opens clips and goes through their frames by keyboard", async () => {
      const page = await open(url);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      expect(await isOpen(page, FIRST)).toBe(true);
      await page.waitForSelector(`#${FIRST} .cells button`);
      expect(await page.locator(`#${FIRST} .cells button`).count()).toBe(41);
      const first = await line(page);
      expect(first).toMatch(/^Sampled frame \d+ of 41 .*Broken here: pipe_type_consistency/);
      await page.keyboard.press("Home");
      expect(await line(page)).toMatch(/^Sampled frame 1 of 41 \(source frame 0, 0\.00 s\)/);
      await page.keyboard.press("ArrowRight");
      expect(await line(page)).toMatch(/^Sampled frame 2 of 41/);
      await page.keyboard.press("End");
      expect(await line(page)).toMatch(/^Sampled frame 41 of 41/);
      await page.keyboard.press("Escape");
      expect(await isOpen(page, FIRST)).toBe(false);
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await page.keyboard.press("Enter");
      expect(await isOpen(page, FIRST)).toBe(true);
      await page.context().close();
    });

    it("shows a frame that is clicked, in the player too, with its marks", async () => {
      const page = await open(`${url}#${FIRST}@3`);
      expect(await line(page)).toMatch(/^Sampled frame 3 of 41/);
      await until(
        page,
        `Math.abs(document.querySelector("#${FIRST} video").currentTime - 0.28125) < 0.02`,
      );
      await page.locator(`#${FIRST} .violations button`).first().click();
      expect(await page.locator(`#${FIRST} .marks g.on circle`).count()).toBeGreaterThan(0);
      expect(await page.locator(`#${FIRST} .violations li.on`).count()).toBeGreaterThan(0);
      await page.locator(`#${FIRST} .cells button`).nth(7).click();
      expect(await line(page)).toMatch(/^Sampled frame 8 of 41/);
      await page.context().close();
    });

    it("plays, and follows the player along the frames", async () => {
      const page = await open(`${url}#${FIRST}@1`);
      await page.locator(`#${FIRST} summary`).first().focus();
      await page.keyboard.press("p");
      await until(
        page,
        `[...document.querySelectorAll("#${FIRST} .cells button")].findIndex((b) => b.ariaCurrent === "true") > 1`,
      );
      await page.keyboard.press("p");
      expect(await page.evaluate(`document.querySelector("#${FIRST} video").paused`)).toBe(true);
      await page.context().close();
    });

    it("filters, and finds the same again by its address", async () => {
      const page = await open(url);
      const shown = (): Promise<number> => page.locator("details.clip:visible").count();
      expect(await shown()).toBe(6);
      await page.selectOption("[name=checks]", "pipe_type_consistency");
      expect(await shown()).toBe(2);
      expect(await page.locator(".found").textContent()).toBe("2 of 6 clips");
      const address = page.url();
      expect(address).toContain("#show&checks=pipe_type_consistency");
      await page.context().close();
      const again = await open(address);
      expect(await again.locator("details.clip:visible").count()).toBe(2);
      await again.locator("button[type=reset]").click();
      await until(again, `document.querySelector(".found").textContent === "6 clips"`);
      await again.keyboard.press("/");
      await again.keyboard.type("easy-3");
      expect(await again.locator("details.clip:visible").count()).toBe(2);
      await again.context().close();
    });

    it("can be read with scripts off", async () => {
      const page = await open(url, { javaScriptEnabled: false });
      await page.locator(`#${FIRST} > summary`).click();
      const detail = page.locator(`#${FIRST} .detail`);
      await detail.waitFor({ state: "visible" });
      expect(await detail.textContent()).toContain("pipe_type_consistency at");
      expect(await detail.textContent()).toContain("Plan seen");
      expect(await detail.locator(".cells rect").count()).toBeGreaterThan(0);
      expect(await page.locator("form.filters").isVisible()).toBe(false);
      await page.context().close();
    });

    it("runs nothing that came with the run", async () => {
      const page = await open(hostileUrl);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".clip .violations button");
      expect(await page.evaluate("window.pwned")).toBeUndefined();
      expect(await page.locator("img[src=x], .detail script").count()).toBe(0);
      expect(await page.locator(".violations").first().textContent()).toContain("<script>");
      await page.context().close();
      const still = await open(hostileUrl, { javaScriptEnabled: false });
      expect(await still.locator("img[src=x]").count()).toBe(0);
      await still.context().close();
    });

    it.each([true, false])(
      "shows what an agent imagined, scripts %s",
      async (javaScriptEnabled) => {
        const page = await open(agentUrl, { javaScriptEnabled });
        const clip = page.locator(`#clip-0-${AGENT_EPISODE}`);
        await clip.locator("summary").first().click();
        const picture = clip.getByAltText("Picture in step 2");
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.boundingBox().then((box) => box?.height ?? 0), { timeout: 10_000 })
          .toBeGreaterThan(50);
        expect(await clip.locator("img[src=x], script").count()).toBe(0);
        expect(await clip.locator(".words").first().textContent()).toContain("<script>");
        await page.context().close();
      },
    );

    it.each(["light", "dark"] as const)(
      "has no serious finding of axe, %s",
      async (colorScheme) => {
        const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
        for (const address of [`${url}#${FIRST}`, `${agentUrl}#clip-0-${AGENT_EPISODE}`]) {
          const page = await open(address, { colorScheme });
          await page.evaluate(
            `for (const d of document.querySelectorAll("details")) d.open = true`,
          );
          await page.waitForTimeout(300);
          await page.evaluate(await readFile(axe, "utf8"));
          const { passes, bad } = await page.evaluate<{ passes: number; bad: readonly string[] }>(
            "axe.run().then(({ violations, passes }) => ({ passes: passes.length, bad: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(({ id, nodes }) => nodes.map((node) => id + ' ' + node.target.join(' ') + ' ' + node.failureSummary)) }))",
          );
          expect(bad).toEqual([]);
          expect(passes).toBeGreaterThan(15);
          await page.context().close();
        }
      },
    );
  },
);
