/** What a reader waits for in a report's page. Times in milliseconds. */
import type { Page } from "playwright-core";

export type Measured = {
  /** From the start of loading until the script has run and a frame with it is on the screen. */
  readonly usableMs: number;
  /** Longest task of the page's main thread while scrolling from top to end and back. */
  readonly longestTaskMs: number;
  /** Longest time between two frames while scrolling. */
  readonly longestFrameMs: number;
  /** From the click to the frame that shows the clip's details. */
  readonly openMs: number;
  readonly filterMs: number;
};

const STEP_PX = 700;

/** The code below runs in the page, as text: this side knows no document. */
const WATCH = `
window.tasks = [];
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
window.painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
`;

export async function measurePage(page: Page, url: string): Promise<Measured> {
  await page.addInitScript(WATCH);
  await page.goto(url, { waitUntil: "commit" });
  const usableMs = await page.evaluate<number>(
    `(async () => {
      while (document.documentElement.dataset.ready !== "1") await new Promise((r) => setTimeout(r, 5));
      await painted();
      return performance.now();
    })()`,
  );
  const scrolled = await page.evaluate<{ task: number; frame: number }>(
    `(async () => {
      await new Promise((r) => setTimeout(r, 500));
      tasks.length = 0;
      let frame = 0, last = performance.now();
      const step = async (by) => {
        scrollBy(0, by);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frame = Math.max(frame, now - last);
        last = now;
      };
      while (scrollY + innerHeight < document.documentElement.scrollHeight - 2) await step(${STEP_PX});
      while (scrollY > 0) await step(-${STEP_PX});
      await new Promise((r) => setTimeout(r, 200));
      return { task: Math.max(0, ...tasks), frame };
    })()`,
  );
  const openMs = await page.evaluate<number>(
    `(async () => {
      const clip = document.querySelectorAll("details.clip")[40] ?? document.querySelector("details.clip");
      clip.scrollIntoView();
      await painted();
      const since = performance.now();
      clip.firstElementChild.click();
      await painted();
      await painted();
      return performance.now() - since;
    })()`,
  );
  const filterMs = await page.evaluate<number>(
    `(async () => {
      const field = document.querySelector("form.filters").elements.namedItem("tier");
      const since = performance.now();
      field.value = "hard";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await painted();
      return performance.now() - since;
    })()`,
  );
  return {
    usableMs: Math.round(usableMs),
    longestTaskMs: Math.round(scrolled.task),
    longestFrameMs: Math.round(scrolled.frame),
    openMs: Math.round(openMs),
    filterMs: Math.round(filterMs),
  };
}
