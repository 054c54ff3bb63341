import { describe, expect, it } from "vitest";
import { labelRuns } from "./labels.ts";

const run = (name: string, generator: string, condition = "video-policy", task = "pipe") => ({
  ...{ name, generator, condition, task },
});

describe("labelRuns", () => {
  it.each([
    ["generators", [run("r1", "a"), run("r2", "b")], ["a", "b"]],
    ["tasks", [run("r1", "a"), run("r2", "a", "video-policy", "swap")], ["a", "a"]],
    ["conditions", [run("r1", "a"), run("r2", "a", "none")], ["a, video-policy", "a, none"]],
    ["names", [run("r1", "a"), run("r2", "a")], ["a (r1)", "a (r2)"]],
    ["numbers", [run("r", "a"), run("r", "a")], ["a (r, run 1)", "a (r, run 2)"]],
  ])("tells runs apart by their %s", (_, runs, labels) => {
    expect(labelRuns(runs)).toEqual(labels);
  });
});
