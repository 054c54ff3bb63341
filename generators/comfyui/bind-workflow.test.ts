import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { bindWorkflow } from "./bind-workflow.ts";
import { fillWorkflow } from "./fill-workflow.ts";
import { parseWorkflow, type Workflow, type WorkflowNode } from "./workflow.ts";

const SAMPLES = join(import.meta.dirname, "../../samples/workflows");
const VIDEO = { name: "w.json", kind: "video" } as const;

function readSample(name: string): Workflow {
  return parseWorkflow({ name, text: readFileSync(join(SAMPLES, name), "utf8") });
}

/** The same nodes with the titles that the editor gives: none of ours. */
function withoutTitles(workflow: Workflow): Workflow {
  return Object.fromEntries(
    Object.entries(workflow).map(([id, node]) => [
      id,
      { ...node, _meta: { title: node.class_type } },
    ]),
  );
}

function node(class_type: string, inputs: Record<string, unknown>, title?: string): WorkflowNode {
  return { class_type, inputs, ...(title === undefined ? {} : { _meta: { title } }) };
}

/** The least that is a workflow; prompt by class. */
const SMALL: Workflow = {
  "1": node("LoadImage", { image: "a.png" }),
  "2": node("CLIPTextEncode", { text: "yes" }),
  "3": node("CLIPTextEncode", { text: "no" }),
  "4": node("Sampler", {
    positive: ["2", 0],
    negative: ["3", 0],
    seed: 7,
    latent_image: ["5", 0],
  }),
  "5": node("EmptyVideo", { width: 64, height: 32, length: 9 }),
  "6": node("SaveVideo", { video: ["4", 0], fps: 8 }),
};

const WAN = {
  inputs: {
    image: [{ node: "9", input: "image" }],
    prompt: [{ node: "7", input: "text" }],
    width: [{ node: "10", input: "width" }],
    height: [{ node: "10", input: "height" }],
    frames: [{ node: "10", input: "length" }],
    fps: [{ node: "14", input: "fps" }],
    seed: [
      { node: "11", input: "noise_seed" },
      { node: "12", input: "noise_seed" },
    ],
  },
  output: "15",
  samplers: ["11", "12"],
  warnings: [],
};
const LTX = {
  inputs: {
    image: [{ node: "8", input: "image" }],
    prompt: [{ node: "5", input: "text" }],
    width: [{ node: "10", input: "width" }],
    height: [{ node: "10", input: "height" }],
    frames: [
      { node: "10", input: "length" },
      { node: "12", input: "frames_number" },
    ],
    fps: [
      { node: "7", input: "frame_rate" },
      { node: "12", input: "frame_rate" },
      { node: "21", input: "fps" },
    ],
    seed: [{ node: "14", input: "noise_seed" }],
  },
  output: "22",
  samplers: ["18"],
  warnings: [],
};

describe("the workflows that come along", () => {
  it.each([
    ["wan2.2-i2v.json", WAN],
    ["ltx-2.3-i2v.json", LTX],
  ])("%s binds every value by titles, and the same by classes alone", (name, expected) => {
    const workflow = readSample(name);
    expect(bindWorkflow(workflow, { name, kind: "video" })).toEqual(expected);
    expect(bindWorkflow(withoutTitles(workflow), { name, kind: "video" })).toEqual(expected);
  });

  it.each(["wan2.2-i2v.json", "ltx-2.3-i2v.json"])("%s links only to nodes that it has", (name) => {
    const workflow = readSample(name);
    for (const { inputs } of Object.values(workflow)) {
      for (const value of Object.values(inputs)) {
        if (Array.isArray(value)) expect(Object.keys(workflow)).toContain(value[0]);
      }
    }
  });

  it("are filled at every place, and stay as they were themselves", () => {
    const workflow = readSample("ltx-2.3-i2v.json");
    const before = structuredClone(workflow);
    const filled = fillWorkflow(workflow, bindWorkflow(workflow, VIDEO), {
      image: "x (1).png",
      prompt: "go",
      width: 832,
      height: 480,
      frames: 97,
      fps: 25,
      seed: 0,
    });
    expect(filled["8"]?.inputs["image"]).toBe("x (1).png");
    expect(filled["5"]?.inputs["text"]).toBe("go");
    expect(filled["10"]?.inputs).toMatchObject({ width: 832, height: 480, length: 97 });
    expect(filled["12"]?.inputs).toMatchObject({ frames_number: 97, frame_rate: 25 });
    expect(filled["7"]?.inputs["frame_rate"]).toBe(25);
    expect(filled["21"]?.inputs["fps"]).toBe(25);
    expect(filled["14"]?.inputs["noise_seed"]).toBe(0);
    expect(workflow).toEqual(before);
  });

  it("keep a value that is not given", () => {
    const workflow = readSample("wan2.2-i2v.json");
    const filled = fillWorkflow(workflow, bindWorkflow(workflow, VIDEO), { prompt: "" });
    expect(filled["7"]?.inputs["text"]).toBe("");
    expect(filled["10"]?.inputs["length"]).toBe(81);
  });
});

