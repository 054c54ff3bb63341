/**
 * Which inputs of a workflow take which value, as far as classes and links of nodes tell it without
 * doubt. Candidates only: what several of them mean is decided by `bind-workflow.ts`. Pure.
 */
import type { ValueSlot } from "./slots.ts";
import { findLiteral, readInput, readLink, type Target, type Workflow } from "./workflow.ts";

const SAVES_VIDEO = ["SaveVideo", "VHS_VideoCombine", "SaveWEBM"];
const SAVES_IMAGE = ["SaveImage"];
/** How far a conditioning is followed back to its text. */
const MAX_HOPS = 32;

/** Places where the value of a slot is written; every one of them once. */
export function findByClass(workflow: Workflow, slot: ValueSlot): readonly Target[] {
  switch (slot) {
    case "image":
      return literals(workflow, nodesOf(workflow, ["LoadImage"]), ["image"], "string");
    case "prompt":
      return findPrompts(workflow);
    case "width":
    case "height":
      return literals(workflow, clipNodes(workflow), [slot], "number");
    case "frames":
      return literals(workflow, framedNodes(workflow), FRAME_INPUTS, "number");
    case "fps":
      return literals(workflow, Object.keys(workflow), ["fps", "frame_rate"], "number");
    case "seed":
      return literals(workflow, Object.keys(workflow), ["seed", "noise_seed"], "number");
  }
}

/** Ids of nodes that save what is asked for. */
export function findOutputs(workflow: Workflow, kind: "video" | "image"): readonly string[] {
  return nodesOf(workflow, kind === "video" ? SAVES_VIDEO : SAVES_IMAGE);
}

/** Ids of nodes that do the long work: what takes a latent to sample from. */
export function findSamplers(workflow: Workflow): readonly string[] {
  return Object.entries(workflow)
    .filter(([, node]) => "latent_image" in node.inputs)
    .map(([id]) => id);
}

const LENGTHS = ["length", "num_frames"];
const FRAME_INPUTS = [...LENGTHS, "frames_number"];

function nodesOf(workflow: Workflow, classes: readonly string[]): readonly string[] {
  return Object.entries(workflow)
    .filter(([, node]) => classes.includes(node.class_type))
    .map(([id]) => id);
}

/** Nodes that lay out the clip: they have its size and its length. */
function clipNodes(workflow: Workflow): readonly string[] {
  return Object.entries(workflow)
    .filter(
      ([, { inputs }]) =>
        "width" in inputs && "height" in inputs && LENGTHS.some((name) => name in inputs),
    )
    .map(([id]) => id);
}

/** Those, and the nodes of a sound track that must be as long. */
function framedNodes(workflow: Workflow): readonly string[] {
  const clips = clipNodes(workflow);
  return Object.keys(workflow).filter(
    (id) => clips.includes(id) || "frames_number" in (workflow[id]?.inputs ?? {}),
  );
}

function literals(
  workflow: Workflow,
  nodes: readonly string[],
  inputs: readonly string[],
  type: "number" | "string",
): readonly Target[] {
  return unique(
    nodes.flatMap((node) =>
      inputs.flatMap((input) => {
        const found = findLiteral(workflow, { node, input });
        if (found === undefined || typeof readInput(workflow, found) !== type) return [];
        return [found];
      }),
    ),
  );
}

/** Texts that reach a `positive` input, and prompts that nodes hold themselves. */
function findPrompts(workflow: Workflow): readonly Target[] {
  const own = literals(workflow, Object.keys(workflow), ["positive_prompt"], "string");
  const encoders = Object.values(workflow).flatMap(({ inputs }) => {
    const encoder = findEncoder(workflow, inputs["positive"]);
    return encoder === undefined ? [] : [encoder];
  });
  return unique([...own, ...literals(workflow, encoders, ["text", "prompt"], "string")]);
}

/** Follows conditioning back to the node that has the text. */
function findEncoder(workflow: Workflow, from: unknown): string | undefined {
  let value = from;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const link = readLink(value);
    const inputs = link === undefined ? undefined : workflow[link.node]?.inputs;
    if (link === undefined || inputs === undefined) return undefined;
    if ("text" in inputs || "prompt" in inputs) return link.node;
    value = inputs["positive"] ?? inputs["conditioning"];
  }
  return undefined;
}

function unique(targets: readonly Target[]): readonly Target[] {
  const seen = new Map(targets.map((target) => [`${target.node} ${target.input}`, target]));
  return [...seen.values()];
}
