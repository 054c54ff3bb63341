import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { MODELS } from "../../generators/models/table.ts";
import { expandSuite, type MakesOf } from "./expand-suite.ts";
import { parseSuite } from "./parse-suite.ts";

const makesOf: MakesOf = ({ id }) => MODELS.find((model) => model.id === id)?.kind ?? "video";
const SAMPLES = new URL("../../samples/suites/", import.meta.url);

const base = {
  schema: "topoprobe.suite/1",
  name: "try",
  tasks: ["pipe"],
  instances: { kind: "generated", perTier: 2 },
  conditions: ["none"],
  reasoners: [{ id: "a-model" }],
  generators: [] as readonly object[],
};
const expand = (changes: object) =>
  expandSuite(parseSuite(JSON.stringify({ ...base, ...changes }), "try.json"), makesOf);
const namesOf = (changes: object) => expand(changes).cells.map(({ name }) => name);

describe("expandSuite", () => {
  test("what a condition does not use is not multiplied", () => {
    const names = namesOf({
      conditions: ["none", "text", "image", "video", "video-policy"],
      reasoners: [{ id: "m1" }, { id: "m2" }],
      generators: [{ id: "gpt-image-2" }, { id: "wan2.2" }, { id: "ltx-2.3" }],
    });
    expect(names).toEqual([
      ...["pipe-none-m1", "pipe-none-m2", "pipe-text-m1", "pipe-text-m2"],
      ...["pipe-image-m1-gpt-image-2", "pipe-image-m2-gpt-image-2"],
      ...["pipe-video-m1-wan2.2", "pipe-video-m1-ltx-2.3"],
      ...["pipe-video-m2-wan2.2", "pipe-video-m2-ltx-2.3"],
      ...["pipe-video-policy-wan2.2", "pipe-video-policy-ltx-2.3"],
    ]);
  });

  test("tasks without a judge are left out of video-policy, with the reason; in video they play", () => {
    const { cells, leftOut } = expand({
      tasks: ["pipe", "swap"],
      conditions: ["video", "video-policy"],
      reasoners: [{ id: "oracle" }],
      generators: [{ id: "oracle" }],
    });
    expect(cells.map(({ name }) => name)).toEqual([
      ...["pipe-video-oracle-oracle", "pipe-video-policy-oracle", "swap-video-oracle-oracle"],
    ]);
    expect(leftOut).toEqual([
      { what: "swap video-policy", reason: expect.stringContaining("have no judge") },
    ]);
    expect(() =>
      expand({ tasks: ["swap"], conditions: ["video-policy"], generators: [{ id: "oracle" }] }),
    ).toThrow(/nothing comes of condition video-policy.*have no judge/s);
  });

  test("policies of our own imagine no pictures: that would be none again", () => {
    const { cells, leftOut } = expand({
      conditions: ["none", "image"],
      reasoners: [{ id: "random" }, { id: "m" }],
      generators: [{ id: "gpt-image-2" }],
    });
    expect(cells.map(({ name }) => name)).toEqual([
      ...["pipe-none-random", "pipe-none-m", "pipe-image-m-gpt-image-2"],
    ]);
    expect(leftOut.map(({ what }) => what)).toEqual(["image random"]);
  });

  test("faults of other tasks, and published prompts of tasks without one, are left out", () => {
    const { cells, leftOut } = expand({
      tasks: ["pipe", "untangle"],
      conditions: ["none", "video-policy"],
      reasoners: [{ id: "m", promptStyle: "published" }],
      generators: [{ id: "fault:retype" }],
    });
    expect(cells.map(({ name }) => name)).toEqual([
      "pipe-video-policy-fault-retype",
      "untangle-none-m",
    ]);
    expect(leftOut.map(({ what }) => what)).toEqual(["pipe m", "untangle fault:retype"]);
  });

  test("seeds are sets of instances of their own", () => {
    const generated = (seeds: readonly number[]) => ({
      instances: { kind: "generated", perTier: 2, seeds },
    });
    expect(namesOf(generated([0, 2]))).toEqual([
      "pipe-none-a-model-seed0",
      "pipe-none-a-model-seed2",
    ]);
    expect(() => expand(generated([3, 2]))).toThrow(/at least perTier \(2\) apart.*2 and 3/);
  });

  test("limits of entries", () => {
    const names = namesOf({
      tasks: ["pipe", "one-stroke"],
      conditions: ["video", "video-policy"],
      generators: [
        { id: "wan2.2", conditions: ["video"] },
        { id: "ltx-2.5", conditions: ["video-policy"], tasks: ["continuity_pipe"] },
        { id: "oracle", conditions: ["video-policy"], name: "built-in" },
      ],
    });
    expect(names).toEqual([
      ...["pipe-video-a-model-wan2.2", "pipe-video-policy-ltx-2.5", "pipe-video-policy-built-in"],
      ...["one-stroke-video-a-model-wan2.2", "one-stroke-video-policy-built-in"],
    ]);
  });

  test("hosts tell entries apart; what does not is refused", () => {
    const video = { conditions: ["video-policy"], reasoners: [] };
    expect(
      namesOf({ ...video, generators: [{ id: "wan2.2", via: "comfyui" }, { id: "wan2.2" }] }),
    ).toEqual(["pipe-video-policy-wan2.2-comfyui", "pipe-video-policy-wan2.2"]);
    expect(() =>
      expand({ ...video, generators: [{ id: "oracle" }, { id: "oracle", crf: 30 }] }),
    ).toThrow(/a folder of its own.*pipe-video-policy-oracle twice/);
  });

  test.each([
    ["an unknown task", { tasks: ["pip"] }, /task.*pipe/s],
    ["a task twice by two names", { tasks: ["pipe", "continuity_pipe"] }, /each task once/],
    ["an unknown condition", { conditions: ["nothing"] }, /condition/],
    ["an unknown task in a limit", { reasoners: [{ id: "m", tasks: ["pip"] }] }, /pipe/],
    ["no reasoner", { reasoners: [] }, /at least one reasoner/],
    [
      "a generator that nothing uses",
      { generators: [{ id: "wan2.2" }] },
      /comes of generator wan2\.2/,
    ],
    ["a condition without its generator", { conditions: ["image"] }, /comes of condition image/],
    [
      "no file of a task",
      { instances: { kind: "published", files: { swap: { rows: "q.jsonl" } } } },
      /none of pipe/,
    ],
  ])("refuses %s", (_, changes, message) => {
    expect(() => expand(changes)).toThrow(UsageError);
    expect(() => expand(changes)).toThrow(message);
  });
});

