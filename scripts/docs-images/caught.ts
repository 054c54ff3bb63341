/** The overlay strip of a clip that ends solved, in which a rope passed through another one's plug. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "../../cli/program.ts";
import { verdictSchema } from "../../core/schema/verdict.ts";

/** The README tells readers to make this clip by the same words. */
const RUN = [
  ...["run", "--task", "untangle", "--gen", "fault:silent-crossing", "--tier", "medium"],
  ...["--seed", "19", "--episodes", "1"],
];
const INSTANCE = "untangle-medium-219";
const CHECK = "crossing_change_valid";

/**
 * @returns path of the strip
 * @throws Error when the verdict is another one than the documentation tells of
 */
export async function drawCaughtCrossing(work: string): Promise<string> {
  const run = join(work, "caught");
  const code = await runCli({
    out: () => undefined,
    err: (text) => process.stderr.write(text),
    progress: process.stderr,
    env: {},
    argv: [...RUN, "--concurrency", "1", "--out", run],
  });
  if (code !== 0) throw new Error(`expected exit code 0 but received ${code}`);
  const line = await readFile(join(run, "verdicts.jsonl"), "utf8");
  const { checks, terminal } = verdictSchema.parse(JSON.parse(line));
  const failed = checks.filter(({ outcome }) => outcome !== "pass").map(({ name }) => name);
  if (terminal.outcome !== "pass" || failed.join() !== CHECK) {
    throw new Error(
      `expected a clip that ends solved and fails ${CHECK} alone, ` +
        `but its terminal is ${terminal.outcome} and it fails ${failed.join(", ")}`,
    );
  }
  return join(run, "episodes", INSTANCE, "overlay.png");
}
