/**
 * How large a report is and how it behaves in a browser, with as many clips as the published benchmark
 * has: time until it can be used, the longest task while scrolling through all of it, time to open a
 * clip and to filter. Needs Chromium.
 *
 *   npx tsx bench/report-load.ts [--clips 1245] [--keep DIR] [--chromium /usr/bin/chromium]
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { writeReport } from "../audits/report/write-report.ts";
import { makeRuns } from "./report-load/make-runs.ts";
import { measurePage } from "./report-load/measure-page.ts";

/** Not to be exceeded. */
const LIMITS = { usableMs: 2000, longestTaskMs: 200 } as const;

const { values } = parseArgs({
  options: {
    clips: { type: "string", default: "1245" },
    keep: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), "topoprobe-report-")));
try {
  const runs = await makeRuns(folder, Number(values.clips));
  const out = join(folder, "report");
  const since = performance.now();
  const { htmlPath } = await writeReport(runs, out);
  const writeMs = Math.round(performance.now() - since);
  const megabytes = ((await stat(htmlPath)).size / 1e6).toFixed(2);
  const browser = await chromium.launch({
    executablePath: values.chromium,
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const measured = await measurePage(page, pathToFileURL(htmlPath).href);
  await browser.close();
  process.stdout.write(
    `${JSON.stringify({ clips: Number(values.clips), writeMs, megabytes, ...measured }, null, 2)}\n`,
  );
  const isFast =
    measured.usableMs <= LIMITS.usableMs && measured.longestTaskMs <= LIMITS.longestTaskMs;
  process.exitCode = isFast ? 0 : 1;
} finally {
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
