/** A prompt (workflow in API form) -> what file comes of it, or what ComfyUI finds wrong with it. Pure. */
import { NODE_CLASSES, OUTPUT_CLASSES, SHAPE_CLASSES } from "./nodes.ts";

export type WorkflowNode = {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
};
export type Workflow = Readonly<Record<string, WorkflowNode>>;

export type NodeError = {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: Readonly<Record<string, unknown>>;
};

/** What the output node makes. */
export type Order = {
  readonly outputNode: string;
  readonly outputClass: string;
  readonly prefix: string;
  /** Name of the uploaded picture that is shown. */
  readonly image: string;
  /** undefined: the picture's own size, one frame. */
  readonly shape:
    | { readonly widthPx: number; readonly heightPx: number; readonly frames: number }
    | undefined;
  readonly fps: number;
};

export type PromptReading =
  | { readonly ok: true; readonly order: Order; readonly workflow: Workflow }
  | {
      readonly ok: false;
      readonly error: NodeError;
      readonly nodeErrors: Readonly<Record<string, unknown>>;
    };

const DEFAULT_FPS = 16;

/**
 * @param prompt as posted
 * @param hasUpload whether a picture of this name was uploaded
 */
export function readPrompt(prompt: unknown, hasUpload: (name: string) => boolean): PromptReading {
  const workflow = asWorkflow(prompt);
  if (workflow === undefined) {
    return refused(
      "invalid_prompt",
      "Cannot execute because a node is missing the class_type property.",
    );
  }
  const nodes = Object.entries(workflow);
  for (const [id, { class_type }] of nodes) {
    if (NODE_CLASSES[class_type] === undefined) {
      return refused("missing_node_type", `Node '${class_type}' not found.`, {
        node_id: id,
        class_type,
      });
    }
  }
  const output = nodes.find(([, node]) => OUTPUT_CLASSES.includes(node.class_type));
  if (output === undefined) return refused("prompt_no_outputs", "Prompt has no outputs");
  const nodeErrors = Object.fromEntries(
    nodes.flatMap(([id, node]) => {
      const errors = errorsOf(node, workflow, hasUpload);
      if (errors.length === 0) return [];
      const { class_type } = node;
      return [[id, { errors, dependent_outputs: [output[0]], class_type }]];
    }),
  );
  if (Object.keys(nodeErrors).length > 0) {
    const message = "Prompt outputs failed validation";
    return { ...refused("prompt_outputs_failed_validation", message), nodeErrors };
  }
  const order = orderOf(workflow, output[0], output[1]);
  if (order === undefined) {
    return refused(
      "prompt_no_image",
      "The demo server needs a LoadImage node that the output shows",
    );
  }
  return { ok: true, order, workflow };
}

function refused(
  type: string,
  message: string,
  extra_info: Readonly<Record<string, unknown>> = {},
): Extract<PromptReading, { ok: false }> {
  return { ok: false, error: { type, message, details: "", extra_info }, nodeErrors: {} };
}

function asWorkflow(prompt: unknown): Workflow | undefined {
  if (!isObject(prompt)) return undefined;
  const workflow: Record<string, WorkflowNode> = {};
  for (const [id, node] of Object.entries(prompt)) {
    if (!isObject(node)) return undefined;
    const { class_type, inputs } = node;
    if (typeof class_type !== "string" || !isObject(inputs)) return undefined;
    workflow[id] = { class_type, inputs };
  }
  return workflow;
}

function errorsOf(
  node: WorkflowNode,
  workflow: Workflow,
  hasUpload: (name: string) => boolean,
): readonly NodeError[] {
  const errors: NodeError[] = [];
  const found = (type: string, message: string, details: string, input_name: string): void => {
    errors.push({ type, message, details, extra_info: { input_name } });
  };
  for (const name of NODE_CLASSES[node.class_type] ?? []) {
    if (node.inputs[name] === undefined) {
      found("required_input_missing", "Required input is missing", name, name);
    }
  }
  for (const [name, value] of Object.entries(node.inputs)) {
    const link = asLink(value);
    if (link !== undefined && workflow[link] === undefined) {
      found("bad_linked_input", "Bad linked input, no such node", `${name}, ${link}`, name);
    }
    const isCount = ["width", "height", "length", "steps", "seed", "noise_seed"].includes(name);
    if (isCount && link === undefined && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      found("invalid_input_type", "Failed to convert an input value to a INT value", name, name);
    }
  }
  const { image } = node.inputs;
  if (node.class_type === "LoadImage" && !(typeof image === "string" && hasUpload(image))) {
    const details = `image - Invalid image file: ${String(image)}`;
    found("custom_validation_failed", "Custom validation failed for node", details, "image");
  }
  return errors;
}

function orderOf(workflow: Workflow, outputNode: string, node: WorkflowNode): Order | undefined {
  const ancestors = [...ancestorsOf(workflow, outputNode)];
  const shaping = ancestors.find(({ class_type }) => SHAPE_CLASSES.includes(class_type));
  const loader = ancestors.find(({ class_type }) => class_type === "LoadImage");
  if (loader === undefined) return undefined;
  const rated = ancestors.find(({ class_type }) => class_type === "CreateVideo");
  const count = (value: unknown): number => Number(resolveValue(workflow, value));
  return {
    outputNode,
    outputClass: node.class_type,
    prefix: String(node.inputs["filename_prefix"] ?? "ComfyUI"),
    image: String(loader.inputs["image"]),
    shape:
      shaping === undefined
        ? undefined
        : {
            widthPx: count(shaping.inputs["width"]),
            heightPx: count(shaping.inputs["height"]),
            frames: count(shaping.inputs["length"]),
          },
    fps: count(
      node.inputs["frame_rate"] ?? node.inputs["fps"] ?? rated?.inputs["fps"] ?? DEFAULT_FPS,
    ),
  };
}

/** All nodes that a node depends on, itself first, nearest first. */
function* ancestorsOf(workflow: Workflow, start: string): Generator<WorkflowNode> {
  const seen = new Set([start]);
  for (const id of seen) {
    const node = workflow[id];
    if (node === undefined) continue;
    yield node;
    for (const value of Object.values(node.inputs)) {
      const link = asLink(value);
      if (link !== undefined) seen.add(link);
    }
  }
}

/** A number may come from a node that holds it. */
function resolveValue(workflow: Workflow, value: unknown): unknown {
  const link = asLink(value);
  return link === undefined ? value : workflow[link]?.inputs["value"];
}

/** [node id, output index] */
function asLink(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [id, index]: readonly unknown[] = value;
  return typeof id === "string" && Number.isInteger(index) ? id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
