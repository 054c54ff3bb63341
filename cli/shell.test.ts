import { Command, Option } from "commander";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeCommand, quoteWord } from "./shell.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("quoteWord", () => {
  it.each([
    ["runs/pipe-oracle", "runs/pipe-oracle"],
    ["fault:retype", "fault:retype"],
    ["", "''"],
    ["a b", "'a b'"],
    ["it's", "'it'\\''s'"],
    ["$(x)", "'$(x)'"],
  ])("%j becomes %j", (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });
});

describe("describeCommand", () => {
  it("repeats what was typed and spells out what the environment said", () => {
    vi.stubEnv("PROBE_TEST_TASK", "pipe");
    const command = new Command("run")
      .addOption(new Option("--task <t>").env("PROBE_TEST_TASK"))
      .addOption(new Option("--out <d>").env("PROBE_TEST_OUT"));
    command.parse(["--out", "my run"], { from: "user" });
    expect(describeCommand(["run", "--out", "my run"], command)).toBe(
      "npx probe run --out 'my run' --task pipe",
    );
  });
});
