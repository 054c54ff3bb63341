/**
 * Decides which inputs of a workflow take picture, prompt, size, length, rate and seed, and which node
 * has the clip. Titles (`slots.ts`) win over classes (`find-by-class.ts`). Pure.
 */
import { UsageError } from "../../core/errors.ts";
import { findByClass, findOutputs, findSamplers } from "./find-by-class.ts";
import {
  INPUT_NAMES,
  REQUIRED_SLOTS,
  readTitle,
  type Slot,
  type SlotRequest,
  VALUE_SLOTS,
  type ValueSlot,
} from "./slots.ts";
import { findLiteral, listClasses, readInput, type Target, type Workflow } from "./workflow.ts";

export type Binding = {
  /** Inputs that take each value; none where nothing is bound. */
  readonly inputs: Readonly<Record<ValueSlot, readonly Target[]>>;
  /** Id of the node that saves the clip or picture. */
  readonly output: string;
  /** Ids of the nodes whose progress is the job's. */
  readonly samplers: readonly string[];
  /** What is not bound, and how to bind it. */
  readonly warnings: readonly string[];
};

/** @param name of the file, for messages */
export type BindOptions = { readonly name: string; readonly kind: "video" | "image" };

type Asked = SlotRequest & { readonly node: string };

/**
 * @throws UsageError when picture, prompt or output have no node or several, when a title asks for an
 *   input that is not there, or says a word that is not known
 */
export function bindWorkflow(workflow: Workflow, { name, kind }: BindOptions): Binding {
  const asked = Object.entries(workflow).flatMap(([node, content]) =>
    readTitle(name, node, content).map((request): Asked => ({ ...request, node })),
  );
  const warnings: string[] = [];
  const bind = (slot: ValueSlot): readonly Target[] => {
    const titled = asked.filter((request) => request.slot === slot);
    if (titled.length > 0) {
      return titled.map((request) => findTitled(workflow, name, slot, request));
    }
    const found = findByClass(workflow, slot);
    const isClear = REQUIRED_SLOTS.includes(slot)
      ? found.length === 1
      : agree(workflow, slot, found);
    if (isClear) return found;
    if (REQUIRED_SLOTS.includes(slot)) throw unclear(workflow, name, slot, found);
    if (kind === "video" || (slot !== "frames" && slot !== "fps")) {
      warnings.push(describeUnbound(name, slot, found));
    }
    return [];
  };
  const inputs = Object.fromEntries(VALUE_SLOTS.map((slot) => [slot, bind(slot)])) as Record<
    ValueSlot,
    readonly Target[]
  >;
  const titledOutputs = asked.filter(({ slot }) => slot === "output").map(({ node }) => node);
  const outputs = titledOutputs.length > 0 ? titledOutputs : findOutputs(workflow, kind);
  const [output] = outputs;
  if (output === undefined || outputs.length > 1) {
    throw unclear(
      workflow,
      name,
      "output",
      outputs.map((node) => ({ node, input: "output" })),
    );
  }
  return { inputs, output, samplers: findSamplers(workflow), warnings };
}

function findTitled(workflow: Workflow, name: string, slot: ValueSlot, asked: Asked): Target {
  const { node } = asked;
  const names = asked.input === undefined ? INPUT_NAMES[slot] : [asked.input];
  const inputs = workflow[node]?.inputs ?? {};
  const input = names.find((known) => known in inputs);
  if (input === undefined) {
    throw new UsageError(
      `expected ${names.join(" or ")} among the inputs of node ${node}, which is titled probe:${slot} ` +
        `in ${name}, but received ${Object.keys(inputs).join(", ") || "none"}. Name the input, as in ` +
        `probe:${slot}=INPUT`,
    );
  }
  const found = findLiteral(workflow, { node, input });
  if (found !== undefined) return found;
  throw new UsageError(
    `expected a value for ${input} of node ${node}, which is titled probe:${slot} in ${name}, but ` +
      `received a link to what another node computes. Put probe:${slot} into the title of the node that ` +
      "has the value",
  );
}

/** One value, or the same one at several places: then they belong together. Seeds may differ. */
function agree(workflow: Workflow, slot: ValueSlot, found: readonly Target[]): boolean {
  if (found.length === 0) return false;
  return slot === "seed" || new Set(found.map((target) => readInput(workflow, target))).size === 1;
}

function describeUnbound(name: string, slot: Slot, found: readonly Target[]): string {
  const why =
    found.length === 0
      ? "no node is known to take it"
      : `nodes ${found.map(({ node }) => node).join(", ")} have different ones`;
  return (
    `${name}: ${slot} is not bound (${why}), what stands in the workflow is used: put probe:${slot} into ` +
    "the title of the node that takes it"
  );
}

function unclear(
  workflow: Workflow,
  name: string,
  slot: Slot,
  found: readonly Target[],
): UsageError {
  const received =
    found.length === 0
      ? `none among ${listClasses(workflow)}`
      : found.map(({ node }) => `${node} (${workflow[node]?.class_type ?? "?"})`).join(", ");
  return new UsageError(
    `expected one node for the ${slot} in --workflow ${name} but received ${received}. Put ` +
      `probe:${slot} into the title of the right one`,
    { context: { workflow: name, slot } },
  );
}
