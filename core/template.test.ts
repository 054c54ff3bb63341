import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsageError } from "./errors.ts";
import { fillTemplate, hasBody } from "./template.ts";

const NAME = "my.md";
const fill = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  fillTemplate(text, values, NAME);

/** The message of the UsageError that filling throws. */
function faultOf(text: string, values: Readonly<Record<string, string>> = {}): string {
  try {
    fill(text, values);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("placeholders", () => {
  test("are replaced wherever they stand, by values of one line or several", () => {
    expect(fill("{a}-{b}{a}\n{b}", { a: "1", b: "x\ny" })).toBe("1-x\ny1\nx\ny");
  });

  test("may go unused", () => {
    expect(fill("no moves", { moves: "1. up" })).toBe("no moves");
  });

  test("take values as they are: braces, dollars and names of other placeholders", () => {
    expect(fill("{a}", { a: "{b} }} $& $1 {{", b: "2" })).toBe("{b} }} $& $1 {{");
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fill("[{a}]", { a: value })).toBe(`[${value}]`);
      }),
    );
  });

  test("take 0 and the empty text as values", () => {
    expect(fill("x={x}, y={y}.", { x: "0", y: "" })).toBe("x=0, y=.");
  });
});

describe("a line of nothing but placeholders", () => {
  test("is left out when all of their values are empty", () => {
    expect(fill("a\n{none}\n {none} {none}\nb", { none: "" })).toBe("a\nb");
    expect(fill("a\n{none} {some}\nb", { none: "", some: "1" })).toBe("a\n 1\nb");
  });

  test("leaves blank lines of the text where they are", () => {
    expect(fill("a\n\n{x}\n\nb", { x: "1" })).toBe("a\n\n1\n\nb");
  });
});

describe("doubled braces", () => {
  test("stand for braces, also nested in JSON and around a placeholder", () => {
    expect(fill('{{"answer":{{"x":1}}}}')).toBe('{"answer":{"x":1}}');
    expect(fill("{{{x}}}", { x: "1" })).toBe("{1}");
    expect(fill("{{x}}", { x: "1" })).toBe("{x}");
  });

  test("can write every text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[#\uFEFF]|\r\n|\n$/.test(text));
        expect(fill(text.replace(/[{}]/g, "$&$&"))).toBe(text);
      }),
    );
  });
});

describe("the comment at the top", () => {
  test("is not part of the text, nor are blank lines below it", () => {
    expect(fill("# About {anything}, { too.\n#more\n\n\nText # 1\n# 2", {})).toBe("Text # 1\n# 2");
  });

  test("does not begin below the first line", () => {
    expect(fill("\n# heading\ntext")).toBe("\n# heading\ntext");
  });

  test("alone leaves nothing", () => {
    expect(fill("# only a comment\n\n")).toBe("");
    expect(fill("")).toBe("");
    expect(["", "# only\n#that\n \n", " \n\n"].map(hasBody)).toEqual([false, false, false]);
    expect(["a", "# a\n\nb", "\n# a", "# a\n\n# b"].every(hasBody)).toBe(true);
  });
});

test("files of Windows and files without a last line end give the same text", () => {
  expect(fill("\uFEFF# about\r\na {x}\r\nb\r\n", { x: "1" })).toBe("a 1\nb");
  expect(fill("a {x}\nb", { x: "1" })).toBe("a 1\nb");
});

describe("faults", () => {
  const values = { start: "s", moves: "m", moves_intro: "i" };

  test("an unknown placeholder lists all that are known, the nearest first, and the line", () => {
    expect(faultOf("# about\n\nfirst\n{mvoes}", values)).toBe(
      'expected a known name for a placeholder but received "{mvoes}". ' +
        "Nearest first, there are: {moves}, {start}, {moves_intro}. (my.md, line 4)",
    );
    expect(faultOf("{Moves}", values)).toContain("there are: {moves}");
    expect(faultOf("{ moves }", values)).toContain("there are: {moves}");
    expect(faultOf("{moves-intro}", values)).toContain("there are: {moves_intro}");
    expect(faultOf("{x}")).toContain("This text has no placeholders.");
  });

  test("names that every object carries are not placeholders", () => {
    expect(faultOf("{constructor}", values)).toContain("a known name");
    expect(faultOf("{toString}", values)).toContain("a known name");
  });

  test.each(['{"answer": 1}', "{}", "a { b", "a } b", "{a\nb}", "{a.b}", "{{{", "}}}", "{{x}"])(
    "a single brace in %j asks for a doubled one",
    (text) => {
      expect(faultOf(text, values)).toMatch(/Write \{\{ for \{ and \}\} for \}\. \(my\.md, line 1/);
    },
  );
});
