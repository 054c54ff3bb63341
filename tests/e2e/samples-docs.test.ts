/**
 * The documentation keeps telling the truth: thresholds, checks, files and commands that it names.
 * A threshold that is added or changed goes into the tables of docs/judge.md too.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PIPE_CHECKS } from "../../cv-diagnostics/checks/pipe/index.ts";
import * as thresholds from "../../cv-diagnostics/thresholds.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = ["README.md", "samples/README.md", "docs/judge.md", "docs/architecture.md"];
/** Written by the exam, which takes an hour: a checkout may be without it. */
const EXAM_RESULTS = "bench/RESULTS.md";
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const PIPE_THRESHOLDS: Readonly<Record<string, number>> = {
  ...thresholds.BOARD_THRESHOLDS,
  ...thresholds.PIPE_READ_THRESHOLDS,
  ...thresholds.LABEL_THRESHOLDS,
  ...thresholds.EVIDENCE_THRESHOLDS,
  ...thresholds.PIPE_MOTION_THRESHOLDS,
};

describe("docs/judge.md", () => {
  it("has every threshold of Pipe with its value", () => {
    const rows = read("docs/judge.md").matchAll(/^\| `(\w+)` \| ([\d.]+) \|/gm);
    const written = Object.fromEntries([...rows].map(([, name, value]) => [name, Number(value)]));
    expect(written).toEqual(PIPE_THRESHOLDS);
  });

  it("explains every check of Pipe, with its kind", () => {
    const rows = read("docs/judge.md").matchAll(/^\*\*`(\w+)`\*\* \((\w+)\)/gm);
    const written = [...rows].map(([, id, kind]) => `${id} ${kind}`);
    expect(written.sort()).toEqual(PIPE_CHECKS.map(({ id, kind }) => `${id} ${kind}`).sort());
  });
});

describe("documentation", () => {
  it.each(PAGES)("%s links to files that are there", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, target]) => target,
    );
    for (const target of targets) {
      if (target === EXAM_RESULTS) continue;
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
