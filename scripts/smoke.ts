/**
 * The built command judges the samples, and says of each what is known of it.
 *
 *   npm run smoke      needs `npm run build`
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { verdictSchema } from "../core/schema/verdict.ts";
import { samplesTruthSchema } from "./samples/plan.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const truth = samplesTruthSchema.parse(
  JSON.parse(await readFile(`${ROOT}/samples/truth.json`, "utf8")),
);
const stdout = await runProbe(["diagnose", "samples/run", "--json"]);
const verdicts = z.array(verdictSchema).parse(JSON.parse(stdout));

let wrong = 0;
for (const { instanceId, generator, expected } of truth.clips) {
  const verdict = verdicts.find((candidate) => candidate.instanceId === instanceId);
  const failed = verdict?.checks.filter((check) => check.outcome === "fail") ?? [];
  const names = failed.map((check) => check.name);
  const isRight =
    verdict?.processValid === expected.processValid &&
    verdict.terminal.outcome === expected.terminal &&
    expected.mustFail.every((name) => names.includes(name));
  if (!isRight) wrong++;
  const seen = names.length > 0 ? `fails ${names.join(", ")}` : "no check fails";
  process.stdout.write(
    `${isRight ? "ok   " : "WRONG"} ${instanceId} (${generator}): ` +
      `terminal ${verdict?.terminal.outcome ?? "not judged"}, ${seen}\n`,
  );
}
process.exitCode = wrong === 0 ? 0 : 1;

/** @throws Error when it exits with anything but 0 */
function runProbe(argv: readonly string[]): Promise<string> {
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["dist/cli/main.js", ...argv], options, (error, out, err) => {
      if (error === null) resolve(out);
      else reject(new Error(`probe ${argv.join(" ")}: ${error.message}\n${err}`));
    });
  });
}
