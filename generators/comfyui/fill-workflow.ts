/** A workflow with its values in place. Pure: the one given stays as it is. */
import type { Binding } from "./bind-workflow.ts";
import { VALUE_SLOTS, type ValueSlot } from "./slots.ts";
import type { Workflow } from "./workflow.ts";

/** A value that is absent leaves what stands in the workflow; 0 and "" are values. */
export type SlotValues = Readonly<Partial<Record<ValueSlot, string | number>>>;

export function fillWorkflow(workflow: Workflow, binding: Binding, values: SlotValues): Workflow {
  const filled = structuredClone(workflow);
  for (const slot of VALUE_SLOTS) {
    const value = values[slot];
    if (value === undefined) continue;
    for (const { node, input } of binding.inputs[slot]) {
      const inputs = filled[node]?.inputs;
      if (inputs !== undefined) inputs[input] = value;
    }
  }
  return filled;
}
