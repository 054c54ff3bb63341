/** A browser for tests, when the machine has one. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** PROBE_CHROMIUM, else where Linux distributions put it. */
const PLACES = [
  process.env["PROBE_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Undefined when there is none: tests that need one are skipped. */
export const BROWSER_PATH = PLACES.find((path) => path !== undefined && existsSync(path));

export function openBrowser(): Promise<Browser> {
  // Root, as in a container, cannot have the sandbox; the pages are our own.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: BROWSER_PATH ?? "", args });
}