describe("titles", () => {
  it("win over classes", () => {
    const binding = bindWorkflow(
      { ...SMALL, "7": node("LoadImage", { image: "b.png" }, "Board probe:image") },
      VIDEO,
    );
    expect(binding.inputs.image).toEqual([{ node: "7", input: "image" }]);
  });

  it("may stand as id, and may name the input", () => {
    const binding = bindWorkflow(
      { ...SMALL, "probe:frames=how_long": node("Odd", { how_long: 5, length: 6 }) },
      VIDEO,
    );
    expect(binding.inputs.frames).toEqual([{ node: "probe:frames=how_long", input: "how_long" }]);
  });

  it("refuse a word that is not known, naming the known ones", () => {
    const workflow = { ...SMALL, "7": node("Odd", { value: 1 }, "probe:sed") };
    expect(() => bindWorkflow(workflow, VIDEO)).toThrow(/probe:seed.*node 7 .*"probe:sed"/);
  });

  it("refuse a node without such an input, and one whose value is computed", () => {
    expect(() =>
      bindWorkflow({ ...SMALL, "7": node("Odd", { a: 1, b: 2 }, "probe:seed") }, VIDEO),
    ).toThrow(/seed or noise_seed or value .*node 7.* a, b\. .*probe:seed=INPUT/);
    expect(() =>
      bindWorkflow({ ...SMALL, "7": node("Odd", { seed: ["4", 0] }, "probe:seed") }, VIDEO),
    ).toThrow(/what another node computes/);
  });
});

describe("classes", () => {
  it("follow a link to a node of constants", () => {
    const binding = bindWorkflow(
      {
        ...SMALL,
        "2": node("CLIPTextEncode", { text: ["7", 0] }),
        "7": node("PrimitiveStringMultiline", { value: "hello" }),
      },
      VIDEO,
    );
    expect(binding.inputs.prompt).toEqual([{ node: "7", input: "value" }]);
  });

  it("leave what is computed, and what stands at several places with different values", () => {
    const binding = bindWorkflow(
      {
        ...SMALL,
        "5": node("EmptyVideo", { width: ["9", 0], height: 32, length: 9 }),
        "9": node("Half", { a: 64, b: 2 }),
        "8": node("Interpolated", { frame_rate: 16 }),
      },
      VIDEO,
    );
    expect(binding.inputs.width).toEqual([]);
    expect(binding.inputs.height).toEqual([{ node: "5", input: "height" }]);
    expect(binding.inputs.fps).toEqual([]);
    expect(binding.warnings).toHaveLength(2);
    expect(binding.warnings[0]).toMatch(/w\.json: width is not bound .*probe:width/);
    expect(binding.warnings[1]).toMatch(/fps is not bound \(nodes 6, 8 have different ones\)/);
  });

  it("bind every seed, also where they differ", () => {
    const binding = bindWorkflow({ ...SMALL, "7": node("RandomNoise", { noise_seed: 1 }) }, VIDEO);
    expect(binding.inputs.seed).toEqual([
      { node: "4", input: "seed" },
      { node: "7", input: "noise_seed" },
    ]);
  });

  it("do not run in circles of conditioning", () => {
    const workflow = {
      ...SMALL,
      "2": node("Loop", { positive: ["2", 0] }),
    };
    expect(() => bindWorkflow(workflow, VIDEO)).toThrow(/one node for the prompt/);
  });

  it("name the candidates or the classes found where a required node is not clear", () => {
    const twoPictures = { ...SMALL, "7": node("LoadImage", { image: "b.png" }) };
    expect(() => bindWorkflow(twoPictures, VIDEO)).toThrow(
      /node for the image .*1 \(LoadImage\), 7 \(LoadImage\).*probe:image/,
    );
    const { "6": _saved, ...unsaved } = SMALL;
    expect(() => bindWorkflow(unsaved, VIDEO)).toThrow(UsageError);
    expect(() => bindWorkflow(unsaved, VIDEO)).toThrow(
      /the output .*none among CLIPTextEncode, EmptyVideo, LoadImage, Sampler/,
    );
    const twoClips = { ...SMALL, "7": node("VHS_VideoCombine", { images: ["4", 0] }) };
    expect(() => bindWorkflow(twoClips, VIDEO)).toThrow(/6 \(SaveVideo\), 7 \(VHS_VideoCombine\)/);
  });

  it("want a picture saved for models of pictures, and no word about frames", () => {
    const { "5": _clip, "6": _saved, ...rest } = SMALL;
    const binding = bindWorkflow(
      { ...rest, "6": node("SaveImage", { images: ["4", 0] }) },
      { name: "w.json", kind: "image" },
    );
    expect(binding.output).toBe("6");
    expect(binding.warnings.join()).not.toMatch(/frames|fps/);
    expect(binding.warnings).toHaveLength(2);
  });
});
