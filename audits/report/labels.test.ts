import { describe, expect, it } from "vitest";
import { labelRuns, playerOf } from "./labels.ts";

const run = (name: string, player: string, condition = "video-policy", task = "pipe") => ({
  ...{ name, player, condition, task },
});

describe("playerOf", () => {
  const generator = { id: "wan", version: "1", params: {} };
  const reasoner = { id: "thinker", version: "1", params: {} };
  const agent = { reasoner, promptStyle: "own", maxPictures: 1, clipFrames: 4 } as const;

  it("is the generator where the clip is the policy, else who decides", () => {
    expect(playerOf({ generator })).toBe("wan");
    expect(playerOf({ generator, agent })).toBe("thinker with wan");
    expect(playerOf({ generator: { ...generator, id: "none" }, agent })).toBe("thinker");
  });
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
