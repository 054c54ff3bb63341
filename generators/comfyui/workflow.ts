/**
 * A workflow of ComfyUI in API format: nodes by id, inputs that are values or links. Owns reading the
 * file and looking through links; which node takes what is `bind-workflow.ts`. Pure: the file is data.
 */
import { z } from "zod";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { WorkflowFile } from "../host.ts";

const nodeSchema = z.looseObject({
  class_type: z.string().min(1),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
});
export type WorkflowNode = z.infer<typeof nodeSchema>;

/** Nodes by id, in the order of the file. */
export type Workflow = Readonly<Record<string, WorkflowNode>>;

/** One input of one node. */
export type Target = { readonly node: string; readonly input: string };

const workflowSchema = z
  .record(z.string(), nodeSchema)
  .refine((nodes) => Object.keys(nodes).length > 0, "expected at least one node");

const HOW_TO_EXPORT =
  "In ComfyUI open the workflow and take Workflow > Export (API), older versions: turn on the dev mode " +
  "options and take Save (API Format)";

/**
 * @throws UsageError when the text is no JSON, or is a workflow as the editor saves it, or has something
 *   in it that is no node
 */
export function parseWorkflow({ name, text }: WorkflowFile): Workflow {
  const expected = "a workflow in API format";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(
      describeMismatch(`--workflow ${name}`, expected, text.slice(0, 40), HOW_TO_EXPORT),
      { cause },
    );
  }
  if (isEditorFormat(json)) {
    throw new UsageError(
      `expected ${expected} for --workflow ${name} but received one in the editor's own format ` +
        `("nodes" and "links"). ${HOW_TO_EXPORT}`,
    );
  }
  const parsed = workflowSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
  throw new UsageError(
    describeMismatch(`--workflow ${name}`, `${expected}${where}`, json, HOW_TO_EXPORT),
    { cause: parsed.error },
  );
}

/** `["<node id>", <output>]`. */
export function readLink(
  value: unknown,
): { readonly node: string; readonly output: number } | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [node, output] = value as readonly unknown[];
  return typeof node === "string" && typeof output === "number" ? { node, output } : undefined;
}

/**
 * Where the value of an input is written: at the input itself, or at the node of constants that it is
 * linked to (one whose only input is `value`). Undefined when it is computed, or the input is absent.
 */
export function findLiteral(workflow: Workflow, target: Target): Target | undefined {
  const value = readInput(workflow, target);
  if (value === undefined) return undefined;
  const link = readLink(value);
  if (link === undefined) return target;
  const inputs = Object.entries(workflow[link.node]?.inputs ?? {});
  const [only] = inputs;
  if (inputs.length !== 1 || only?.[0] !== "value" || readLink(only[1]) !== undefined) {
    return undefined;
  }
  return { node: link.node, input: "value" };
}

/** What stands at an input: a value or a link. */
export function readInput(workflow: Workflow, { node, input }: Target): unknown {
  return workflow[node]?.inputs[input];
}

/** Classes of nodes, each once, for messages. */
export function listClasses(workflow: Workflow): string {
  return [...new Set(Object.values(workflow).map((node) => node.class_type))].toSorted().join(", ");
}

function isEditorFormat(json: unknown): boolean {
  return (
    typeof json === "object" &&
    json !== null &&
    "nodes" in json &&
    Array.isArray(json.nodes) &&
    "links" in json
  );
}
