import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { findLiteral, parseWorkflow } from "./workflow.ts";

const parse = (json: unknown) => parseWorkflow({ name: "w.json", text: JSON.stringify(json) });

describe("parseWorkflow", () => {
  it("keeps what it does not know", () => {
    const json = { "1": { class_type: "A", inputs: { x: 0 }, is_changed: "k" } };
    expect(parse(json)).toEqual(json);
  });

  it("says how to export when given the editor's format", () => {
    const json = { nodes: [{ id: 1, type: "LoadImage" }], links: [], version: 0.4 };
    expect(() => parse(json)).toThrow(UsageError);
    expect(() => parse(json)).toThrow(/editor's own format.*Export \(API\)/);
  });

  it.each([
    ["a list", []],
    ["no nodes", {}],
    ["a node without inputs", { "1": { class_type: "A" } }],
    ["a text", "x"],
  ])("refuses %s", (_what, json) => {
    expect(() => parse(json)).toThrow(/API format/);
  });

  it("refuses what is no JSON", () => {
    expect(() => parseWorkflow({ name: "w.json", text: "import os" })).toThrow(
      /w\.json.*import os/,
    );
  });
});

describe("findLiteral", () => {
  const workflow = parse({
    "1": { class_type: "A", inputs: { own: 0, one: ["2", 0], two: ["3", 0], far: ["4", 0] } },
    "2": { class_type: "PrimitiveInt", inputs: { value: 3 } },
    "3": { class_type: "Add", inputs: { value: 3, other: 4 } },
    "4": { class_type: "Pass", inputs: { value: ["2", 0] } },
  });

  it("is the input itself, or the constant behind one link", () => {
    expect(findLiteral(workflow, { node: "1", input: "own" })).toEqual({ node: "1", input: "own" });
    expect(findLiteral(workflow, { node: "1", input: "one" })).toEqual({
      node: "2",
      input: "value",
    });
  });

  it("is nothing where the value is computed, or the input absent", () => {
    for (const input of ["two", "far", "none"]) {
      expect(findLiteral(workflow, { node: "1", input })).toBeUndefined();
    }
  });
});
