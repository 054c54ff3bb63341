import { describe, expect, it } from "vitest";
import { UsageError } from "../core/errors.ts";
import { probe } from "../tests/e2e/helpers/cli.ts";
import { reportError, tellUsage } from "./exit.ts";
import type { CliIo } from "./io.ts";

function capture(isTTY: boolean) {
  const told: string[] = [];
  const io: CliIo = {
    out: () => undefined,
    err: (text) => told.push(text),
    progress: { isTTY, write: () => true },
    env: {},
    argv: [],
  };
  return { io, told };
}

describe("messages on standard error", () => {
  const message = `expected ${"a word ".repeat(30)}for --out but received nothing`;

  it("fit a terminal, and are one line in a pipe", () => {
    const [terminal, pipe] = [capture(true), capture(false)];
    expect(reportError(new UsageError(message), terminal.io)).toBe(2);
    expect(reportError(new UsageError(message), pipe.io)).toBe(2);
    expect(pipe.told).toEqual([`probe: ${message}\n`]);
    const [text = ""] = terminal.told;
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    expect(text.replaceAll("\n", " ").trimEnd()).toBe(`probe: ${message}`);
  });

  it.each([
    [
      ["run", "--task", "pipe", "--frames", "abc"],
      'probe: expected an integer, 2 to 10000, for --frames but received "abc"\n',
    ],
    [
      ["run", "--task", "pipe", "--tools", "no"],
      'probe: expected one of auto, native, text for --tools but received "no"\n',
    ],
    [["run", "--tsk", "pipe"], "probe: unknown option '--tsk'\n(Did you mean --task?)\n"],
    [["sheet", "x"], "probe: required option '--n <clips>' not specified\n"],
  ])("of wrong usage begin alike: %j", async (argv, err) => {
    expect(await probe(...argv)).toMatchObject({ code: 2, err });
  });

  it("name the variable that a value comes from", () => {
    const { io, told } = capture(false);
    tellUsage(
      "error: option '--fps <n>' value 'x' from env 'PROBE_FPS' is invalid. expected a number above 0 but received \"x\".\n",
      io,
    );
    expect(told).toEqual([
      'probe: expected a number above 0 for --fps (PROBE_FPS) but received "x"\n',
    ]);
  });
});
