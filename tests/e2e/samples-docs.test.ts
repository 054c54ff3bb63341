/**
 * The documentation keeps telling the truth: thresholds, checks, files and commands that it names.
 * A threshold that is added or changed goes into the tables of docs/judge*.md too.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { STROKE_CHECKS } from "../../cv-diagnostics/checks/one-stroke/index.ts";
import { PIPE_CHECKS } from "../../cv-diagnostics/checks/pipe/index.ts";
import { UNTANGLE_CHECKS } from "../../cv-diagnostics/checks/untangle/conclude.ts";
import * as thresholds from "../../cv-diagnostics/thresholds.ts";
import { loadModels, loadPrices, loadTokenPrices } from "../../generators/models/load-models.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = [
  "README.md",
  "samples/README.md",
  "docs/judge.md",
  "docs/judge-one-stroke.md",
  "docs/judge-untangle.md",
  "docs/architecture.md",
  "docs/conditions.md",
  "docs/generators.md",
  "docs/human-checks.md",
  "docs/interchange.md",
  "docs/mcp.md",
  "docs/report.md",
  "docs/suites.md",
  "prompts/README.md",
  "samples/workflows/README.md",
  "bench/RESULTS.md",
];
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** What each page explains: thresholds with their values, checks with their kinds. */
const EXPLAINED = [
  {
    page: "docs/judge.md",
    checks: PIPE_CHECKS,
    thresholds: {
      ...thresholds.BOARD_THRESHOLDS,
      ...thresholds.PIPE_READ_THRESHOLDS,
      ...thresholds.LABEL_THRESHOLDS,
      ...thresholds.EVIDENCE_THRESHOLDS,
      ...thresholds.PIPE_MOTION_THRESHOLDS,
    },
  },
  {
    page: "docs/judge-one-stroke.md",
    checks: STROKE_CHECKS,
    thresholds: { ...thresholds.STROKE_READ_THRESHOLDS, ...thresholds.STROKE_MOTION_THRESHOLDS },
  },
  {
    page: "docs/judge-untangle.md",
    checks: UNTANGLE_CHECKS,
    thresholds: {
      ...thresholds.ROPE_READ_THRESHOLDS,
      ...thresholds.ROPE_MOTION_THRESHOLDS,
    },
  },
];

describe.each(EXPLAINED)("$page", ({ page, checks, thresholds: expected }) => {
  it("has every threshold with its value", () => {
    const rows = read(page).matchAll(/^\| `(\w+)`\s*\| ([\d.]+)\s*\|/gm);
    const written = Object.fromEntries([...rows].map(([, name, value]) => [name, Number(value)]));
    expect(written).toEqual(expected);
  });

  it("explains every check, with its kind", () => {
    const rows = read(page).matchAll(/^\*\*`(\w+)`\*\* \((\w+)\)/gm);
    const written = [...rows].map(([, id, kind]) => `${id} ${kind}`);
    expect(written.sort()).toEqual(checks.map(({ id, kind }) => `${id} ${kind}`).sort());
  });
});

describe("the files of docs/generators.md", () => {
  const files = [...read("docs/generators.md").matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
    ([, text = ""]) => ({ name: "docs/generators.md", text }),
  );
  const fileOf = (schema: string) => files.find(({ text }) => text.includes(`"${schema}"`));

  it("are taken as they stand: prices of clips and of tokens", () => {
    const file = fileOf("topoprobe.prices/1");
    const prices = loadPrices(file, []);
    expect(prices).toContainEqual(expect.objectContaining({ source: "our own machine" }));
    expect(loadTokenPrices(file)).toMatchObject([{ model: "gpt-5.6-luna" }]);
  });

  it("are taken as they stand: models", () => {
    const models = loadModels(fileOf("topoprobe.models/1"));
    expect(models.map(({ id }) => id)).toContain("my-model");
  });
});

describe("documentation", () => {
  it.each(PAGES)("%s links to files that are there", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, target]) => target,
    );
    for (const target of targets) {
      expect(existsSync(join(ROOT, dirname(page), target ?? "")), target).toBe(true);
    }
  });

  it.each(PAGES)("%s names only scripts that package.json has", (page) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read("package.json")));
    const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? "");
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });
});
