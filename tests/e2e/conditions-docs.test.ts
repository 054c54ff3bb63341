/** The transcripts of docs/conditions.md are what the conditions do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { conditionRegistry } from "../../probes/conditions/registry.ts";
import { makeTranscripts, PAGE, transcriptsOf } from "../../scripts/transcripts/page.ts";

const page = readFileSync(join(fileURLToPath(new URL("../..", import.meta.url)), PAGE), "utf8");

it("are those that the script makes", async () => {
  expect(transcriptsOf(page)).toBe((await makeTranscripts()).trim());
});

it("has a row and a transcript of every condition", () => {
  for (const id of conditionRegistry.ids) {
    expect(page).toContain(`| \`${id}\` |`);
    expect(page).toContain(`\n### \`${id}\`\n`);
  }
});
