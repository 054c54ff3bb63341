import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";

const ROOT = new URL("../", import.meta.url);

test("every entry that package.json promises has a source", () => {
  const { exports } = z
    .object({ exports: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")));
  expect(Object.keys(exports)).toContain("./cv-diagnostics");
  for (const built of Object.values(exports)) {
    const source = built.replace("./dist/", "./").replace(/\.js$/, ".ts");
    expect(existsSync(fileURLToPath(new URL(source, ROOT))), built).toBe(true);
  }
});