describe("parseSuite", () => {
  test.each([
    ["a key", { reasoners: [{ id: "m", apiKey: "sk-1" }] }, /reasoners\.0.*apiKey/],
    ["an address", { reasoners: [{ id: "m", baseUrlEnv: "http://x/v1" }] }, /never an address/],
    ["an unknown field", { episodes: 3 }, /episodes/],
    ["an odd size", { rollout: { widthPx: 831 } }, /rollout\.widthPx/],
    ["a tier twice", { tiers: ["easy", "easy"] }, /each tier once/],
  ])("refuses %s", (_, changes, message) => {
    expect(() => expand(changes)).toThrow(UsageError);
    expect(() => expand(changes)).toThrow(message);
  });

  test("refuses what is no JSON", () => {
    expect(() => parseSuite("{", "x.json")).toThrow(/--suite x\.json/);
  });
});

describe("the suites that come along", () => {
  test.each(readdirSync(SAMPLES).filter((name) => name.endsWith(".json")))("%s expands", (name) => {
    const suite = parseSuite(readFileSync(new URL(name, SAMPLES), "utf8"), name);
    expect(expandSuite(suite, makesOf).cells.length).toBeGreaterThan(0);
  });

  test("the file that the documentation shows expands", () => {
    const text = readFileSync(new URL("../../docs/suites.md", import.meta.url), "utf8");
    const [, shown = ""] = /```json\n(.*?)```/s.exec(text) ?? [];
    const suite = parseSuite(shown, "docs/suites.md");
    expect(expandSuite(suite, makesOf).cells.map(({ name }) => name)).toContain(
      "pipe-video-qwen3-vl-wan2.2-comfyui",
    );
  });

  test("paper-105: 35 a tier on three tasks, each condition with none beside it", () => {
    const text = readFileSync(new URL("paper-105.json", SAMPLES), "utf8");
    const suite = parseSuite(text, "paper-105.json");
    expect(suite.instances).toEqual({ kind: "generated", perTier: 35, seeds: [1] });
    const { cells, leftOut } = expandSuite(suite, makesOf);
    expect(leftOut).toEqual([]);
    for (const task of ["pipe", "one-stroke", "untangle"]) {
      const own = cells
        .filter((cell) => cell.task.id === task)
        .map(({ condition }) => condition.id);
      expect(own.filter((id) => id === "none")).toHaveLength(1);
      expect(own.filter((id) => id === "image")).toHaveLength(3);
      expect(own.filter((id) => id === "video")).toHaveLength(2);
      expect(own.filter((id) => id === "video-policy")).toHaveLength(task === "pipe" ? 3 : 2);
    }
  });
});
