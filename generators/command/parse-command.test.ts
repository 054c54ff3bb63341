import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { describeUnused, fillCommand, parseCommand } from "./parse-command.ts";

const VALUES = {
  image: "C:\\a b\\image.png",
  prompt: `say "hi"; rm -rf / $(x) {seed}`,
  prompt_file: "/p.txt",
  out: "/out.mp4",
  frames: "81",
  fps: "16",
  width: "832",
  height: "480",
  seed: "0",
};

describe("parseCommand", () => {
  it("splits at blanks, keeps quotes together and backslashes as they are", () => {
    expect(parseCommand(`command:C:\\py.exe "my script.py" --o='{out}'`).parts).toEqual([
      "C:\\py.exe",
      "my script.py",
      "--o={out}",
    ]);
  });

  it.each([
    ["", /a program to run/],
    ["command:", /a program to run/],
    ["'' {out}", /a program to run/],
    ["python sample.py {image}", /\{out\}, the file/],
    ["python 'sample.py {out}", /quotes in pairs/],
    ["python {imgae} {out}", /known placeholders .*\{imgae\}.*\{image\} \(.*\{\{imgae\}\}/],
  ])("refuses %j", (spec, message) => {
    expect(() => parseCommand(spec)).toThrow(UsageError);
    expect(() => parseCommand(spec)).toThrow(message);
  });
});

describe("fillCommand", () => {
  it("puts a value into its argument, however it looks, and never looks into it again", () => {
    const command = parseCommand("run --p={prompt} {image} {out} {frames}x{fps} {{seed}} {seed}");
    expect(fillCommand(command, VALUES)).toEqual([
      "run",
      `--p=${VALUES.prompt}`,
      VALUES.image,
      "/out.mp4",
      "81x16",
      "{seed}",
      "0",
    ]);
  });

  it("leaves other braces alone", () => {
    const command = parseCommand(`node -e 'f(() => { return {"a":{"b":1}} })' {out}`);
    expect(fillCommand(command, VALUES)[2]).toBe(`f(() => { return {"a":{"b":1}} })`);
  });
});

describe("describeUnused", () => {
  it("names what the command is not told", () => {
    const told = (spec: string) => describeUnused(parseCommand(spec));
    expect(told("r {out}")).toEqual([
      expect.stringMatching(/first frame .*\{image\}/),
      expect.stringMatching(/\{prompt\} or \{prompt_file\}/),
      expect.stringMatching(/\{frames\}, \{fps\}, \{width\}, \{height\}, \{seed\}$/),
    ]);
    expect(told("r {image} {prompt_file} {frames} {fps} {width} {height} {seed} {out}")).toEqual(
      [],
    );
  });
});
