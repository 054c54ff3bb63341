import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { runSuite } from "../probes/run-suite.ts";
import { newRunPath, suiteOptions } from "../tests/e2e/helpers/small-suite.ts";
import { addExportCommand } from "./export.ts";
import { addImportCommand } from "./import.ts";

const PIPE_ROWS = fileURLToPath(
  new URL("../tasks/pipe/__fixtures__/published-rows.jsonl", import.meta.url),
);
const MINDTOPO = ["--format", "mindtopo"] as const;

async function probe(...argv: readonly string[]) {
  let out = "";
  let err = "";
  let code: number | undefined;
  const write = (text: string): void => {
    err += text;
  };
  const io = {
    out: (text: string): void => {
      out += text;
    },
    err: write,
    ...{ progress: { write }, env: {}, argv },
  };
  const onExit = (given: number): void => {
    code = given;
  };
  const program = new Command("probe").exitOverride().configureOutput({ writeErr: write });
  addImportCommand(program, io, onExit);
  addExportCommand(program, io, onExit);
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeErr: write, writeOut: io.out });
  }
  await program.parseAsync([...argv], { from: "user" });
  return { out, err, code };
}

describe("probe import", () => {
  it("ends with the command that runs the questions", async () => {
    const { out, code } = await probe("import", ...MINDTOPO, PIPE_ROWS);
    expect(out).toMatch(/^pipe +1 +0 +1$/m);
    expect(out).toContain("nothing was written");
    expect(out.trimEnd().split("\n").at(-1)).toBe(
      `  npx probe run --task pipe --instances ${PIPE_ROWS}`,
    );
    expect(code).toBe(0);
  });

  it("fails, and tells why, when a row was refused; the others are prepared", async () => {
    const root = mkdtempSync(join(tmpdir(), "probe-cli-"));
    mkdirSync(join(root, "my clips"));
    writeFileSync(join(root, "my clips", "a.mp4"), "a");
    const file = join(root, "my clips", "list.jsonl");
    const row = (id: string, video: string) => JSON.stringify({ id, task_name: "pipe", video });
    writeFileSync(file, `${row("pipe-easy-1", "a.mp4")}\n${row("pipe-easy-2", "../b.mp4")}\n`);
    const out = join(root, "out folder");
    const result = await probe("import", ...MINDTOPO, file, "--out", out);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/list\.jsonl, line 2 \(pipe-easy-2\): .*leaves the folder/);
    expect(result.out).toContain("not used: 1 refused, see above");
    expect(result.out.trimEnd().split("\n").at(-1)).toBe(
      `  npx probe run --task pipe --gen 'replay:${join(out, "pipe", "clips")}' ` +
        `--instances '${join(out, "pipe", "instances.jsonl")}'`,
    );
  });

  it("asks for the format", async () => {
    await expect(probe("import", PIPE_ROWS)).rejects.toThrow(/--format/);
    await expect(probe("import", "--format", "other", PIPE_ROWS)).rejects.toThrow(/mindtopo/);
  });
});

describe("probe export", () => {
  it("writes into the run folder, once", async () => {
    const run = newRunPath();
    await runSuite(suiteOptions(run));
    const { out, err, code } = await probe("export", ...MINDTOPO, run);
    const file = join(run, "model_answer.jsonl");
    expect({ out, err, code }).toEqual({ out: `4 rows  ${file}\n`, err: "", code: 0 });
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(4);
    await expect(probe("export", ...MINDTOPO, run)).rejects.toThrow(/a new file for --out/);
    await expect(probe("export", ...MINDTOPO, run, run)).rejects.toThrow(/expected --out/);
    const elsewhere = join(mkdtempSync(join(tmpdir(), "probe-cli-")), "new", "a.jsonl");
    const second = await probe("export", ...MINDTOPO, run, "--out", elsewhere, "--json");
    expect(JSON.parse(second.out)).toMatchObject({ rows: 4, missing: 0, withoutRow: 0 });
    expect(second.err).toContain("lead out of the folder");
    expect(existsSync(elsewhere)).toBe(true);
  });
});
