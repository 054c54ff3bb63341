import { describe, expect, it } from "vitest";
import { createProgress, type ProgressStream } from "./progress.ts";

function harness(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const stream: ProgressStream = { isTTY, columns, write: (text) => written.push(text) };
  const progress = createProgress({ label: "pipe", total: 4, stream, now: () => clock.ms });
  return { written, clock, progress };
}

describe("progress in a log", () => {
  it("prints at most a line per 5 seconds", () => {
    const { written, clock, progress } = harness(false);
    progress.advance();
    clock.ms = 4999;
    progress.advance();
    expect(written).toEqual([]);
    clock.ms = 5000;
    progress.describe("easy-1: judging");
    clock.ms = 9999;
    progress.advance();
    expect(written).toEqual(["pipe: 2/4, 2.5 s each: easy-1: judging\n"]);
    clock.ms = 10000;
    progress.advance();
    expect(written[1]).toBe("pipe: 4/4, 2.5 s each: easy-1: judging\n");
  });

  it("always prints notes and the end, and nothing after it", () => {
    const { written, clock, progress } = harness(false);
    clock.ms = 500;
    progress.note("a warning");
    progress.advance(2);
    progress.finish();
    progress.finish();
    progress.note("late");
    progress.advance();
    expect(written).toEqual(["a warning\n", "pipe: 2/4, 4.0 a second\n"]);
  });

  it("counts earlier items, but not for the rate", () => {
    const written: string[] = [];
    const clock = { ms: 0 };
    const progress = createProgress({
      label: "pipe",
      total: 4,
      before: 2,
      stream: { write: (text) => written.push(text) },
      now: () => clock.ms,
    });
    clock.ms = 5000;
    progress.advance();
    expect(written).toEqual(["pipe: 3/4, 5.0 s each\n"]);
  });

  it("states no rate before the first item", () => {
    const { written, clock, progress } = harness(false);
    clock.ms = 6000;
    progress.describe("drawing");
    expect(written).toEqual(["pipe: 0/4: drawing\n"]);
  });
});

describe("progress on a terminal", () => {
  it("takes 80 columns when the terminal does not know", () => {
    const { written, progress } = harness(true, 0);
    progress.describe("x".repeat(100));
    expect(written[0]).toBe(`\r\u001b[2K${`pipe: 0/4: ${"x".repeat(100)}`.slice(0, 79)}`);
  });

  it("redraws one line, cut to the width", () => {
    const { written, clock, progress } = harness(true, 20);
    progress.describe("a long description of the work");
    expect(written[0]).toBe("\r\u001b[2Kpipe: 0/4: a long d");
    clock.ms = 50;
    progress.describe("skipped: too soon");
    expect(written).toHaveLength(1);
    clock.ms = 150;
    progress.advance();
    expect(written).toHaveLength(2);
    expect(written.join("")).not.toContain("\n");
    progress.note("a note longer than twenty columns");
    expect(written[2]).toBe("\r\u001b[2Ka note longer than twenty columns\n");
  });
});
