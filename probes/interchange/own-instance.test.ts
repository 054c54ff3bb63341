import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { getTask } from "../../tasks/registry.ts";
import { parsePublished } from "../instances.ts";
import { readOwnInstance } from "./own-instance.ts";

const pipe = getTask("pipe");
const instance = pipe.generate("easy", 1);

describe("instances of our own among published rows", () => {
  it("are read line by line", () => {
    const other = { ...instance, id: "another.name" };
    const text = `${JSON.stringify(instance)}\n${JSON.stringify(other)}\n`;
    expect(parsePublished(pipe, text, "file").map((row) => row.instance)).toEqual([
      instance,
      other,
    ]);
  });

  it.each([
    ["taskVersion", { taskVersion: "0" }, /taskVersion.*"0"/],
    ["task", { task: "swap" }, /"pipe" for task.*"swap"/],
    ["tier", { tier: "huge" }, /tier/],
    ["initialState", { initialState: { gridSize: 4 } }, /initialState|sourceIndex/],
  ])("are refused with a wrong %s", (_, change, reason) => {
    const read = (): unknown => readOwnInstance(pipe, { ...instance, ...change });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(reason);
    const line = JSON.stringify({ ...instance, ...change });
    expect(() => parsePublished(pipe, line, "file")).toThrow(/^file, line 1: /);
  });
});
