/**
 * Makes the transcripts of docs/conditions.md again: npx tsx scripts/transcripts.ts
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTranscripts, PAGE, putTranscripts } from "./transcripts/page.ts";

const path = join(fileURLToPath(new URL("..", import.meta.url)), PAGE);
await writeFile(path, putTranscripts(await readFile(path, "utf8"), await makeTranscripts()));
